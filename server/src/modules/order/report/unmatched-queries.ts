// SQL that stores work items. Each work item consists of a report and the reason why a person must
// look at it.

import type { Work } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { UnmatchedReason } from './unmatched-reason.js';

/** A work item that has not been stored yet. */
interface NewItem {
  readonly report: ExchangeReport;
  readonly reason: UnmatchedReason;
  readonly orderId: bigint | undefined;
  /** The ExecID that identifies the item; null for a report without one. */
  readonly execId: string | null;
  /** The report as readable text. */
  readonly text: string;
}

const NEVER = sql`false`;

/**
 * Stores work items in the given sequence with one statement, and raises an event for each. The
 * session is stored in its own column, not in the report.
 * @param isKnown whether an open work item `u` makes a new one `r` redundant
 */
export async function insertItems(
  work: Work,
  items: readonly NewItem[],
  isKnown: Sql = NEVER,
): Promise<void> {
  const { now, principal } = work;
  const rows = items.map((item, place) => ({ ...item, place }));
  const kept = await work.tx.query<{ id: bigint }>(sql`
    insert into unmatched_report (exchange_id, order_id, cl_ord_id, exec_id, reason, message_text,
      report, received_at, created_by, created_at, modified_by, modified_at, session_name)
    select (r.report ->> 'exchangeId')::bigint, r."orderId", r.report ->> 'clOrdId', r."execId",
      r.reason, r."text", r.report - 'sessionName', ${now}, ${principal.name}, ${now},
      ${principal.name}, ${now}, r.report ->> 'sessionName'
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r(place integer, "orderId" bigint,
      "execId" text, reason text, report jsonb, "text" text)
    where not exists (select from unmatched_report u where not u.resolved and ${isKnown})
    order by r.place
    returning id`);
  for (const { id } of kept) {
    work.events.push({ type: 'exchange-report.unmatched', subjectId: id });
    work.tx.afterCommit(() => work.context.metrics.events.inc({ name: 'unmatched-report' }));
  }
}

/** What identifies an earlier open work item `u` about the same ClOrdID with the same reason. */
interface KeptBefore {
  readonly exchangeId: bigint;
  readonly clOrdId: string;
  readonly reason: UnmatchedReason;
  readonly execId: string | null;
  /** Whether the report is redundant even if its numbers differ. */
  readonly isRepeatable: boolean;
}

/** The properties that may differ in a duplicate report. */
const REPEATED_OTHERWISE: readonly (keyof ExchangeReport)[] = [
  'text',
  'transactAt',
  'exchangeOrderId',
  'sessionName',
];

/** SQL condition: an open work item `u` contains the same report as a new one `r`. */
export function keepsSame({ exchangeId, clOrdId, reason, execId, isRepeatable }: KeptBefore): Sql {
  return sql`u.exchange_id = ${exchangeId} and u.cl_ord_id = ${clOrdId} and u.reason = ${reason}
      and coalesce(u.exec_id, '') = ${execId ?? ''}
      and (${isRepeatable} or u.exec_id is not null
        and u.report - ${REPEATED_OTHERWISE}::text[] = r.report - ${REPEATED_OTHERWISE}::text[])`;
}

/** SQL condition: an open work item `u` has the same order and reason as a new one `r`. */
export const SAME_ORDER_AND_REASON: Sql = sql`u.order_id = r."orderId" and u.reason = r.reason`;
