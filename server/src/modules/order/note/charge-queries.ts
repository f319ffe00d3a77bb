// Reads of what a customer dealt and was charged on a day, and the lock of the day.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { OrderRow } from '../record/order.js';
import { type DealtOrder, dayTradedOf } from '../rule/day-trade.js';

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
