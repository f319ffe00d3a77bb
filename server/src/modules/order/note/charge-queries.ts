// SQL for a customer's trades and charges on a day, and for locking that day.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Trade } from '../fee/trade-cost.js';
import type { OrderRow } from '../record/order.js';
import { type DealtOrder, dayTradedOf } from '../rule/day-trade.js';

/**
 * Reads an order's day-traded units on a trade date: the filled units that the same portfolio also
 * traded on the other side.
 */
export async function dayTradedQuantity(
  tx: Tx,
  order: OrderRow,
  tradeDate: BusinessDate,
): Promise<bigint> {
  const dealt = await tx.query<DealtOrder>(sql`
    select t.id, t.order_type as side, d.quantity
    from trade_order t join order_trade_day d on d.order_id = t.id
    where t.portfolio_id = ${order.portfolio_id} and t.security_id = ${order.security_id}
      and d.trade_date = ${tradeDate} and t.custodian_settles = ${order.custodian_settles}
    order by t.id`);
  return dayTradedOf(dealt, order.id);
}

/** A customer and a trade date. */
interface CustomerDay {
  readonly customer_id: bigint;
  readonly tradeDate: BusinessDate;
}

/**
 * Locks customers' trade dates until the commit. Only one note per customer and date is charged at
 * a time, so two notes cannot both use the remainder of a daily maximum.
 */
export async function lockDays(tx: Tx, days: readonly CustomerDay[]): Promise<void> {
  if (days.length === 0) return;
  const keys = days.map(({ customer_id, tradeDate }) => `charges ${customer_id} ${tradeDate}`);
  await tx.query(sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended(name, 0) as key from unnest(${keys}::text[]) name
      order by key) k`);
}

/** Reads the charges of the customer's other orders on the date, by code. */
export async function chargedThatDay(
  work: Work,
  order: OrderRow,
  of: { readonly trade: Trade; readonly schedule: string },
): Promise<ReadonlyMap<string, bigint>> {
  const { tradeDate } = of.trade;
  const rows = await work.tx.query<{ code: string; minor: bigint }>(sql`
    select c.code, sum(c.amount_minor)::bigint as minor
    from contract_note n join contract_note_charge c on c.contract_note_id = n.id
    where n.customer_id = ${order.customer_id} and n.trade_date = ${tradeDate}
      and n.currency = ${order.currency} and n.tariff_name = ${of.schedule}
      and n.order_id <> ${order.id} and n.reversed_at is null
    group by c.code`);
  return new Map(rows.map(({ code, minor }) => [code, minor]));
}
