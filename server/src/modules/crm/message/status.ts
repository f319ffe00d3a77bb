// How far a message came: moved forward in its record, and told as an event.

import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { messageUpdated } from '../event.js';
import type { Channel } from '../person/recipient.js';
import { messageMoved } from './event.js';
import { hasEnded, MESSAGE_STATUSES, type MessageStatus, mayMoveMessage } from './state.js';

/** The message whose status moves. */
export interface Moving {
  readonly id: bigint;
  readonly channel: Channel;
  readonly officeId: bigint;
  readonly whatsappMessageId: bigint | null;
}

interface Move {
  readonly to: MessageStatus;
  /** When it happened; now when not said. */
  readonly at?: Instant | undefined;
  /** Where it went, when that is known only now. */
  readonly address?: string | undefined;
}

/**
 * Moves the status of an outgoing message forward; what would take it back changes nothing, because
 * providers promise no order. Returns whether it moved.
 */
export async function moveStatus(work: Work, message: Moving, move: Move): Promise<boolean> {
  const from = MESSAGE_STATUSES.filter(
    (status) => status !== move.to && mayMoveMessage(status, move.to),
  );
  const before =
    message.whatsappMessageId === null
      ? await moveRow(work, { ...move, id: message.id, from })
      : await moveWhatsAppRow(work, { ...move, id: message.whatsappMessageId, from });
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

interface RowMove extends Move {
  readonly id: bigint;
  readonly from: readonly MessageStatus[];
}

async function moveRow(work: Work, { id, from, ...move }: RowMove) {
  const [row] = await work.tx.query<{ status: MessageStatus }>(sql`
    update message m set status = ${move.to}, to_address = coalesce(${move.address ?? null},
        m.to_address), ended_at = ${endOf(work, move)}::timestamptz, version = m.version + 1,
      modified_by = ${work.principal.name}, modified_at = ${work.now}
    from (select id, status from message where id = ${id} for update) b
    where m.id = b.id and b.status = any(${from}::text[]) returning b.status`);
  return row?.status;
}

async function moveWhatsAppRow(work: Work, { id, from, ...move }: RowMove) {
  const end = endOf(work, move);
  const [row] = await work.tx.query<{ status: MessageStatus }>(sql`
    update whatsapp_message m set status = ${move.to}, to_address = coalesce(
        ${move.address ?? null}, m.to_address),
      started_at = coalesce(m.started_at, ${work.now}),
      -- A provider's clock may be behind ours; a message never ends before it starts.
      ended_at = case when ${end}::timestamptz is not null
        then greatest(${end}::timestamptz, coalesce(m.started_at, ${work.now})) end,
      version = m.version + 1,
      modified_by = ${work.principal.name}, modified_at = ${work.now}
    from (select id, status from whatsapp_message where id = ${id} for update) b
    where m.id = b.id and b.status = any(${from}::text[]) returning b.status`);
  return row?.status;
}

function endOf(work: Work, { to, at }: Move): Instant | null {
  return hasEnded(to) ? (at ?? work.now) : null;
}
