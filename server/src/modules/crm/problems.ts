// Refusals of the CRM module.

import { defineProblems } from '../../platform/http/problem.js';

export const crmProblems = defineProblems({
  ATTACHMENT_NOT_BASE64: [400, 'The content of an attachment is not strict base64.'],
  LEAD_WRONG_STATE: [409, 'The lead is not in a state that allows this.'],
  LEAD_HAS_DUPLICATES: [409, 'Customers match this lead: link it to one, or give a reason.'],
  MESSAGE_WRONG_STATE: [409, 'The status of a message only moves forward.'],
  ATTACHMENT_TOO_LARGE: [413, 'An attachment is larger than a message carries.'],
  LEAD_STATUS_NOT_INITIAL: [422, 'A lead is captured as NEW or ASSIGNED.'],
  MESSAGE_STATUS_NOT_OF_DIRECTION: [422, 'A message of this direction never has this status.'],
  MESSAGE_DIRECTION_FIXED: [422, 'The direction of a message changes only while it is a draft.'],
  MESSAGE_TIMES_REVERSED: [422, 'A message cannot end before it starts.'],
  ATTACHMENT_TYPE_NOT_ALLOWED: [422, 'The content of an attachment is of a type not taken.'],
  TOO_MANY_ATTACHMENTS: [422, 'The message would have more attachments than it may.'],
  ATTACHMENT_UNAVAILABLE: [503, 'The content of the attachment cannot be read now.'],
});
