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

const assignees = Type.Array(wireId({ description: 'Id of a user' }), {
  description: 'Users to whom leads are assigned round-robin',
  minItems: 1,
  maxItems: LEAD_ASSIGNMENT.assigneesMax,
});

const ruleMembers = {
  id: reference('Assigned by the server'),
  name: text('Code assigned by the server'),
  label: text('Display text. Default: the source'),
  active: flag('If false, the rule assigns no leads'),
  businessOfficeId: reference('Office of the leads. Default: your own'),
  businessOfficeName: code('Code of the office'),
  leadSource: text('Source of the leads. Default: every source without its own rule'),
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
  active: flag('If false, the rule assigns no leads'),
  businessOfficeId: wireId(),
  leadSource: text('Lead source in upper case; absent for the rule that covers all other sources'),
  assignees,
  turn: wireInteger({ description: 'Index in `assignees` of the next user, starting at 0' }),
  ...stampShape,
});

export const AssignmentList = closedObject({
  ...pageBS,
  active: flag('Filter by active or inactive'),
});

export const AssignBody = closedObject({
  leadIds: Type.Array(wireId({ description: 'Id of a lead' }), {
    description: 'The leads',
    minItems: 1,
    maxItems: LEAD_ASSIGNMENT.leadsAtOnceMax,
  }),
  assignedTo: reference('User to whom the leads are assigned. Default: round-robin by the rules'),
});
export type AssignRequest = Static<typeof AssignBody>;

/** The outcome of each lead. */
export const AssignReply = openObject({
  assigned: wireInteger({ description: 'Number of leads that were assigned' }),
  refused: wireInteger({ description: 'Number of leads that were refused' }),
  rows: Type.Array(
    openObject({
      id: wireId({ description: 'Id of the lead' }),
      outcome: wireText({ description: 'DONE, UNCHANGED (the user already had it) or REFUSED' }),
      assignedTo: reference('User to whom the lead is assigned'),
      status: text('State of the lead'),
      msgCode: text('Reason code of the refusal'),
      detail: text('Explanation of the code'),
    }),
  ),
});
