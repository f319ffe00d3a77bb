// SQL for sessions: numbers and messages, written in the same transaction as their effects.

import { present } from '../../../../platform/assert.js';
import type { Database, Tx } from '../../../../platform/database/database.js';
import { sql } from '../../../../platform/database/sql.js';
import type { SessionKey } from '../config.js';
import type { FixMessage } from '../message/message.js';
import type { SequenceState, SessionState } from '../state.js';

/** Thrown when another node has taken over the session. This node must then stop immediately. */
class OwnershipLost extends Error {
  constructor(sessionId: number) {
    super(`FIX session ${sessionId} is owned by another node now`);
    this.name = 'OwnershipLost';
  }
}

/** The row to write, and the fence that proves ownership. */
export interface SessionRef {
  readonly sessionId: number;
  readonly fence: bigint;
}

/** One message to log, in either direction. */
export interface MessageRow {
  readonly direction: 'IN' | 'OUT';
  readonly roll: number;
  readonly seqNum: number | null;
  readonly msgType: string;
  readonly clOrdId: string | null;
  readonly raw: Buffer;
  readonly atMs: number;
  /** The decoded message; only for inbound messages. */
  readonly read?: FixMessage;
}

/** Returns the id of a session's row. The row is created when the session is first used. */
export async function ensureSession(db: Database, key: SessionKey, nowMs: number): Promise<number> {
  const rows = await db.query<{ id: number }>(sql`
    with added as (
      insert into fix_session (begin_string, sender_comp_id, target_comp_id, qualifier, rolled_at)
      select ${key.beginString}, ${key.senderCompId}, ${key.targetCompId}, ${key.qualifier},
        ${isoTime(nowMs)}::timestamptz
      where not exists (
        select from fix_session
        where begin_string = ${key.beginString} and sender_comp_id = ${key.senderCompId}
          and target_comp_id = ${key.targetCompId} and qualifier = ${key.qualifier})
      on conflict do nothing returning id)
    select id from added
    union all
    select id from fix_session
    where begin_string = ${key.beginString} and sender_comp_id = ${key.senderCompId}
      and target_comp_id = ${key.targetCompId} and qualifier = ${key.qualifier}
    limit 1`);
  // Two nodes may add the row at the same time. The slower node finds it on its second attempt.
  return rows[0]?.id ?? ensureSession(db, key, nowMs);
}

/** Reads the numbers of a session, as last committed. */
export async function loadSequence(db: Database, sessionId: number): Promise<SequenceState> {
  const rows = await db.query<SequenceRow>(sql`
    select next_out_seq_num, next_in_seq_num, roll, rolled_at, reset_due
    from fix_session where id = ${sessionId}`);
  const row = present(rows[0], `FIX session ${sessionId} has no row`);
  return {
    nextOut: row.next_out_seq_num,
    nextIn: row.next_in_seq_num,
    roll: row.roll,
    rolledAtMs: Date.parse(row.rolled_at),
    resetDue: row.reset_due,
  };
}

interface SequenceRow {
  readonly next_out_seq_num: number;
  readonly next_in_seq_num: number;
  readonly roll: number;
  readonly rolled_at: string;
  readonly reset_due: boolean;
}

/**
 * Writes the numbers if this node still owns the session.
 * @throws OwnershipLost if another node has taken over the session.
 */
export async function saveSequence(tx: Tx, ref: SessionRef, state: SessionState): Promise<void> {
  const rows = await tx.query(sql`
    update fix_session
    set next_out_seq_num = ${state.nextOut}, next_in_seq_num = ${state.nextIn},
        roll = ${state.roll}, rolled_at = ${isoTime(state.rolledAtMs)}::timestamptz,
        phase = ${state.phase}, gap_from = ${state.gap === undefined ? null : state.nextIn},
        last_in_at = ${isoTime(state.lastInMs)}::timestamptz,
        last_out_at = ${isoTime(state.lastOutMs)}::timestamptz,
        heart_bt_int_seconds = ${Math.round(state.heartBtIntMs / 1_000)},
        reset_due = ${state.resetDue ?? false}
    where id = ${ref.sessionId} and fence = ${ref.fence}
    returning id`);
  if (rows.length === 0) throw new OwnershipLost(ref.sessionId);
}

/** Appends messages to the log in one statement, and returns their ids in the same order. */
export async function appendMessages(
  tx: Tx,
  ref: SessionRef,
  rows: readonly MessageRow[],
): Promise<readonly bigint[]> {
  if (rows.length === 0) return [];
  const added = await tx.query<{ id: bigint }>(sql`
    insert into fix_message
      (session_id, direction, roll, seq_num, msg_type, cl_ord_id, raw, at)
    select ${ref.sessionId}::int, * from unnest(
      ${rows.map((row) => row.direction)}::text[], ${rows.map((row) => row.roll)}::int[],
      ${rows.map((row) => row.seqNum)}::int[], ${rows.map((row) => row.msgType)}::text[],
      ${rows.map((row) => row.clOrdId)}::text[], ${rows.map((row) => row.raw)}::bytea[],
      ${rows.map((row) => isoTime(row.atMs))}::timestamptz[])
    returning id`);
  return added.map(({ id }) => id).sort((one, other) => (one < other ? -1 : 1));
}

