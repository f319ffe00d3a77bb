// SQL for messages that a session has received but not booked yet.

import type { Database, Instant, Tx } from '../../../../platform/database/database.js';
import { countRows } from '../../../../platform/database/list-query.js';
import { sql } from '../../../../platform/database/sql.js';
import type { Refusal } from '../message/reject.js';
import type { SessionRef } from './queries.js';

/** A message to book later: the id of its stored bytes, its number, and the refusal, if any. */
interface DeliveryRow {
  readonly messageId: bigint;
  readonly seqNum: number;
  readonly refusal: Refusal | undefined;
}

/** Appends received messages in the order they will be booked. */
export async function appendDeliveries(
  tx: Tx,
  ref: SessionRef,
  rows: readonly DeliveryRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into fix_delivery (message_id, session_id, roll, seq_num, refusal_kind, refusal_text)
    select m.id, m.session_id, m.roll, u.seq_num, u.kind, u.text
    from unnest(${rows.map((row) => row.messageId)}::bigint[],
      ${rows.map((row) => row.seqNum)}::int[],
      ${rows.map((row) => row.refusal?.kind ?? null)}::text[],
      ${rows.map((row) => row.refusal?.text ?? null)}::text[])
      with ordinality as u(message_id, seq_num, kind, text, place)
    join fix_message m on m.id = u.message_id and m.session_id = ${ref.sessionId}
    order by u.place`);
}

/** A message that is not booked yet. */
export interface UnbookedRow {
  readonly message_id: bigint;
  readonly seq_num: number;
  readonly refusal_kind: Refusal['kind'] | null;
  readonly refusal_text: string | null;
  readonly raw: Buffer;
  readonly received_at: Instant;
}

/** The first key of the advisory lock for booking: the letters BOK. */
const BOOKING_LOCK = 0x424f4b;

/**
 * Locks and returns the next messages to book. Until the transaction ends, no other node books
 * messages of the session. If a former owner is still booking, this call waits for it.
 */
export async function lockUnbooked(
  tx: Tx,
  sessionId: number,
  most: number,
): Promise<readonly UnbookedRow[]> {
  await tx.query(sql`select pg_advisory_xact_lock(${BOOKING_LOCK}, ${sessionId})`);
  return tx.query<UnbookedRow>(sql`select * from unbooked_deliveries(${sessionId}, ${most})`);
}

/** Stores the outcomes of messages, in the transaction that books them. */
export async function storeOutcomes(
  tx: Tx,
  outcomes: readonly { readonly messageId: bigint; readonly outcome: string }[],
): Promise<void> {
  await tx.query(sql`
    update fix_delivery d set outcome = u.outcome
    from unnest(${outcomes.map((each) => each.messageId)}::bigint[],
      ${outcomes.map((each) => each.outcome)}::text[]) as u(message_id, outcome)
    where d.message_id = u.message_id`);
}

/** Counts the messages of a session that have been received but have not been booked yet. */
export function countUnbooked(db: Database, sessionId: number): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) from fix_delivery where session_id = ${sessionId} and outcome is null`,
  );
}

/**
 * Queues messages for booking that were received above a gap before the numbers restarted, because
 * they will not be sent again. Each number is queued once; only messages received after `after` are
 * considered.
 * @returns the number of messages queued
 */
export async function adoptOrphans(
  tx: Tx,
  sessionId: number,
  { after, text }: { readonly after: Instant; readonly text: string },
): Promise<number> {
  const rows = await tx.query(sql`
    insert into fix_delivery (message_id, session_id, roll, seq_num, refusal_kind, refusal_text)
    select distinct on (m.roll, m.seq_num) m.id, m.session_id, m.roll, m.seq_num, 'FAULT', ${text}
    from fix_message m join fix_session s on s.id = m.session_id
    where m.session_id = ${sessionId} and m.direction = 'IN' and m.roll < s.roll
      and m.at > ${after} and m.seq_num is not null
      and m.msg_type not in ('garbled', '0', '1', '2', '3', '4', '5', 'A')
      and not exists (
        select from fix_delivery d
        where d.session_id = m.session_id and d.roll = m.roll and d.seq_num = m.seq_num)
    order by m.roll, m.seq_num, m.id
    on conflict do nothing
    returning 1 as one`);
  return rows.length;
}
