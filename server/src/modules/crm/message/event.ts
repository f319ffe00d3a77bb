// Events of e-mails and text messages. They contain ids and states, never an address.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { EventSubject } from '../record.js';

interface MessageFacts {
  readonly channel: string;
  readonly direction: string;
  readonly status: string;
}

export function messageMoved(
  { id, officeId }: EventSubject,
  data: MessageFacts & { readonly previousStatus: string },
): DomainEvent {
  return { type: 'message.updated', subjectId: id, officeId, data: { ...data } };
}

export function messageReceived({ id, officeId }: EventSubject, data: MessageFacts): DomainEvent {
  return { type: 'message.received', subjectId: id, officeId, data: { ...data } };
}

const channel = Type.String({
  description: 'EMAIL, SMS or WHATSAPP; for consent also CALL and SHARE',
});
const direction = Type.String({ description: 'INBOUND or OUTBOUND' });
const status = Type.String({ description: 'The new status' });

export const messageEvents = eventKinds({
  'message.updated': {
    summary: 'The status of an e-mail or text message changed',
    permission: 'crm.message.read',
    data: {
      ...{ channel, direction, status },
      previousStatus: Type.String({ description: 'The previous status' }),
    },
  },
  'message.received': {
    summary: 'A text message was received',
    permission: 'crm.message.read',
    data: { channel, direction, status },
  },
});
