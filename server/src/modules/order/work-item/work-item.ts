// Reports that could not be booked or that contradict their order. Each is a work item until a
// person resolves it. None is dropped.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { orderProblems } from '../problems.js';
import { disputeRecord } from './dispute-record.js';
import { countItems, lockItem, selectItem, selectItems, type UnmatchedRow } from './queries.js';
import type { UnmatchedReportQuery } from './schema.js';

/** Lists the work items, oldest first. */
export async function unmatchedReports(
  call: Call,
  query: Static<typeof UnmatchedReportQuery>,
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const rows = await selectItems(call, query, page);
  const count = await countItems(call, query);
  const { rows: kept, nextAfter } = pageFrom(rows, page);
  return { count, result: kept.map((row) => toRecord(row, call.now)), nextAfter };
}

/**
 * Locks a work item that the caller may see. Refuses any other item with 404 and a closed item with
 * 409. Refuses with 412 if the item's version is not the one that the caller expects.
 */
export async function lockOpenReport(work: Work, id: bigint): Promise<UnmatchedRow> {
  const row = await lockReport(work, id);
  refuseStale(work, row.version);
  return row;
}

/**
 * Locks a work item that the caller may see. Refuses any other item with 404, and a closed item
 * with 409.
 */
export async function lockReport(work: Work, id: bigint): Promise<UnmatchedRow> {
  const row = await lockItem(work, id);
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if (row.resolved) throw refusal(orderProblems.REPORT_RESOLVED, { args: ['RESOLVED'] });
  return row;
}

/** Returns the reply after a work item has changed. */
export async function changedReport(
  work: Work,
  row: UnmatchedRow,
  msgCode: string,
): Promise<Outcome> {
  const after = await selectItem(work.tx, row.id);
  return {
    msgCode,
    id: row.id,
    result: after === undefined ? {} : toRecord(after, work.now),
    version: row.version + 1n,
  };
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
