// The party module's refusals.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const partyProblems = defineProblems({
  OWN_CUSTOMER: [403, 'You cannot approve a customer that you opened yourself.'],
  CUSTOMER_WRONG_STATE: [409, 'The customer is not in a state that allows this.'],
  PORTAL_USER_NAME_TAKEN: [409, 'Another customer has this portal user name.'],
  BVN_TAKEN: [409, 'Another customer has this bank verification number.'],
  OFFICE_IN_USE: [409, 'This change is not possible while the business office has customers.'],
  CUSTOMER_GROUP_IN_USE: [
    409,
    'This change is not possible while the customer group has customers.',
  ],
  CUSTOMER_NAME_MISSING: [422, 'A customer needs a first and last name, or a label.'],
  PHONE_WRONG: [422, 'The phone number is not valid.'],
  EMAIL_WRONG: [422, 'The e-mail address is not valid.'],
  BVN_WRONG: [422, 'A bank verification number has eleven digits.'],
  BIRTH_DATE_WRONG: [422, 'The birth date is in the future.'],
  PASSWORD_WRONG: [422, 'The password is too short or too long.'],
  PORTAL_USER_NAME_MISSING: [422, 'A portal password needs a user name or an e-mail address.'],
  OFFICE_REFUSED: [422, 'The proposed business office is not valid.'],
  CUSTOMER_GROUP_REFUSED: [422, 'The proposed customer group is not valid.'],
  AGENT_REFUSED: [422, 'The proposed agent is not valid.'],
  CUSTODIAN_REFUSED: [422, 'The proposed custodian is not valid.'],
  HOUSEHOLD_REFUSED: [422, 'The proposed household is not valid.'],
  OFFICE_FIXED: [422, 'A customer cannot move to another business office.'],
});
