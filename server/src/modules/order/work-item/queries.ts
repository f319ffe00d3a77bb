// SQL for stored work items, with their disputes and pending settlements.

import type { Static } from '@sinclair/typebox';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { UnmatchedReason } from '../report/unmatched-reason.js';
import type { DisputeReason } from './dispute-reason.js';
import type { UnmatchedReportQuery } from './schema.js';

/** The columns of a dispute, joined to its work item; all null if there is no dispute. */
export interface DisputeColumns {
  readonly dk_reason: DisputeReason | null;
  readonly dispute_text: string | null;
  readonly dispute_state: 'QUEUED' | 'SENT' | 'REFUSED' | null;
  readonly dispute_session: string | null;
  readonly disputed_by: string | null;
  readonly disputed_at: Instant | null;
  readonly dispute_sent_at: Instant | null;
  readonly dispute_refusal: string | null;
}

/** A work item as stored. */
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
  /** The proposed settlement that a second person must approve. */
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
 * SQL condition: the work items that the caller may see; `t` is their order. A report about an
 * unknown order belongs to no office, so only callers who may see all offices see it.
 */
export function visibleReports(call: Pick<Call, 'principal'>): Sql {
  return inOffices(sql`t.office_id`, call.principal.offices);
}

const FROM: Sql = sql`
  from unmatched_report u
  join exchange e on e.id = u.exchange_id
  left join trade_order t on t.id = u.order_id
  left join trade_dispute d on d.unmatched_report_id = u.id`;

/**
 * The change kind for a settlement that needs a second person's approval. Its subject is the work
 * item.
 */
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

/**
 * Records the caller as the last person to change a work item, and increments the item's version.
 */
export async function touchReport(work: Work, id: bigint): Promise<void> {
  await work.tx.query(sql`
    update unmatched_report set version = version + 1, modified_by = ${work.principal.name},
      modified_at = ${work.now}
    where id = ${id}`);
}

/** Marks a work item as closed, with the reason. */
export async function storeResolution(work: Work, id: bigint, resolution: string): Promise<void> {
  await work.tx.query(sql`
    update unmatched_report set resolved = true, resolution = ${resolution},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${id}`);
}

/**
 * Locks a work item that the caller may see; undefined if there is none. After waiting for a lock,
 * PostgreSQL re-reads the locked row but not the joined proposal and dispute, so a second statement
 * reads these.
 */
export async function lockItem(work: Work, id: bigint): Promise<UnmatchedRow | undefined> {
  const [locked] = await work.tx.query(sql`
    select u.id ${FROM} where u.id = ${id} and ${visibleReports(work)} for update of u`);
  return locked === undefined ? undefined : selectItem(work.tx, id);
}

/** Reads the work item with this id; undefined if there is none. */
export async function selectItem(on: Database | Tx, id: bigint): Promise<UnmatchedRow | undefined> {
  const [row] = await on.query<UnmatchedRow>(sql`${SELECT_ITEM} where u.id = ${id}`);
  return row;
}

/** SQL condition: the work items that match the filters. */
function matching(call: Call, query: Static<typeof UnmatchedReportQuery>): Sql {
  return joinSql(
    [
      visibleReports(call),
      ...(query.resolved === undefined ? [] : [sql`u.resolved = ${query.resolved}`]),
      ...(query.reason === undefined ? [] : [sql`u.reason = ${query.reason}`]),
    ],
    ' and ',
  );
}

/** Reads a page of the work items that the caller may see, plus one row if there is a next page. */
export function selectItems(
  call: Call,
  query: Static<typeof UnmatchedReportQuery>,
  page: PageRequest,
): Promise<UnmatchedRow[]> {
  return call.db.query<UnmatchedRow>(sql`
    ${SELECT_ITEM}
    where ${matching(call, query)}
      and (${page.after}::bigint is null or u.id > ${page.after}::bigint)
    order by u.id limit ${page.limit + 1} offset ${page.offset}`);
}

/** Counts the matching work items that the caller may see. */
export function countItems(
  call: Call,
  query: Static<typeof UnmatchedReportQuery>,
): Promise<bigint> {
  return countRows(call.db, sql`select count(*) as count ${FROM} where ${matching(call, query)}`);
}
