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

/** A position in rights that have ended, and the corporate action that ended them. */
export interface EndedRights {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly quantity: bigint;
  readonly eventName: string;
}

interface LastFill {
  readonly order_id: bigint;
  readonly exec_id: string;
  readonly report: ExchangeReport;
  readonly text: string;
}

/**
 * Opens a work item RIGHTS_ENDED for each position that the last fill, bust or correction of its
 * security has left in rights that have ended. There is one item per such report, also once a
 * person has closed it. Returns the number of items.
 */
export async function reportEndedRights(
  work: Work,
  positions: readonly EndedRights[],
): Promise<number> {
  const fills = await work.tx.query<LastFill>(sql`
    select x.order_id, x.exec_id,
      'Corporate action ' || p."eventName" || ' has ended the rights. The portfolio has '
        || p.quantity || ' of them after this report of the exchange'
        || coalesce(': ' || x.message_text, '.') as text,
      jsonb_build_object('exchangeId', x.exchange_id, 'message', 'EXECUTION_REPORT',
        'clOrdId', x.cl_ord_id, 'ordStatus', x.ord_status, 'exchangeOrderId', x.exchange_order_id,
        'execId', case x.entry_no when 1 then x.exec_id
          else regexp_replace(x.exec_id, '^' || x.entry_no || '/', '') end,
        'execType', x.exec_type, 'execRefId', x.exec_ref_id, 'lastQuantity', x.quantity,
        'lastPrice', x.price, 'tradeDate', x.trade_date) as report
    from jsonb_to_recordset(${toJson(positions)}::jsonb) as p("portfolioId" bigint,
      "securityId" bigint, quantity bigint, "eventName" text)
    cross join lateral (
      select e.* from trade_order t join execution_report e on e.order_id = t.id
      where t.portfolio_id = p."portfolioId" and t.security_id = p."securityId"
        and e.kind is not null
      order by e.id desc limit 1
    ) x
    where not exists (
      select from unmatched_report u
      where u.order_id = x.order_id and u.exec_id = x.exec_id and u.reason = 'RIGHTS_ENDED')
    order by x.id`);
  const items = fills.map(({ order_id: orderId, exec_id: execId, ...fill }) => ({
    ...{ ...fill, orderId, execId, reason: 'RIGHTS_ENDED' as const },
  }));
  await insertItems(work, items);
  return items.length;
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
