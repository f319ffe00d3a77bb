// Sums over all orders that match the blotter's filters, by currency: a page cannot say them.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { ORDER_TOTAL } from '../record/queries.js';
import type { BlotterSummaryQuery } from '../schema.js';
import { blotterWhere } from './list.js';

/** Sums over orders of one currency, before they are shown. */
export interface OrderSumRow {
  readonly currency: string;
  readonly count: bigint;
  readonly live: bigint;
  readonly bought: Decimal;
  readonly sold: Decimal;
  readonly pending_minor: bigint;
}

// What the fills of an order `t` of a security `s` are worth, as `tradeValue` has it.
const FILLED_VALUE: Sql = sql`t.quantity_filled * t.average_price
  * case s.security_type when 'EQUITY' then 1 else coalesce(s.face_value, 100) / 100 end`;

/** What is selected of orders `t` of securities `s`, grouped by currency and perhaps by more. */
export const ORDER_SUMS: Sql = sql`t.currency, count(*) as count,
  count(*) filter (where t.order_status in ('BOOKED', 'EXECUTING')) as live,
  coalesce(sum(${FILLED_VALUE}) filter (where t.order_type = 'BUY'), 0) as bought,
  coalesce(sum(${FILLED_VALUE}) filter (where t.order_type = 'SELL'), 0) as sold,
  coalesce(sum(${ORDER_TOTAL}) filter
    (where t.order_status in ('BOOKED', 'EXECUTING')), 0)::bigint as pending_minor`;

/** Filled values are at the average price, without charges; pending ones with them. */
export async function summariseOrders(
  call: Call,
  query: Static<typeof BlotterSummaryQuery>,
): Promise<object> {
  const where = await blotterWhere(call, query);
  const rows = await call.db.query<OrderSumRow>(sql`
    select ${ORDER_SUMS}
    from trade_order t
    join security s on s.id = t.security_id
    join business_office o on o.id = t.office_id
    where ${where} group by t.currency order by t.currency`);
  const total = (count: (row: OrderSumRow) => bigint) =>
    rows.reduce((sum, row) => sum + count(row), 0n);
  return {
    count: total((row) => row.count),
    live: total((row) => row.live),
    result: rows.map((row) => {
      const { live: _, ...sums } = shownSums(row);
      return sums;
    }),
  };
}

/** Sums as replies show them. */
export function shownSums(row: OrderSumRow) {
  const { currency, count, live } = row;
  return {
    currency,
    count,
    live,
    bought: toCurrency(row.bought, currency),
    sold: toCurrency(row.sold, currency),
    pending: minorToDecimal(row.pending_minor, currency),
  };
}

function toCurrency(value: Decimal, currency: string): Decimal {
  return minorToDecimal(decimalToMinor(value, currency, 'HALF_UP'), currency);
}
