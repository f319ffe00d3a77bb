// The limit on a customer's buys of one day, over all their orders.

import type { Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { formatMoney } from '../../../platform/money/money.js';
import { orderProblems } from '../problems.js';
import type { OrderRow } from '../record/order.js';
import { dayKeyOf, dayValues } from './queries.js';

/** A buy that the limit applies to. */
type DayBuy = Pick<OrderRow, 'order_type' | 'customer_id' | 'currency' | 'business_date'>;

/** The value of a buy, and the limit on the customer's day. */
interface DayValue {
  readonly minor: bigint;
  readonly maxMinor: bigint | undefined;
}

/** Refuses DAY_VALUE_LIMIT_EXCEEDED if the buy and the other buys of the day exceed the limit. */
export function requireDayValue(buy: DayBuy, value: DayValue, others: bigint): void {
  if (buy.order_type !== 'BUY' || value.maxMinor === undefined) return;
  if (others + value.minor <= value.maxMinor) return;
  const most = formatMoney({ minor: value.maxMinor, currency: buy.currency });
  const detail = `the buys of ${buy.business_date} must not exceed ${most} in total`;
  throw refuseMember(orderProblems.DAY_VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
}

/**
 * Reads the other buys of the day and checks the limit as `requireDayValue` does. Call it after the
 * hold of the buy is set, because that locks the customer's account.
 */
export async function requireDayLimit(
  tx: Tx,
  buy: DayBuy & Pick<OrderRow, 'id'>,
  value: DayValue,
): Promise<void> {
  if (buy.order_type !== 'BUY' || value.maxMinor === undefined) return;
  const bought = await dayValues(tx, [buy], { date: buy.business_date, except: buy.id });
  requireDayValue(buy, value, bought.get(dayKeyOf(buy)) ?? 0n);
}
