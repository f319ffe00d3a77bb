// SQL for reading stored messages, for operators: by session or by order, newest first.

import type { Database } from '../../../../platform/database/database.js';
import { countRows } from '../../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../../platform/database/sql.js';
import { decode } from '../message/decode.js';
import { type ShownField, shownFields } from '../message/field-word.js';
import { readable } from '../message/message.js';

type MessageChoice = Pick<MessageFilter, 'sessionId' | 'orderId' | 'clOrdId' | 'ownSide'>;

/**
 * Selects the messages to read. If neither of the first two properties is set, all sessions'
 * messages are read.
 */
interface MessageFilter {
  readonly sessionId?: number;
  /** One of our orders: selects messages in both directions with any ClOrdID used for the order. */
  readonly orderId?: bigint;
  /** Matches tag 11 of messages in both directions. */
  readonly clOrdId?: string;
  /** Excludes the counterparty's side of our sessions, which a demonstration stores too. */
  readonly ownSide?: boolean;
  /** The number of newest messages to skip. */
  readonly offset?: number;
  /** The last id on the previous page; only older messages are read. */
  readonly beforeId?: bigint;
  /** The maximum number of messages, which is the caller's page size. */
  readonly limit: number;
}

interface LoggedMessage {
  readonly id: bigint;
  readonly sessionId: number;
  readonly direction: 'IN' | 'OUT';
  readonly seqNum: number | null;
  readonly msgType: string;
  readonly at: string;
  /** The fields separated by |, or the raw bytes if the message is garbled. */
  readonly text: string;
  /** The fields with their names and meanings; undefined if the message is garbled. */
  readonly fields: readonly ShownField[] | undefined;
}

/** Reads one page of stored messages. */
export async function readMessages(db: Database, filter: MessageFilter): Promise<LoggedMessage[]> {
  const { beforeId, limit, offset = 0 } = filter;
  const conditions = conditionsOf(filter);
  if (beforeId !== undefined) conditions.push(sql`id < ${beforeId}`);
  const rows = await db.query<MessageRow>(sql`
    select id, session_id, direction, seq_num, msg_type, at, raw from fix_message
    where ${joinSql(conditions, ' and ')} order by id desc limit ${limit}
    offset ${offset}`);
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    direction: row.direction,
    seqNum: row.seq_num,
    msgType: row.msg_type,
    at: row.at,
    ...contentOf(row.raw),
  }));
}

/** Counts the stored messages that match. */
export function countMessages(db: Database, filter: MessageChoice): Promise<bigint> {
  return countRows(
    db,
    sql`select count(*) from fix_message where ${joinSql(conditionsOf(filter), ' and ')}`,
  );
}

function conditionsOf({ sessionId, orderId, clOrdId, ownSide }: MessageChoice): Sql[] {
  return [
    sql`true`,
    ...(sessionId === undefined ? [] : [sql`session_id = ${sessionId}`]),
    ...(orderId === undefined ? [] : [sql`cl_ord_id in (${clOrdIdsOf(orderId)})`]),
    ...(clOrdId === undefined ? [] : [sql`cl_ord_id = ${clOrdId}`]),
    ...(ownSide === true ? [sql`session_id not in (${COUNTERPARTY_SESSIONS})`] : []),
  ];
}

const COUNTERPARTY_SESSIONS: Sql = sql`
  select s.id from fix_session s join exchange_connection c on c.protocol_name
    = s.begin_string || ':' || s.target_comp_id || '->' || s.sender_comp_id`;

// A cancel, a replacement and each new entry at the exchange all have their own ClOrdID.
function clOrdIdsOf(orderId: bigint): Sql {
  return sql`select i.cl_ord_id from exchange_instruction i where i.order_id = ${orderId}`;
}

interface MessageRow {
  readonly id: bigint;
  readonly session_id: number;
  readonly direction: 'IN' | 'OUT';
  readonly seq_num: number | null;
  readonly msg_type: string;
  readonly at: string;
  readonly raw: Buffer;
}

function contentOf(raw: Buffer): Pick<LoggedMessage, 'text' | 'fields'> {
  const { message } = decode(raw);
  return message === undefined || message.unreadable !== undefined
    ? { text: raw.toString('latin1').replaceAll('\u0001', '|'), fields: undefined }
    : { text: readable(message), fields: shownFields(message) };
}

/**
 * Deletes at most `rowsMax` messages older than an instant. Two kinds are never deleted: messages
 * sent since both numbers last restarted at 1, because a ResendRequest may request them, and
 * received messages that have not been booked yet.
 * @returns the number of messages deleted
 */
export async function deleteOldMessages(
  db: Database,
  old: { readonly before: string; readonly rowsMax: number },
): Promise<number> {
  const rows = await db.query(sql`
    delete from fix_message where id in (
      select m.id from fix_message m join fix_session s on s.id = m.session_id
      where m.at < ${old.before}::timestamptz and (m.direction = 'IN' or m.roll < s.roll)
        and not exists (select from fix_delivery d where d.message_id = m.id and d.outcome is null)
      limit ${old.rowsMax})
    returning 1 as one`);
  return rows.length;
}
