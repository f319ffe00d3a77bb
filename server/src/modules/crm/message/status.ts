// Moves a message's status forward and stores the event.

import type { Work } from '../../../platform/context.js';
import type { Channel } from '../channel/channel.js';
import { MESSAGE_STATUSES, mayMoveMessage } from '../channel/message-state.js';
import { messageUpdated } from '../whatsapp/event.js';
import { messageMoved } from './event.js';
import { moveRow, moveWhatsAppRow, type RowMove } from './queries.js';

/** The message whose status changes. */
export interface Moving {
  readonly id: bigint;
  readonly channel: Channel;
  readonly officeId: bigint;
  readonly whatsappMessageId: bigint | null;
}

type Move = Omit<RowMove, 'id' | 'from'>;

/**
 * Moves an outgoing message's status forward. Providers do not guarantee any order, so a
 * lower-ranked status changes nothing. Returns whether the status changed.
 */
export async function moveStatus(work: Work, message: Moving, move: Move): Promise<boolean> {
  const from = MESSAGE_STATUSES.filter(
    (status) => status !== move.to && mayMoveMessage(status, move.to),
  );
  return moveFrom(work, message, { ...move, from });
}

/**
 * Moves a message back to QUEUED because the provider accepted it but then refused all our
 * messages.
 */
export function moveBackToQueue(work: Work, message: Moving): Promise<boolean> {
  return moveFrom(work, message, { from: ['SENT'], to: 'QUEUED' });
}

async function moveFrom(work: Work, message: Moving, move: Omit<RowMove, 'id'>): Promise<boolean> {
  const before =
    message.whatsappMessageId === null
      ? await moveRow(work, { ...move, id: message.id })
      : await moveWhatsAppRow(work, { ...move, id: message.whatsappMessageId });
  if (before === undefined) return false;
  const facts = { direction: 'OUTBOUND', status: move.to, previousStatus: before };
  const { officeId, channel } = message;
  work.events.push(
    message.whatsappMessageId === null
      ? messageMoved({ id: message.id, officeId }, { ...facts, channel })
      : messageUpdated({ id: message.whatsappMessageId, officeId }, facts),
  );
  return true;
}
