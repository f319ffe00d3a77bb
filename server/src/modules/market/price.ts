// Prices: the last one of each security, its day's range, and the bars of the days before.

import { assert } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Context } from '../../platform/context.js';
import type { Database, Instant, Tx } from '../../platform/database/database.js';
import type { ClosingDay, StepProgress } from '../../platform/http/module.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { MARKET } from './limits.js';
import { rollPrices, selectClosesOn, selectPrices, upsertPrices } from './price-queries.js';

/** The present price of a security, per unit (a bond's is per 100 of face value). */
export interface Price {
  readonly securityId: bigint;
  /** The reference of price bands: the close of the business day before. */
  readonly previousClose: Decimal;
  /** Null until the first trade of the business day, as are high and low. */
  readonly open: Decimal | null;
  readonly high: Decimal | null;
  readonly low: Decimal | null;
  readonly last: Decimal;
  /** Units traded on the business day. */
  readonly volume: bigint;
  readonly priceDate: BusinessDate;
  readonly pricedAt: Instant;
}

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
  assert(updates.length <= MARKET.pricesPerCallMost, 'one call applies a limited number of prices');
  return Number(await upsertPrices(tx, updates));
}

/** The price of one security; undefined when it never had one. */
export async function priceOf(on: Database | Tx, securityId: bigint): Promise<Price | undefined> {
  const [price] = await selectPrices(on, [securityId]);
  return price;
}

/**
 * The close in force on a date for each security: that of the last day at or before it with a bar.
 */
export async function closesOn(
  on: Database | Tx,
  securityIds: readonly bigint[],
  date: BusinessDate,
): Promise<Map<bigint, Decimal>> {
  const closes = await selectClosesOn(on, securityIds, date);
  return new Map(closes.map((close) => [close.securityId, close.last]));
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
