// The kept messages as an operator reads them: by session or by order, newest first.

import type { Database } from '../../../platform/database/database.js';
import { joinSql, sql } from '../../../platform/database/sql.js';
import { decode } from './decode.js';
import { readable } from './message.js';

/** Which messages to read; at least one of the first two should be given. */
export interface MessageFilter {
  readonly sessionId?: number;
  /** Matches tag 11 of messages in both directions. */
  readonly clOrdId?: string;
  /** Only messages older than this id: the last one of the page before. */
  readonly beforeId?: bigint;
  /** How many at most; the caller's page size. */
  readonly limit: number;
}

export interface LoggedMessage {
  readonly id: bigint;
  readonly sessionId: number;
  readonly direction: 'IN' | 'OUT';
  readonly seqNum: number | null;
  readonly msgType: string;
  readonly at: string;
  /** The fields with | between them, or the bytes as they came when they were garbled. */
  readonly text: string;
}

/** One page of kept messages. */
export async function readMessages(db: Database, filter: MessageFilter): Promise<LoggedMessage[]> {
  const { sessionId, clOrdId, beforeId, limit } = filter;
  const conditions = [
    ...(sessionId === undefined ? [] : [sql`session_id = ${sessionId}`]),
    ...(clOrdId === undefined ? [] : [sql`cl_ord_id = ${clOrdId}`]),
    ...(beforeId === undefined ? [] : [sql`id < ${beforeId}`]),
  ];
  const rows = await db.query<MessageRow>(sql`
    select id, session_id, direction, seq_num, msg_type, at, raw from fix_message
    where ${joinSql(conditions, ' and ')} order by id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    direction: row.direction,
    seqNum: row.seq_num,
    msgType: row.msg_type,
    at: row.at,
    text: textOf(row.raw),
  }));
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

function textOf(raw: Buffer): string {
  const { message } = decode(raw);
  return message === undefined
    ? raw.toString('latin1').replaceAll('\u0001', '|')
    : readable(message);
}
