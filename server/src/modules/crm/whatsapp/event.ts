// Events of WhatsApp messages. They contain ids and states, never personal data.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventSubject } from '../record.js';

interface MessageFacts {
  readonly direction: string;
  readonly status: string;
}

export function messageCreated({ id, officeId }: EventSubject, data: MessageFacts): DomainEvent {
  return { type: 'whatsapp-message.created', subjectId: id, officeId, data: { ...data } };
}

export function messageUpdated(
  { id, officeId }: EventSubject,
  data: MessageFacts & { readonly previousStatus: string },
): DomainEvent {
  return { type: 'whatsapp-message.updated', subjectId: id, officeId, data: { ...data } };
}

const status = Type.String({ description: 'The new status' });
const direction = Type.String({ description: 'INBOUND or OUTBOUND' });

export const whatsappEvents = eventKinds({
  'whatsapp-message.created': {
    summary: 'A WhatsApp message was recorded',
    permission: 'crm.whatsapp.read',
    data: { direction, status },
  },
  'whatsapp-message.updated': {
    summary: 'A WhatsApp message was changed, usually its status',
    permission: 'crm.whatsapp.read',
    data: {
      ...{ direction, status },
      previousStatus: Type.String({ description: 'The previous status' }),
    },
  },
});
