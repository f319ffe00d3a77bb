// Events of the CRM module. They carry ids and states, never what a person said of themselves.

import type { DomainEvent } from '../../platform/events/event.js';

/** What all of these events tell about. */
export interface Subject {
  readonly id: bigint;
  readonly officeId: bigint;
}

export function leadCaptured(
  { id, officeId }: Subject,
  data: { readonly status: string; readonly leadType: string; readonly duplicates: number },
): DomainEvent {
  return { type: 'lead.captured', subjectId: id, officeId, data };
}

export function leadUpdated(
  { id, officeId }: Subject,
  data: { readonly status: string; readonly previousStatus: string; readonly consent: boolean },
): DomainEvent {
  return { type: 'lead.updated', subjectId: id, officeId, data };
}

export function leadConverted(
  { id, officeId }: Subject,
  data: { readonly customerId: bigint; readonly linked: boolean },
): DomainEvent {
  return { type: 'lead.converted', subjectId: id, officeId, data };
}

interface MessageFacts {
  readonly direction: string;
  readonly status: string;
}

export function messageCreated({ id, officeId }: Subject, data: MessageFacts): DomainEvent {
  return { type: 'whatsapp-message.created', subjectId: id, officeId, data: { ...data } };
}

export function messageUpdated(
  { id, officeId }: Subject,
  data: MessageFacts & { readonly previousStatus: string },
): DomainEvent {
  return { type: 'whatsapp-message.updated', subjectId: id, officeId, data: { ...data } };
}
