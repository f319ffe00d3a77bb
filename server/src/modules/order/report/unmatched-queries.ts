// Work items stored: each is a report with the reason for which a person must look at it.

import type { Work } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { UnmatchedReason } from './unmatched-reason.js';

/** A work item before it is stored. */
interface NewItem {
  readonly report: ExchangeReport;
  readonly reason: UnmatchedReason;
  readonly orderId: bigint | undefined;
  /** By which ExecID the item is found; null for a report that is known by none. */
  readonly execId: string | null;
  /** The report for the people who look into it. */
  readonly text: string;
}

const NEVER = sql`false`;

/**
 * Stores work items in their sequence, in one statement, and tells each as an event. The session is
 * stored beside the report, not in it.
 * @param isKnown whether an open work item `u` makes a new one `r` superfluous
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