/** Removes the number from a logged message, so that the next message gets that number. */
export async function freeNumber(
  tx: Tx,
  { sessionId }: SessionRef,
  { roll, seqNum }: { readonly roll: number; readonly seqNum: number },
): Promise<void> {
  await tx.query(sql`
    update fix_message set seq_num = null
    where session_id = ${sessionId} and roll = ${roll} and seq_num = ${seqNum}
      and direction = 'OUT'`);
}

/** A sent message as stored. */
export interface StoredMessage {
  readonly seqNum: number;
  readonly raw: Buffer;
}

/** A range of sent messages; both bounds are inclusive. */
interface SentRange {
  readonly sessionId: number;
  readonly roll: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a range of messages as they were sent, ordered by number. The caller keeps the range short.
 */
export async function readSent(db: Database, range: SentRange): Promise<StoredMessage[]> {
  const rows = await db.query<{ seq_num: number; raw: Buffer }>(sql`
    select seq_num, raw from fix_message
    where session_id = ${range.sessionId} and roll = ${range.roll} and direction = 'OUT'
      and seq_num between ${range.from} and ${range.to}
    order by seq_num`);
  return rows.map((row) => ({ seqNum: row.seq_num, raw: row.raw }));
}

/** Records that no connection is open any more. The numbers do not change. */
export async function saveEnded(db: Database, ref: SessionRef): Promise<void> {
  await db.query(sql`
    update fix_session set phase = 'ended', gap_from = null, owner = null
    where id = ${ref.sessionId} and fence = ${ref.fence}`);
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Decisions about a session that are made outside the node that runs it. */
interface SessionControl {
  /** True if an operator keeps the session logged out. */
  readonly held: boolean;
  /**
   * The session's fence. It differs from the owner's if another node has taken over the session or
   * a person has reset it.
   */
  readonly fence: bigint;
}

/** Reads the decisions of an operator or another node. */
export async function readControl(db: Database, sessionId: number): Promise<SessionControl> {
  const rows = await db.query<SessionControl>(
    sql`select held, fence from fix_session where id = ${sessionId}`,
  );
  return present(rows[0], `FIX session ${sessionId} has no row`);
}

/**
 * Keeps a session logged out, or lets it log on again. Its node applies the change within seconds.
 * @returns false if there is no such session.
 */
export async function setHeld(tx: Tx, sessionId: number, held: boolean): Promise<boolean> {
  const rows = await tx.query(
    sql`update fix_session set held = ${held} where id = ${sessionId} returning id`,
  );
  return rows.length > 0;
}

/**
 * Restarts both numbers of a session at 1, on an operator's request. This raises the fence, so the
 * node that owns the session loses it and reconnects with the new numbers. An initiator then
 * notifies the counterparty with ResetSeqNumFlag.
 */
export async function resetSequence(tx: Tx, sessionId: number, nowMs: number): Promise<void> {
  await tx.query(sql`
    update fix_session
    set next_out_seq_num = 1, next_in_seq_num = 1, roll = roll + 1,
        rolled_at = ${isoTime(nowMs)}::timestamptz, fence = fence + 1, reset_due = true
    where id = ${sessionId}`);
}

/** Reads the fence of a session; undefined if there is no such session. */
export async function readFence(db: Database, sessionId: number): Promise<bigint | undefined> {
  const rows = await db.query<{ fence: bigint }>(
    sql`select fence from fix_session where id = ${sessionId}`,
  );
  return rows[0]?.fence;
}

interface SentRow {
  readonly msg_type: string;
  readonly cl_ord_id: string | null;
  readonly raw: Buffer;
}

/**
 * Reads the message that we sent with this number since both sides last restarted at 1; undefined
 * if there is none.
 */
export async function selectSentMessage(
  tx: Tx,
  key: SessionKey,
  seqNum: number,
): Promise<SentRow | undefined> {
  const [row] = await tx.query<SentRow>(sql`
    select m.msg_type, m.cl_ord_id, m.raw
    from fix_session s
    join fix_message m on m.session_id = s.id and m.roll = s.roll and m.direction = 'OUT'
    where s.begin_string = ${key.beginString} and s.sender_comp_id = ${key.senderCompId}
      and s.target_comp_id = ${key.targetCompId} and s.qualifier = ${key.qualifier}
      and m.seq_num = ${seqNum}`);
  return row;
}
