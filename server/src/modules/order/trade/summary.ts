// Sums over all orders that match the blotter's filters, by currency. These sums include orders on
// all pages.

import type { Static } from '@sinclair/typebox';
import type { Call } from '../../../platform/context.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import type { BlotterSummaryQuery } from '../schema.js';
import { blotterWhere } from './list-queries.js';
import { type OrderSumRow, selectSums } from './summary-queries.js';

/**
 * Returns the sums by currency. Filled values use the average price and exclude charges. Pending
 * values include charges.
 */
export async function summariseOrders(
  call: Call,
  query: Static<typeof BlotterSummaryQuery>,
): Promise<object> {
  const where = await blotterWhere(call, query);
  const rows = await selectSums(call.db, where);
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

/** Returns the sums as shown in the reply. */
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
