// Reports that could not be booked, or contradict their order: each is a work item until somebody
// resolves it, never dropped.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../platform/context.js';
import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { inOffices } from '../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../platform/database/sql.js';
import { PAGE_BS, pageFrom, pageOf } from '../../platform/http/paging.js';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import type { Outcome, Page } from '../../platform/http/route.js';
import { shownStamp } from '../../platform/http/stamp.js';
import { refuseStale } from '../../platform/http/version.js';
import { toJson } from '../../platform/json.js';
import type { ExchangeReport } from './exchange-port.js';
import { orderProblems } from './problems.js';
import { describe } from './report-reading.js';
import type { UnmatchedReason } from './unmatched-reason.js';
import type { UnmatchedReportQuery } from './unmatched-report-schema.js';

interface Kept {
  readonly reason: UnmatchedReason;
  readonly orderId?: bigint;
}

/** Keeps a report as a work item. The same one again (a status answer at every logon) adds none. */
export async function keepUnmatched(
  work: Work,
  report: ExchangeReport,
  { reason, orderId }: Kept,
): Promise<'UNMATCHED'> {
  // The ExecID of a status answer is new each time.
  const execId = report.execType === 'I' ? null : (report.execId ?? null);
  const [kept] = await work.tx.query<{ id: bigint }>(sql`
    insert into unmatched_report (exchange_id, order_id, cl_ord_id, exec_id, reason, message_text,
      report, received_at, created_by, created_at, modified_by, modified_at)
    select ${report.exchangeId}, ${orderId ?? null}, ${report.clOrdId}, ${execId}::text, ${reason},
      ${describe(report)}, ${toJson(report)}::jsonb, ${work.now}, ${work.principal.name},
      ${work.now}, ${work.principal.name}, ${work.now}
    where not exists (
      select from unmatched_report
      where exchange_id = ${report.exchangeId} and cl_ord_id = ${report.clOrdId} and not resolved
        and reason = ${reason} and exec_id is not distinct from ${execId}::text
    ) returning id`);
  if (kept === undefined) return 'UNMATCHED';
  work.context.metrics.events.inc({ name: 'unmatched-report' });
  work.events.push({ type: 'exchange-report.unmatched', subjectId: kept.id });
  return 'UNMATCHED';
}

/** A report that was booked and contradicts its order. */
export interface Contradiction {
  readonly orderId: bigint;
  readonly report: ExchangeReport;
  readonly reason: UnmatchedReason;
}

/**
 * Keeps contradictions as work items, in one statement. While one of a reason is open about an
 * order, further ones add nothing: whoever settles it looks at the whole order.
 */
export async function keepContradictions(
  work: Work,
  found: readonly Contradiction[],
): Promise<void> {
  if (found.length === 0) return;
  const first = new Map<string, Contradiction>();
  for (const each of found) {
    const key = `${each.orderId} ${each.reason}`;
    if (!first.has(key)) first.set(key, each);
  }
  const rows = [...first.values()].map(({ orderId, report, reason }, place) => ({
    place,
    orderId,
    reason,
    report,
    text: describe(report),
  }));
  const kept = await work.tx.query<{ id: bigint; reason: UnmatchedReason }>(sql`
    insert into unmatched_report (exchange_id, order_id, cl_ord_id, exec_id, reason, message_text,
      report, received_at, created_by, created_at, modified_by, modified_at)
    select (r.report ->> 'exchangeId')::bigint, r."orderId", r.report ->> 'clOrdId',
      r.report ->> 'execId', r.reason, r."text", r.report, ${work.now}, ${work.principal.name},
      ${work.now}, ${work.principal.name}, ${work.now}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r(place integer, "orderId" bigint,
      reason text, report jsonb, "text" text)
    where not exists (
      select from unmatched_report u
      where u.order_id = r."orderId" and u.reason = r.reason and not u.resolved)
    order by r.place
    returning id, reason`);
  for (const { id } of kept) {
    work.context.metrics.events.inc({ name: 'unmatched-report' });
    work.events.push({ type: 'exchange-report.unmatched', subjectId: id });
  }
}

/**
 * Keeps a report that booking failed on again and again, so that those behind it get through. Its
 * order's fate is in doubt until somebody has applied it.
 */
