// Reports that could not be booked, or contradict their order: each is a work item until somebody
// resolves it, never dropped.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { orderProblems } from '../problems.js';
import type { UnmatchedReason } from '../report/unmatched-reason.js';
import { type DisputeColumns, disputeRecord } from './dispute-record.js';
import type { UnmatchedReportQuery } from './schema.js';

/** A work item as it is stored. */
export interface UnmatchedRow extends DisputeColumns {
  readonly id: bigint;
  readonly exchange_name: string;
  readonly order_id: bigint | null;
  readonly cl_ord_id: string;
  readonly exec_id: string | null;
  readonly reason: UnmatchedReason;
  readonly exchange_id: bigint;
  readonly message_text: string;
  readonly received_at: Instant;
  readonly resolved: boolean;
  readonly resolution: string | null;
  /** The settlement that waits for a second person. */
  readonly proposal_id: bigint | null;
  readonly proposed_by: string | null;
  readonly proposed_at: Instant | null;
  readonly session_name: string | null;
  readonly alarm_step: number;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/**
 * Restricts work items to what the caller sees; `t` is their order. A report about an order that is
 * not known belongs to no office: only who sees all offices sees it.
 */
export function visibleReports(call: Pick<Call, 'principal'>): Sql {
  return inOffices(sql`t.office_id`, call.principal.offices);
}

const FROM: Sql = sql`
  from unmatched_report u
  join exchange e on e.id = u.exchange_id
  left join trade_order t on t.id = u.order_id
  left join trade_dispute d on d.unmatched_report_id = u.id`;

/** The kind of a settlement that waits for a second person; its subject is the work item. */
export const SETTLEMENT = 'exchange-report-settlement';

const SELECT_ITEM: Sql = sql`
  select u.*, e.name as exchange_name, d.dk_reason, d.message_text as dispute_text,
    d.state as dispute_state, d.session_name as dispute_session, d.requested_by as disputed_by,
    d.requested_at as disputed_at, d.sent_at as dispute_sent_at, d.refusal_text as dispute_refusal,
    c.id as proposal_id, c.created_by as proposed_by, c.created_at as proposed_at
  ${FROM}
  left join lateral (
    select c.id, c.created_by, c.created_at from reference_change c
    where c.kind = ${SETTLEMENT} and c.subject = u.id::text and c.state = 'PENDING'
      and not u.resolved
    order by c.id desc limit 1
  ) c on true`;

/** The work items, the oldest first. */
export async function unmatchedReports(
  call: Call,
  query: Static<typeof UnmatchedReportQuery>,
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const where = joinSql(
    [
      visibleReports(call),
      ...(query.resolved === undefined ? [] : [sql`u.resolved = ${query.resolved}`]),
      ...(query.reason === undefined ? [] : [sql`u.reason = ${query.reason}`]),
    ],
    ' and ',
  );
  const rows = await call.db.query<UnmatchedRow>(sql`
    ${SELECT_ITEM}
    where ${where} and (${page.after}::bigint is null or u.id > ${page.after}::bigint)
    order by u.id limit ${page.limit + 1} offset ${page.offset}`);
  const [all] = await call.db.query<{ count: bigint }>(
    sql`select count(*) as count ${FROM} where ${where}`,
  );
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count: all?.count ?? 0n, result: kept.map((row) => toRecord(row, call.now)), nextAfter };
}

/**
 * Locks a work item that the caller sees: 404 for any other, 409 for a closed one, 412 for another
 * version than the caller believes.
 */
export async function lockOpenReport(work: Work, id: bigint): Promise<UnmatchedRow> {
  const row = await lockReport(work, id);
  refuseStale(work, row.version);
  return row;
}

/** Locks a work item that the caller sees: 404 for any other, 409 for a closed one. */
export async function lockReport(work: Work, id: bigint): Promise<UnmatchedRow> {
  const row = await lock(work, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if (row.resolved) throw refusal(orderProblems.REPORT_RESOLVED, { args: ['RESOLVED'] });
  return row;
}

/** Notes that the caller has changed a work item, whose version grows. */
export async function touchReport(work: Work, id: bigint): Promise<void> {
  await work.tx.query(sql`
    update unmatched_report set version = version + 1, modified_by = ${work.principal.name},
      modified_at = ${work.now}
    where id = ${id}`);
}

/** Stores that a work item is closed, and why. */
export async function storeResolution(work: Work, id: bigint, resolution: string): Promise<void> {
  await work.tx.query(sql`
    update unmatched_report set resolved = true, resolution = ${resolution},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${id}`);
}

/** The reply about a work item that was changed. */
export async function changedReport(
  work: Work,
  row: UnmatchedRow,
  msgCode: string,
): Promise<Outcome> {
  const after = await load(work.tx, row.id);
  return {
    msgCode,
    id: row.id,
    result: after === undefined ? {} : toRecord(after, work.now),
    version: row.version + 1n,
  };
}

// After a wait PostgreSQL reads the locked row again, but not the joined proposal and dispute, so
// these are read by a statement after the lock.
async function lock(work: Work, id: bigint): Promise<UnmatchedRow | undefined> {
  const [locked] = await work.tx.query(sql`
    select u.id ${FROM} where u.id = ${id} and ${visibleReports(work)} for update of u`);
  return locked === undefined ? undefined : load(work.tx, id);
}

async function load(on: Database | Tx, id: bigint): Promise<UnmatchedRow | undefined> {
  const [row] = await on.query<UnmatchedRow>(sql`${SELECT_ITEM} where u.id = ${id}`);
  return row;
}

function toRecord(row: UnmatchedRow, now: Instant): object {
  return {
    id: row.id,
    active: !row.resolved,
    name: row.cl_ord_id,
    label: `${row.reason} ${row.cl_ord_id}`,
    exchange: row.exchange_name,
    orderId: row.order_id ?? undefined,
    clOrdId: row.cl_ord_id,
    execId: row.exec_id ?? undefined,
    reason: row.reason,
    message: row.message_text,
    receivedDttm: row.received_at,
    ageSeconds: row.resolved ? undefined : secondsBetween(row.received_at, now),
    alarms: BigInt(row.alarm_step),
    resolved: row.resolved,
    resolution: row.resolution ?? undefined,
    dispute: disputeRecord(row),
    proposal: proposalOf(row),
    ...shownStamp(row),
  };
}

function proposalOf({ proposal_id, proposed_by, proposed_at }: UnmatchedRow): object | undefined {
  if (proposal_id === null) return undefined;
  return { changeId: proposal_id, proposedBy: proposed_by, proposedDttm: proposed_at };
}

function secondsBetween(earlier: Instant, later: Instant): bigint {
  return BigInt(Math.max(0, Math.floor((Date.parse(later) - Date.parse(earlier)) / 1_000)));
}
