// Prices: the last one of each security, its day's range, and the bars of the days before.

import { assert } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { MARKET } from '../limits.js';
import { rollPrices, upsertPrices } from './queries.js';

/** News of a price: one trade, or what several amounted to. */
export interface PriceUpdate {
  readonly securityId: bigint;
  readonly last: Decimal;
  /** Extremes of the trades summed up here; the last price when there was one. */
  readonly high?: Decimal;
  readonly low?: Decimal;
  /** Units traded since the update before; they add to the day's volume. */
  readonly quantity: bigint;
  readonly at: Instant;
}

/**
 * Applies prices in the given order to the business day that is open: last, range, volume and the
 * day's bar. Returns how many securities were touched.
 */
export async function applyPrices(tx: Tx, updates: readonly PriceUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  assert(updates.length <= MARKET.pricesPerCallMax, 'one call applies a limited number of prices');
  return Number(await upsertPrices(tx, updates));
}

/** The step of the end of day: today's last price is tomorrow's previous close. */
export function rollPricesOf(
  context: Context,
  day: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const rolled = Number(await rollPrices(tx, day));
    await progress?.count(tx, rolled);
    return rolled;
  });
}