export async function setReportAside(work: Work, report: ExchangeReport): Promise<'UNMATCHED'> {
  const ids = [report.clOrdId, report.origClOrdId ?? report.clOrdId];
  const [order] = await work.tx.query<{ id: bigint }>(sql`
    select id from trade_order where id = (
      select order_id from exchange_instruction
      where exchange_id = ${report.exchangeId} and cl_ord_id = any(${ids})
      order by cl_ord_id = ${report.clOrdId} desc limit 1
    ) for update`);
  return keepUnmatched(work, report, {
    reason: 'NOT_BOOKED',
    ...(order === undefined ? {} : { orderId: order.id }),
  });
}

/** A work item as it is stored. */
export interface UnmatchedRow {
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
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

// A report about an order nobody knows belongs to no office: only who sees all offices sees it.
function visible(call: Pick<Call, 'principal'>): Sql {
  return inOffices(sql`t.office_id`, call.principal.offices);
}

const FROM: Sql = sql`
  from unmatched_report u
  join exchange e on e.id = u.exchange_id
  left join trade_order t on t.id = u.order_id`;

/** The work items, the oldest first. */
export async function unmatchedReports(
  call: Call,
  query: Static<typeof UnmatchedReportQuery>,
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const where = joinSql(
    [
      visible(call),
      ...(query.resolved === undefined ? [] : [sql`u.resolved = ${query.resolved}`]),
      ...(query.reason === undefined ? [] : [sql`u.reason = ${query.reason}`]),
    ],
    ' and ',
  );
  const rows = await call.db.query<UnmatchedRow>(sql`
    select u.*, e.name as exchange_name ${FROM}
    where ${where} and (${page.after}::bigint is null or u.id > ${page.after}::bigint)
    order by u.id limit ${page.limit + 1} offset ${page.offset}`);
  const [all] = await call.db.query<{ count: bigint }>(
    sql`select count(*) as count ${FROM} where ${where}`,
  );
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count: all?.count ?? 0n, result: kept.map((row) => toRecord(row, call.now)), nextAfter };
}

/** Closes a work item with what was found; 409 when it is closed already. */
export async function resolveUnmatchedReport(
  work: Work,
  request: { readonly id: bigint; readonly resolution: string },
): Promise<Outcome> {
  const row = await lockOpenReport(work, request.id);
  await storeResolution(work, row.id, request.resolution);
  return resolved(work, row, 'UNMATCHED_REPORT_RESOLVED');
}

/**
 * Locks a work item that the caller sees: 404 for any other, 409 for a closed one, 412 for another
 * version than the caller believes.
 */
export async function lockOpenReport(work: Work, id: bigint): Promise<UnmatchedRow> {
  const row = await lock(work, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if (row.resolved) throw refusal(orderProblems.REPORT_RESOLVED, { args: ['RESOLVED'] });
  refuseStale(work, row.version);
  return row;
}

/** Stores that a work item is closed, and why. */
export async function storeResolution(work: Work, id: bigint, resolution: string): Promise<void> {
  await work.tx.query(sql`
    update unmatched_report set resolved = true, resolution = ${resolution},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${id}`);
}

/** The reply about a work item that was closed. */
export async function resolved(work: Work, row: UnmatchedRow, msgCode: string): Promise<Outcome> {
  const after = await load(work.tx, row.id);
  return {
    msgCode,
    id: row.id,
    result: after === undefined ? {} : toRecord(after, work.now),
    version: row.version + 1n,
  };
}

async function lock(work: Work, id: bigint): Promise<UnmatchedRow | undefined> {
  const [row] = await work.tx.query<UnmatchedRow>(sql`
    select u.*, e.name as exchange_name ${FROM}
    where u.id = ${id} and ${visible(work)} for update of u`);
  return row;
}

async function load(on: Database | Tx, id: bigint): Promise<UnmatchedRow | undefined> {
  const [row] = await on.query<UnmatchedRow>(
    sql`select u.*, e.name as exchange_name ${FROM} where u.id = ${id}`,
  );
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
    resolved: row.resolved,
    resolution: row.resolution ?? undefined,
    ...shownStamp(row),
  };
}

function secondsBetween(earlier: Instant, later: Instant): bigint {
  return BigInt(Math.max(0, Math.floor((Date.parse(later) - Date.parse(earlier)) / 1_000)));
}
