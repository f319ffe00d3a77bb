// SQL for orders that a corporate action changes on its ex-date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { ORDER } from '../limits.js';
import { type OrderRow, orderLabel } from '../record/order.js';
import { SELECT_ORDER } from '../record/queries.js';
import type { CuttableTerms } from '../rule/price-cut.js';

/** The orders affected by an ex-date: those in the security that were entered before the date. */
export interface ConcernedOrders {
  readonly securityId: bigint;
  readonly exDate: BusinessDate;
  /** The names of the corporate actions. Orders already processed for one of them are skipped. */
  readonly eventNames: readonly string[];
}

function concerned({ securityId, exDate, eventNames }: ConcernedOrders): Sql {
  return sql`t.order_status in ('BOOKED', 'EXECUTING') and t.security_id = ${securityId}
    and t.business_date < ${exDate}
    and not exists (select from order_adjustment a
      where a.order_id = t.id and a.event_name = any(${[...eventNames]}::text[]))`;
}

/** Locks a batch of affected orders, except those awaiting an answer from the exchange. */
export function lockConcerned(tx: Tx, orders: ConcernedOrders): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where ${concerned(orders)} and t.pending_cl_ord_id is null
    order by t.id limit ${ORDER.ordersPerBatch} for update of t`);
}

/**
 * Returns the ids of the orders whose terms have changed since a given time, because the exchange
 * restated them on its own initiative or accepted a requested replacement.
 */
export async function selectRestated(
  tx: Tx,
  rows: readonly OrderRow[],
  since: Instant | undefined,
): Promise<ReadonlySet<bigint>> {
  if (since === undefined || rows.length === 0) return new Set();
  const restated = await tx.query<{ order_id: bigint }>(sql`
    select r.order_id from (
      select distinct on (e.order_id) e.order_id,
        e.exec_type = 'D' or i.created_at >= ${since} as is_younger
      from execution_report e
      left join exchange_instruction i
        on i.exchange_id = e.exchange_id and i.cl_ord_id = e.cl_ord_id
      where e.order_id = any(${rows.map(({ id }) => id)}::bigint[])
        and e.received_at >= ${since} and e.exec_type in ('D', '5')
      order by e.order_id, e.id desc) r
    where r.is_younger`);
  return new Set(restated.map(({ order_id: id }) => id));
}

/** Counts the affected orders, including those awaiting an answer from the exchange. */
export async function countConcerned(on: Database | Tx, orders: ConcernedOrders): Promise<number> {
  const [row] = await on.query<{ count: bigint }>(sql`
    select count(*) as count from trade_order t where ${concerned(orders)}`);
  return Number(row?.count ?? 0n);
}

type OrderOutcome =
  | 'ADJUSTED'
  | 'REQUESTED'
  | 'RESTATED'
  | 'CANCELLED'
  | 'CANCEL_REQUESTED'
  | 'UNCHANGED';

/** The outcome for an order on an ex-date. */
export interface OrderAdjustment {
  readonly row: OrderRow;
  readonly outcome: OrderOutcome;
  readonly terms: CuttableTerms | undefined;
  readonly clOrdId: string | undefined;
  /** Whether the order is re-entered with these terms after it has been cancelled. */
  readonly reenters?: boolean;
}

/** Stores the outcome for orders, once for each corporate action on the ex-date. */
export async function insertAdjustments(
  work: Work,
  { eventNames, exDate }: ConcernedOrders,
  adjustments: readonly OrderAdjustment[],
): Promise<void> {
  if (adjustments.length === 0) return;
  const rows = adjustments.map(({ row, outcome, terms, clOrdId, reenters = false }) => ({
    ...{ orderId: row.id, outcome, clOrdId, reenters },
    oldQuantity: row.quantity,
    oldLimit: row.limit_price?.toFixed(),
    oldStop: row.stop_price?.toFixed(),
    newQuantity: terms && row.quantity_filled + terms.open,
    newLimit: terms?.limitPrice?.toFixed(),
    newStop: terms?.stopPrice?.toFixed(),
  }));
  await work.tx.query(sql`
    insert into order_adjustment (order_id, event_name, ex_date, outcome, cl_ord_id, old_quantity,
      old_limit_price, old_stop_price, new_quantity, new_limit_price, new_stop_price, adjusted_at,
      reenters)
    select r."orderId", e.name, ${exDate}, r.outcome, r."clOrdId", r."oldQuantity", r."oldLimit",
      r."oldStop", r."newQuantity", r."newLimit", r."newStop", ${work.now}, r.reenters
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r ("orderId" bigint, outcome text,
      "clOrdId" text, "oldQuantity" bigint, "oldLimit" numeric, "oldStop" numeric,
      "newQuantity" bigint, "newLimit" numeric, "newStop" numeric, reenters boolean)
    cross join unnest(${[...eventNames]}::text[]) as e (name)`);
}

// SQL condition: live orders whose quantity was changed by a corporate action's ratio.
function multipliedBy(eventName: string): Sql {
  return sql`t.order_status in ('BOOKED', 'EXECUTING') and exists (
    select from order_adjustment a
    where a.order_id = t.id and a.event_name = ${eventName}
      and a.outcome in ('ADJUSTED', 'REQUESTED', 'RESTATED') and a.new_quantity <> a.old_quantity)`;
}

/**
 * Locks a batch of live orders whose quantity a corporate action has changed, except those awaiting
 * an answer from the exchange.
 */
export function lockMultiplied(tx: Tx, eventName: string): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where ${multipliedBy(eventName)} and t.pending_cl_ord_id is null
    order by t.id limit ${ORDER.ordersPerBatch} for update of t`);
}

