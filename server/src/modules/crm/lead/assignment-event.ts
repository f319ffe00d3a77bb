// Events of giving leads to people.

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
const active = Type.Boolean({ description: 'Whether it gives leads' });

export const leadAssignmentEvents = eventKinds({
  'lead.assigned': {
    summary: 'A lead was given to somebody, by hand or by a rule',
    permission: 'crm.lead.read',
    data: {
      assignedTo: eventId('The user who has it'),
      previously: absentOr(eventId('The user who had it')),
    },
  },
  'lead-assignment.created': {
    summary: 'A rule of assignment was made',
    permission,
    data: { active },
  },
  'lead-assignment.updated': {
    summary: 'A rule of assignment was changed',
    permission,
    data: { active },
  },
});
