// The limit on a customer's buys per day, across all their orders.

import type { Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { formatMoney } from '../../../platform/money/money.js';
import { orderProblems } from '../problems.js';
import type { OrderRow } from '../record/order.js';
import { dayKeyOf, dayValues } from './queries.js';

/** A buy that the limit applies to. */
type DayBuy = Pick<OrderRow, 'order_type' | 'customer_id' | 'currency' | 'business_date'>;

/** The value of a buy, and the customer's daily limit. */
interface DayValue {
  readonly minor: bigint;
  readonly maxMinor: bigint | undefined;
}

/** Refuses with DAY_VALUE_LIMIT_EXCEEDED if the buy plus the day's other buys exceed the limit. */
export function requireDayValue(buy: DayBuy, value: DayValue, others: bigint): void {
  if (buy.order_type !== 'BUY' || value.maxMinor === undefined) return;
  if (others + value.minor <= value.maxMinor) return;
  const most = formatMoney({ minor: value.maxMinor, currency: buy.currency });
  const detail = `purchases on ${buy.business_date} must not exceed ${most} in total`;
  throw refuseMember(orderProblems.DAY_VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
}

/**
 * Reads the day's other buys and checks the limit as `requireDayValue` does. Must be called after
 * the buy's hold is set, because setting the hold locks the customer's account.
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
