// Day trading: what a portfolio both bought and sold of a security on one trade date. It follows
// from the executions alone, so that the same fills always come to the same charges.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { TradeSide } from '../fee/charge-rule.js';
import type { OrderRow } from '../trade/record.js';

/** Units that stand of one order's fills of a trade date. */
interface DealtOrder {
  readonly id: bigint;
  readonly side: TradeSide;
  readonly quantity: bigint;
}

/**
 * How many units of an order are day-traded, among all orders of a portfolio, security and date in
 * the order of their ids: as many units of each side as were dealt on both, the earliest orders
 * first.
 */
export function dayTradedOf(orders: readonly DealtOrder[], id: bigint): bigint {
  const order = orders.find((each) => each.id === id);
  if (order === undefined) return 0n;
  const both = lesser(unitsOf(orders, 'BUY'), unitsOf(orders, 'SELL'));
  const earlier = orders.filter((each) => each.id < id);
  const left = both - unitsOf(earlier, order.side);
  return left > 0n ? lesser(left, order.quantity) : 0n;
}

/** Units of an order's fills of a trade date that its portfolio dealt the other way as well. */
export async function dayTradedQuantity(
  tx: Tx,
  order: OrderRow,
  tradeDate: BusinessDate,
): Promise<bigint> {
  const dealt = await tx.query<DealtOrder>(sql`
    select t.id, t.order_type as side, d.quantity
    from trade_order t join order_trade_day d on d.order_id = t.id
    where t.portfolio_id = ${order.portfolio_id} and t.security_id = ${order.security_id}
      and d.trade_date = ${tradeDate}
    order by t.id`);
  return dayTradedOf(dealt, order.id);
}

function unitsOf(orders: readonly DealtOrder[], side: TradeSide): bigint {
  return orders.reduce((sum, each) => (each.side === side ? sum + each.quantity : sum), 0n);
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
