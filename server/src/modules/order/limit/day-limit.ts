// The limit on what a customer may buy in a day, over all their orders.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { formatMoney } from '../../../platform/money/money.js';
import { orderProblems } from '../problems.js';
import type { OrderRow } from '../record/order.js';

/** A buy as it counts towards the limit. */
type DayBuy = Pick<OrderRow, 'order_type' | 'customer_id' | 'currency' | 'business_date'>;

/** The value of a buy, and what the customer's day may come to. */
interface DayValue {
  readonly minor: bigint;
  readonly mostMinor: bigint | undefined;
}

/** Whose buys, in which currency. */
type Buyer = Pick<DayBuy, 'customer_id' | 'currency'>;

/** What customers bought on a day, by `dayKeyOf`. */
export type DayValues = ReadonlyMap<string, bigint>;

/** The key of a customer's day. */
export function dayKeyOf({ customer_id, currency }: Buyer): string {
  return `${customer_id} ${currency}`;
}

/**
 * What these customers bought on a business date but for one order: live buys as a whole, ended
 * ones by what was filled. Call it when their accounts are locked, so that of two buys at
 * once the later one sees the earlier.
 */
export async function dayValues(
  tx: Tx,
  buyers: readonly Buyer[],
  { date, except }: { readonly date: BusinessDate; readonly except?: bigint },
): Promise<DayValues> {
  if (buyers.length === 0) return new Map();
  const rows = await tx.query<Buyer & { bought: bigint }>(sql`
    select customer_id, currency, sum(order_value_minor)::bigint as bought
    from trade_order
    where customer_id = any(${buyers.map(({ customer_id }) => customer_id)}::bigint[])
      and business_date = ${date} and order_type = 'BUY' and id <> ${except ?? 0n}
    group by customer_id, currency`);
  return new Map(rows.map((row) => [dayKeyOf(row), row.bought]));
}

/** Refuses DAY_VALUE_LIMIT_EXCEEDED where a buy and the others of the day would be worth more. */
export function requireDayValue(buy: DayBuy, value: DayValue, others: bigint): void {
  if (buy.order_type !== 'BUY' || value.mostMinor === undefined) return;
  if (others + value.minor <= value.mostMinor) return;
  const most = formatMoney({ minor: value.mostMinor, currency: buy.currency });
  const detail = `buys of ${buy.business_date} may be worth at most ${most} together`;
  throw refuseMember(orderProblems.DAY_VALUE_LIMIT_EXCEEDED, 'quantityRequested', detail);
}

/**
 * Reads the other buys of the day and refuses as `requireDayValue` does. Call it after the buy's
 * hold is set, which locks the customer's account.
 */
export async function requireDayLimit(
  tx: Tx,
  buy: DayBuy & Pick<OrderRow, 'id'>,
  value: DayValue,
): Promise<void> {
  if (buy.order_type !== 'BUY' || value.mostMinor === undefined) return;
  const bought = await dayValues(tx, [buy], { date: buy.business_date, except: buy.id });
  requireDayValue(buy, value, bought.get(dayKeyOf(buy)) ?? 0n);
}
