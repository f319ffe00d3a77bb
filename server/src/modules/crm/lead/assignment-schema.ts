// Wire shapes of lead assignments and assignment rules.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { LEAD_ASSIGNMENT } from '../limits.js';
import { code, flag, reference, text } from '../member-schema.js';

const assignees = Type.Array(wireId({ description: 'A user' }), {
  description: 'Users who get leads in turns',
  minItems: 1,
  maxItems: LEAD_ASSIGNMENT.assigneesMax,
});

const ruleMembers = {
  id: reference('Assigned by the server'),
  name: text('Code assigned by the server'),
  label: text('Text to display. Default: the source'),
  active: flag('False: assigns no leads'),
  businessOfficeId: reference('Office of the leads. Default: your own'),
  businessOfficeName: code('Code of the office'),
  leadSource: text('Source of the leads. Default: every source that has no rule of its own'),
};

export const AssignmentBody = closedObject({ ...ruleMembers, assignees });
export type NewAssignment = Static<typeof AssignmentBody>;

/** The body of an update. Clients may send a record back unchanged. */
export const AssignmentUpdateBody = closedObject({
  ...ruleMembers,
  assignees: Type.Optional(assignees),
  turn: Type.Optional(wireInteger({ description: 'Ignored' })),
  ...Type.Partial(Type.Object(stampShape)).properties,
});
export type AssignmentChange = Static<typeof AssignmentUpdateBody>;

/** A rule as the API returns it. */
export const AssignmentRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: flag('False: assigns no leads'),
  businessOfficeId: wireId(),
  leadSource: text('In capitals. Absent for every source that has no rule of its own'),
  assignees,
  turn: wireInteger({ description: 'Index in `assignees` of the next user, from 0' }),
  ...stampShape,
});

export const AssignmentList = closedObject({
  ...pageBS,
  active: flag('Only active rules, or only inactive ones'),
});

export const AssignBody = closedObject({
  leadIds: Type.Array(wireId({ description: 'A lead' }), {
    description: 'The leads',
    minItems: 1,
    maxItems: LEAD_ASSIGNMENT.leadsAtOnceMax,
  }),
  assignedTo: reference('User who gets the leads. Default: in turns by the rules'),
});
export type AssignRequest = Static<typeof AssignBody>;

/** The outcome of each lead. */
export const AssignReply = openObject({
  assigned: wireInteger({ description: 'Number of leads that were assigned' }),
  refused: wireInteger({ description: 'Number of leads that were refused' }),
  rows: Type.Array(
    openObject({
      id: wireId({ description: 'The lead' }),
      outcome: wireText({ description: 'DONE, UNCHANGED (the user had it before) or REFUSED' }),
      assignedTo: reference('User who has the lead'),
      status: text('State of the lead'),
      msgCode: text('Why it was refused'),
      detail: text('Explanation of the code'),
    }),
  ),
});
