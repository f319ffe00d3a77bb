// Lead events. They contain ids and states, never personal data.

import { Type } from '@sinclair/typebox';
import { eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventSubject } from '../record.js';

export function leadCaptured(
  { id, officeId }: EventSubject,
  data: { readonly status: string; readonly leadType: string; readonly duplicates: number },
): DomainEvent {
  return { type: 'lead.captured', subjectId: id, officeId, data };
}

export function leadUpdated(
  { id, officeId }: EventSubject,
  data: { readonly status: string; readonly previousStatus: string; readonly consent: boolean },
): DomainEvent {
  return { type: 'lead.updated', subjectId: id, officeId, data };
}

export function leadConverted(
  { id, officeId }: EventSubject,
  data: { readonly customerId: bigint; readonly linked: boolean },
): DomainEvent {
  return { type: 'lead.converted', subjectId: id, officeId, data };
}

const status = Type.String({ description: 'The new status' });

export const leadEvents = eventKinds({
  'lead.captured': {
    summary: 'A lead was captured',
    permission: 'crm.lead.read',
    data: {
      status,
      leadType: Type.String({ description: 'Person or organisation' }),
      duplicates: Type.Integer({ description: 'Number of likely duplicates' }),
    },
  },
  'lead.updated': {
    summary: 'Members of a lead were changed',
    permission: 'crm.lead.read',
    data: {
      status,
      previousStatus: Type.String({ description: 'The previous status' }),
      consent: Type.Boolean({ description: "Whether the lead's consent flags changed" }),
    },
  },
  'lead.converted': {
    summary: 'A lead was converted to a customer',
    permission: 'crm.lead.read',
    data: {
      customerId: eventId('The customer'),
      linked: Type.Boolean({ description: 'True if the customer already existed' }),
    },
  },
});
