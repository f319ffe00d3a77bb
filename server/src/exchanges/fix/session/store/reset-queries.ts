// SQL for resets of both numbers, which need a second person's approval.

import { present } from '../../../../platform/assert.js';
import type { Database, Instant, Tx } from '../../../../platform/database/database.js';
import { countRows } from '../../../../platform/database/list-query.js';
import { sql } from '../../../../platform/database/sql.js';

export const RESET_STATES = ['PENDING', 'DONE', 'REJECTED'] as const;
export type ResetState = (typeof RESET_STATES)[number];

/** The requester or the approver, as named in the audit log. */
export interface ResetPerson {
  readonly kind: string;
  readonly id: bigint;
  readonly name: string;
}

export interface StoredReset {
  readonly id: bigint;
  readonly sessionId: number;
  readonly state: ResetState;
  readonly reason: string;
  readonly nextOut: number | null;
  readonly nextIn: number | null;
  readonly askedByKind: string;
  readonly askedById: bigint;
  readonly askedBy: string;
  readonly askedAt: Instant;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReason: string | null;
}

const COLUMNS = sql`id, session_id as "sessionId", state, reason, next_out_seq_num as "nextOut",
  next_in_seq_num as "nextIn", asked_by_kind as "askedByKind", asked_by_id as "askedById",
  asked_by as "askedBy", asked_at as "askedAt", decided_by as "decidedBy",
  decided_at as "decidedAt", decision_reason as "decisionReason"`;

/** Locks the session and returns it; undefined if it does not exist. */
export async function lockSession(tx: Tx, sessionId: bigint): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from fix_session where id = ${sessionId} for update`,
  );
  return rows[0]?.id;
}

/** Reads the session's pending reset, if any. */
export async function pendingReset(tx: Tx, sessionId: number): Promise<StoredReset | undefined> {
  const rows = await tx.query<StoredReset>(sql`
    select ${COLUMNS} from fix_session_reset
    where session_id = ${sessionId} and state = 'PENDING'`);
  return rows[0];
}

interface ResetRequest {
  readonly id: bigint;
  readonly sessionId: number;
  readonly reason: string;
  readonly by: ResetPerson;
  readonly at: Instant;
}

/** Stores the request for a reset. */
export async function insertReset(tx: Tx, request: ResetRequest): Promise<StoredReset> {
  const rows = await tx.query<StoredReset>(sql`
    insert into fix_session_reset
      (id, session_id, state, reason, asked_by_kind, asked_by_id, asked_by, asked_at)
    values (${request.id}, ${request.sessionId}, 'PENDING', ${request.reason}, ${request.by.kind},
      ${request.by.id}, ${request.by.name}, ${request.at})
    returning ${COLUMNS}`);
  return present(rows[0], 'an inserted reset is returned');
}

/** Locks a reset and returns it; undefined if it does not exist. */
export async function lockReset(tx: Tx, id: bigint): Promise<StoredReset | undefined> {
  const rows = await tx.query<StoredReset>(
    sql`select ${COLUMNS} from fix_session_reset where id = ${id} for update`,
  );
  return rows[0];
}

export interface ResetDecision {
  readonly id: bigint;
  readonly state: 'DONE' | 'REJECTED';
  readonly reason?: string | undefined;
  readonly by: ResetPerson;
  readonly at: Instant;
}

/** Stores a decision together with the session's current numbers. */
export async function decideReset(tx: Tx, decision: ResetDecision): Promise<StoredReset> {
  const { id, state, reason, by, at } = decision;
  const rows = await tx.query<StoredReset>(sql`
    update fix_session_reset set state = ${state}, decided_by_kind = ${by.kind},
      decided_by_id = ${by.id}, decided_by = ${by.name}, decided_at = ${at},
      decision_reason = ${reason ?? null},
      next_out_seq_num = (select s.next_out_seq_num from fix_session s where s.id = session_id),
      next_in_seq_num = (select s.next_in_seq_num from fix_session s where s.id = session_id)
    where id = ${id} returning ${COLUMNS}`);
  return present(rows[0], 'a decided reset is returned');
}

interface ResetFilter {
  readonly state: ResetState | undefined;
  /** The last id on the previous page; only older resets are read. */
  readonly before: bigint | null;
  readonly limit: number;
  readonly offset: number;
}

/** Reads one page of resets, newest first. */
export function listResets(db: Database, filter: ResetFilter): Promise<StoredReset[]> {
  const { state = null, before, limit, offset } = filter;
  return db.query<StoredReset>(sql`
    select ${COLUMNS} from fix_session_reset
    where (${state}::text is null or state = ${state})
      and (${before}::bigint is null or id < ${before})
    order by id desc limit ${limit} offset ${offset}`);
}

/** Counts the resets in one state or in all. */
export function countResets(db: Database, state: ResetState | undefined): Promise<bigint> {
  const wanted = state ?? null;
  return countRows(
    db,
    sql`
    select count(*) from fix_session_reset where ${wanted}::text is null or state = ${wanted}`,
  );
}
