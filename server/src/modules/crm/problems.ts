// The CRM module's refusals.

import { attachmentProblems } from '../../platform/files/attachment-problem.js';
import { defineProblems } from '../../platform/http/reply/problem.js';

const ownProblems = defineProblems({
  LEAD_WRONG_STATE: [409, 'The lead is not in a state that allows this.'],
  LEAD_ASSIGNMENT_TAKEN: [409, 'Another rule already assigns leads from this office and source.'],
  LEAD_HAS_DUPLICATES: [
    409,
    'Customers match this lead. Link it to one of them, or give a reason.',
  ],
  CONSENT_COLUMN_NOT_MAPPED: [
    422,
    'The file has a column about consent that is neither mapped nor excluded.',
  ],
  LEAD_IMPORT_WRONG_STATE: [409, 'The import is not in a state that allows this.'],
  MESSAGE_WRONG_STATE: [409, 'The message is not in a state that allows this.'],
  ACTIVITY_WRONG_STATE: [409, 'The activity is not in a state that allows this.'],
  INBOUND_WRONG_STATE: [409, 'The state of the item does not allow this.'],
  MESSAGE_NOT_FAILED: [409, 'Only a failed message can be sent again.'],
  CAMPAIGN_WRONG_STATE: [409, 'The campaign is not in a state that allows this.'],
  NOTIFICATION_RULE_NAME_TAKEN: [409, 'Another notification rule has this code.'],
  NOTIFICATION_WRONG_STATE: [409, 'Only a dead notification can be replayed.'],
  TEMPLATE_NAME_TAKEN: [409, 'Another template has this code.'],
  CONTACT_NAME_MISSING: [422, 'A contact needs the name of a person or an organisation.'],
  DO_NOT_CALL: [422, 'This person has asked not to be called.'],
  LEAD_EMPTY: [422, 'A lead needs a name, a phone number, an e-mail address or an identifier.'],
  LEAD_STATUS_NOT_INITIAL: [422, 'A new lead must be NEW or ASSIGNED.'],
  MESSAGE_STATUS_NOT_OF_DIRECTION: [
    422,
    'This status is not valid for a message in this direction.',
  ],
  MESSAGE_DIRECTION_FIXED: [422, 'The direction of a message can change only while it is a draft.'],
  MESSAGE_TIMES_REVERSED: [422, 'A message cannot end before it starts.'],
  NO_VIRUS_SCANNER: [409, 'No virus scanner is configured.'],
  TOO_MANY_ATTACHMENTS: [422, 'The message would have too many attachments.'],
  CAMPAIGN_REFUSED: [422, 'The audience of the campaign is not valid.'],
  NOTIFICATION_RULE_REFUSED: [422, 'The rule is not valid for its event type.'],
  TEMPLATE_REFUSED: [422, 'The template is incomplete or not valid for its channel.'],
  TEMPLATE_MALFORMED: [422, 'The template contains a syntax error.'],
  TEMPLATE_VARIABLE_UNKNOWN: [
    422,
    'The template uses a variable that does not exist for its kind of record.',
  ],
  TEMPLATE_INACTIVE: [422, 'The template is inactive.'],
  TEMPLATE_NOT_FITTING: [422, 'The template is for another channel or kind of record.'],
});

/** The module's refusals, including those for files. */
export const crmProblems = { ...ownProblems, ...attachmentProblems };
