// Contact events. They contain ids and states, never personal data.

import { Type } from '@sinclair/typebox';
import { absentOr, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventSubject } from '../record.js';

export function contactCreated(
  { id, officeId }: EventSubject,
  data: { readonly customerId: bigint | null },
): DomainEvent {
  return { type: 'contact.created', subjectId: id, officeId, data };
}

export function contactUpdated(
  { id, officeId }: EventSubject,
  data: { readonly consent: boolean },
): DomainEvent {
  return { type: 'contact.updated', subjectId: id, officeId, data };
}

export const contactEvents = eventKinds({
  'contact.created': {
    summary: 'A contact was created',
    permission: 'crm.contact.read',
    data: { customerId: absentOr(eventId('The customer of the contact')) },
  },
  'contact.updated': {
    summary: 'Members of a contact were changed',
    permission: 'crm.contact.read',
    data: { consent: Type.Boolean({ description: "Whether the contact's consent flags changed" }) },
  },
});
