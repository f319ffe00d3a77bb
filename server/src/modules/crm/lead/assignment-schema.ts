// Wire shapes of assignment: the rules, and giving leads to people.

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
import { flag, reference, text } from '../member-schema.js';

const assignees = Type.Array(wireId({ description: 'A user' }), {
  description: 'Who gets leads, in turns',
  minItems: 1,
  maxItems: LEAD_ASSIGNMENT.assigneesMax,
});

const ruleMembers = {
  id: reference('Given by the server'),
  name: text('Code given by the server'),
  label: text('Human text; the source when absent'),
  active: flag('False: gives no leads'),
  businessOfficeId: reference('Office whose leads it gives; the own one when absent'),
  businessOfficeName: text('Code of the office'),
  leadSource: text('Source whose leads it gives; every other source when absent'),
};

export const AssignmentBody = closedObject({ ...ruleMembers, assignees });
export type NewAssignment = Static<typeof AssignmentBody>;

/** The body of an update: what a read gave may be sent back. */
export const AssignmentUpdateBody = closedObject({
  ...ruleMembers,
  assignees: Type.Optional(assignees),
  turn: Type.Optional(wireInteger({ description: 'Kept as it is' })),
  ...Type.Partial(Type.Object(stampShape)).properties,
});
export type AssignmentChange = Static<typeof AssignmentUpdateBody>;

/** A rule as replies show it. */
export const AssignmentRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: flag('False: gives no leads'),
  businessOfficeId: wireId(),
  leadSource: text('In capitals; absent: every other source'),
  assignees,
  turn: wireInteger({ description: 'The place in `assignees` of who is next, from 0' }),
  ...stampShape,
});

export const AssignmentList = closedObject({
  ...pageBS,
  active: flag('Only rules that give leads, or that do not'),
});

export const AssignBody = closedObject({
  leadIds: Type.Array(wireId({ description: 'A lead' }), {
    description: 'The leads',
    minItems: 1,
    maxItems: LEAD_ASSIGNMENT.leadsAtOnceMax,
  }),
  assignedTo: reference('User who gets them; by the rules, in turns, when absent'),
});
export type AssignRequest = Static<typeof AssignBody>;

/** What became of each lead. */
export const AssignReply = openObject({
  assigned: wireInteger({ description: 'Leads that were given now' }),
  refused: wireInteger({ description: 'Leads that were not' }),
  rows: Type.Array(
    openObject({
      id: wireId({ description: 'The lead' }),
      outcome: wireText({ description: 'DONE, UNCHANGED (it was theirs) or REFUSED' }),
      assignedTo: reference('Who has it'),
      status: text('State of the lead'),
      msgCode: text('Why it was refused'),
      detail: text('The same in words'),
    }),
  ),
});