/** Returns whether there are still live orders whose quantity a corporate action has changed. */
export async function hasMultiplied(on: Database | Tx, eventName: string): Promise<boolean> {
  const rows = await on.query(sql`
    select from trade_order t where ${multipliedBy(eventName)} limit 1`);
  return rows.length > 0;
}

/**
 * Stores the new outcome for an order that ends because the corporate action that changed it has
 * been cancelled.
 */
export async function storeEnded(
  tx: Tx,
  eventName: string,
  { row, outcome, clOrdId }: Omit<OrderAdjustment, 'terms'>,
): Promise<void> {
  await tx.query(sql`
    update order_adjustment set outcome = ${outcome}, cl_ord_id = ${clOrdId ?? null}
    where order_id = ${row.id} and event_name = ${eventName}`);
}

/** Stores the terms of a locked order that is not at an exchange. */
export async function storeCutTerms(
  work: Work,
  row: OrderRow,
  { terms, worstPrice }: { readonly terms: CuttableTerms; readonly worstPrice: string },
): Promise<void> {
  const quantity = row.quantity_filled + terms.open;
  const label = orderLabel({
    side: row.order_type,
    quantity,
    security: row.security_name,
    priceType: row.price_type,
    limitPrice: terms.limitPrice ?? terms.stopPrice,
    currency: row.currency,
  });
  await work.tx.query(sql`
    update trade_order set label = ${label}, quantity = ${quantity},
      quantity_pending = ${terms.open},
      limit_price = ${terms.limitPrice?.toFixed() ?? null}::numeric,
      stop_price = coalesce(${terms.stopPrice?.toFixed() ?? null}::numeric, stop_price),
      worst_price = ${worstPrice}::numeric, version = version + 1,
      modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${row.id}`);
}

/** Stores the reason for cancelling orders. It replaces the exchange's text. */
export async function storeReason(
  tx: Tx,
  orderIds: readonly bigint[],
  reason: string,
): Promise<void> {
  await tx.query(sql`
    update trade_order set fix_message = ${reason}
    where id = any(${[...orderIds]}::bigint[])`);
}

/**
 * Reads the corporate actions for which the replacement with this ClOrdID was requested, and marks
 * the order as cancelled instead. Empty if the replacement was requested for another reason.
 */
export async function takeRefusedReplacement(
  tx: Tx,
  orderId: bigint,
  clOrdId: string,
): Promise<string[]> {
  const rows = await tx.query<{ event_name: string }>(sql`
    update order_adjustment set outcome = 'CANCEL_REQUESTED', new_quantity = null,
      new_limit_price = null, new_stop_price = null
    where order_id = ${orderId} and cl_ord_id = ${clOrdId} and outcome = 'REQUESTED'
    returning event_name`);
  return rows.map(({ event_name }) => event_name);
}
