// SQL for stored replacement requests.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type OrderRow, orderLabel } from '../record/order.js';

/** An order's complete new terms. */
export interface Replacement {
  readonly quantity: bigint;
  readonly limit_price: Decimal | null;
  readonly worst_price: Decimal;
  readonly worst_accrued: Decimal;
  readonly order_term_id: bigint;
  readonly order_end_date: Instant | null;
  readonly expire_date: BusinessDate;
  readonly trade_dates_max: number;
  readonly do_not_adjust: boolean;
  /**
   * The quantity and last day sent to the exchange; null until an adapter has taken the request.
   */
  readonly told_quantity: bigint | null;
  readonly told_last_day: BusinessDate | null;
}

/** Reads the replacement that waits for the exchange's answer, if any. */
export async function replacementOf(
  tx: Tx,
  order: Pick<OrderRow, 'exchange_id' | 'pending_cl_ord_id'>,
): Promise<Replacement | undefined> {
  if (order.pending_cl_ord_id === null) return undefined;
  const [terms] = await tx.query<Replacement>(sql`
    select quantity, limit_price, worst_price, worst_accrued, order_term_id, order_end_date,
      expire_date, trade_dates_max, do_not_adjust, told_quantity, told_last_day
    from exchange_instruction
    where exchange_id = ${order.exchange_id} and cl_ord_id = ${order.pending_cl_ord_id}
      and kind = 'REPLACE'`);
  return terms;
}

/**
 * Stores an order's new terms. The quantity is either reported by the exchange or computed by the
 * pure rule.
 */
export async function takeOverTerms(tx: Tx, order: OrderRow, terms: Replacement): Promise<void> {
  const label = orderLabel({
    side: order.order_type,
    quantity: terms.quantity,
    security: order.security_name,
    priceType: order.price_type,
    limitPrice: terms.limit_price,
    currency: order.currency,
  });
  await tx.query(sql`
    update trade_order set label = ${label}, quantity = ${terms.quantity},
      limit_price = ${terms.limit_price?.toFixed() ?? null}::numeric,
      worst_price = ${terms.worst_price.toFixed()}::numeric,
      worst_accrued = ${terms.worst_accrued.toFixed()}::numeric,
      order_term_id = ${terms.order_term_id},
      order_end_date = ${terms.order_end_date}, expire_date = ${terms.expire_date},
      trade_dates_max = ${terms.trade_dates_max}, do_not_adjust = ${terms.do_not_adjust}
    where id = ${order.id}`);
}
