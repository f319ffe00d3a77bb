// Stores the history of customers' consent. Party calls it in the same transaction as the change to
// the customer.

import type { ConsentHistory, CustomerRefusals } from '../../party/index.js';
import type { ConsentColumns } from '../record.js';
import { recordFlagChanges } from './consent.js';

export const customerConsents: ConsentHistory = {
  record: (work, { customerId, officeId, before, after }) =>
    recordFlagChanges(work, {
      record: { kind: 'CUSTOMER', id: customerId },
      officeId,
      before: before && columnsOf(before),
      after: columnsOf(after),
    }),
};

function columnsOf(refusals: CustomerRefusals): ConsentColumns {
  return {
    do_not_call: refusals.doNotCall,
    do_not_share: refusals.doNotShare,
    email_opt_out: refusals.emailOptOut,
    sms_opt_out: refusals.smsOptOut,
  };
}
