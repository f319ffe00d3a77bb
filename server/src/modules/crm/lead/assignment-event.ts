// Events about lead assignments and assignment rules.

import { Type } from '@sinclair/typebox';
import { absentOr, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventSubject } from '../record.js';

export function leadAssigned(
  { id, officeId }: EventSubject,
  data: { readonly assignedTo: bigint; readonly previously: bigint | null },
): DomainEvent {
  return { type: 'lead.assigned', subjectId: id, officeId, data };
}

export function assignmentChanged(
  { id, officeId }: EventSubject,
  done: { readonly step: 'created' | 'updated'; readonly active: boolean },
): DomainEvent {
  const data = { active: done.active };
  return { type: `lead-assignment.${done.step}`, subjectId: id, officeId, data };
}

const permission = 'crm.lead-assignment.read';
const active = Type.Boolean({ description: 'Whether the rule is active' });

export const leadAssignmentEvents = eventKinds({
  'lead.assigned': {
    summary: 'A lead was assigned, by hand or by a rule',
    permission: 'crm.lead.read',
    data: {
      assignedTo: eventId('User to whom the lead is assigned'),
      previously: absentOr(eventId('User to whom the lead was assigned before')),
    },
  },
  'lead-assignment.created': {
    summary: 'An assignment rule was created',
    permission,
    data: { active },
  },
  'lead-assignment.updated': {
    summary: 'An assignment rule was changed',
    permission,
    data: { active },
  },
});
