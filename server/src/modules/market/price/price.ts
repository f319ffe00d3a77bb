// Prices: the last price, the day's range and the daily bars of each security.

import { assert } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { MARKET } from '../limits.js';
import { type PriceUpdate, rollPrices, upsertPrices } from './queries.js';

/**
 * Applies prices in the given order to the open business day: last price, range, volume and the
 * day's bar. Returns the number of securities that changed.
 */
export async function applyPrices(tx: Tx, updates: readonly PriceUpdate[]): Promise<number> {
  if (updates.length === 0) return 0;
  assert(updates.length <= MARKET.pricesPerCallMax, 'one call applies a limited number of prices');
  return Number(await upsertPrices(tx, updates));
}

/** Returns the end-of-day step that makes today's last price the previous close. */
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
