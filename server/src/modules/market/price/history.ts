// Past prices: the close that applies on any date of a range, and bars for charts.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import {
  type Bar,
  type Close,
  type DateRange,
  type KnownRange,
  selectBars,
  selectClosesBetween,
} from './history-queries.js';

/**
 * Returns the closes that apply to securities on the dates of a range: the last close at or before
 * its start, and all later ones, earliest first. Securities without a bar are left out.
 */
export async function closesBetween(
  on: Database | Tx,
  securityIds: readonly bigint[],
  range: KnownRange,
): Promise<Map<bigint, readonly Close[]>> {
  const closes = new Map<bigint, Close[]>();
  for (const { securityId, date, close } of await selectClosesBetween(on, securityIds, range)) {
    const known = closes.get(securityId);
    if (known === undefined) closes.set(securityId, [{ date, close }]);
    else known.push({ date, close });
  }
  return closes;
}

/**
 * Returns the close that applies on a date; undefined before the first close. `closes` must be in
 * date order.
 */
export function closeOn(closes: readonly Close[], date: BusinessDate): Close | undefined {
  return closes.findLast((close) => close.date <= date);
}

/** Returns a security's latest bars in a range, up to `most`, earliest first. */
export async function barsBetween(
  on: Database | Tx,
  securityId: bigint,
  range: DateRange & { readonly most: number },
): Promise<Bar[]> {
  const bars = await selectBars(on, securityId, range);
  return bars.reverse();
}
