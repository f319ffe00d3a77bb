// SQL that stores work items: reports, each with the reason why a person must review it.

import type { Work } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { UnmatchedReason } from './unmatched-reason.js';

/** A work item to store. */
interface NewItem {
  readonly report: ExchangeReport;
  readonly reason: UnmatchedReason;
  readonly orderId: bigint | undefined;
  /** The ExecID that identifies the item; null for a report without an ExecID. */
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

/** A position in expired rights, and the corporate action that ended them. */
export interface EndedRights {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly quantity: bigint;
  readonly eventName: string;
}

/** The work item for a position. If units were moved into the position by hand, it has no order. */
interface EndedItem {
  readonly orderId: bigint | null;
  readonly execId: string;
  readonly report: ExchangeReport;
  readonly text: string;
}

/**
 * Opens a RIGHTS_ENDED work item for each position in expired rights. The item shows the position's
 * last change: the exchange's last fill, bust or correction, or any later movement without an
 * order, such as a transfer. Each such change gets only one item, even after a person has closed
 * it. Returns the number of new items.
 */
export async function reportEndedRights(
  work: Work,
  positions: readonly EndedRights[],
): Promise<number> {
  const items = await work.tx.query<EndedItem>(sql`
    select c.order_id as "orderId", c.exec_id as "execId", c.report,
      'Corporate action ' || p."eventName" || ' has ended the rights. ' || c.text as text
    from jsonb_to_recordset(${toJson(positions)}::jsonb) as p("portfolioId" bigint,
      "securityId" bigint, quantity bigint, "eventName" text)
    cross join lateral (
      ${lastReport()}
      union all
      ${lastMovement()}
      order by is_movement desc limit 1
    ) c
    where not exists (
      select from unmatched_report u
      where u.order_id is not distinct from c.order_id and u.exec_id = c.exec_id
        and u.cl_ord_id = c.report ->> 'clOrdId' and u.reason = 'RIGHTS_ENDED'
        and u.exchange_id = (c.report ->> 'exchangeId')::bigint)
    order by p."portfolioId"`);
  await insertItems(
    work,
    items.map(({ orderId, ...item }) => ({
      ...{ ...item, orderId: orderId ?? undefined, reason: 'RIGHTS_ENDED' as const },
    })),
  );
  return items.length;
}

// The last exchange report that moved a position `p`.
function lastReport(): Sql {
  return sql`(
    select false as is_movement, x.order_id, x.exec_id,
      'The portfolio has ' || p.quantity || ' of them after this report of the exchange'
        || coalesce(': ' || x.message_text, '.') as text,
      jsonb_build_object('exchangeId', x.exchange_id, 'message', 'EXECUTION_REPORT',
        'clOrdId', x.cl_ord_id, 'ordStatus', x.ord_status, 'exchangeOrderId', x.exchange_order_id,
        'execId', case x.entry_no when 1 then x.exec_id
          else regexp_replace(x.exec_id, '^' || x.entry_no || '/', '') end,
        'execType', x.exec_type, 'execRefId', x.exec_ref_id, 'lastQuantity', x.quantity,
        'lastPrice', x.price, 'tradeDate', x.trade_date) as report
    from trade_order t join execution_report x on x.order_id = t.id
    where t.portfolio_id = p."portfolioId" and t.security_id = p."securityId"
      and x.kind is not null
    order by x.id desc limit 1)`;
}

// The last movement of a position `p` without an order, if it came after all fills. Movements from
// elections and deliveries are excluded, because they result from other causes. The movement
// identifies the item, because there is no exchange report.
function lastMovement(): Sql {
  return sql`(
    select true, null::bigint, 'MOVEMENT ' || m.id,
      'Portfolio ' || f.name || ' has ' || p.quantity || ' of ' || s.name || ' after '
        || abs(m.quantity) || case when m.quantity < 0 then ' left it' else ' came into it' end
        || ' on ' || m.effective_date || ' without an order (' || m.kind || ').',
      jsonb_build_object('exchangeId', s.exchange_id, 'message', 'EXECUTION_REPORT',
        'clOrdId', 'MOVEMENT ' || m.id, 'ordStatus', 'FILLED', 'execId', 'MOVEMENT ' || m.id,
        'tradeDate', m.effective_date)
    from (
      select * from holding_movement
      where portfolio_id = p."portfolioId" and security_id = p."securityId"
        and source_type not in ('CONTRACT_NOTE', 'ELECTION', 'DELIVERY')
      order by id desc limit 1
    ) m
    join portfolio f on f.id = m.portfolio_id
    join security s on s.id = m.security_id
    where m.source_type <> 'EXECUTION')`;
}

/** Identifies an earlier open work item `u` about the same ClOrdID with the same reason. */
interface KeptBefore {
  readonly exchangeId: bigint;
  readonly clOrdId: string;
  readonly reason: UnmatchedReason;
  readonly execId: string | null;
  /**
   * Whether the new report is redundant even if its numbers differ from those in the stored report.
   */
  readonly isRepeatable: boolean;
}

/** The properties in which duplicate reports may differ. */
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
