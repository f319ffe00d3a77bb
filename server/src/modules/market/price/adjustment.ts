// Adjusts bars of past days to today's price level for the corporate actions since then.

import { Decimal } from '../../../platform/money/decimal.js';
import type { PriceAdjustment } from './adjustment-queries.js';
import type { Bar } from './history-queries.js';

/**
 * The adjustment of bars. NONE: no adjustment. SPLIT: for changes in the number of units. ALL: also
 * for dividends and other amounts paid per unit.
 */
export const BAR_ADJUSTMENTS = ['NONE', 'SPLIT', 'ALL'] as const;
export type BarAdjustment = (typeof BAR_ADJUSTMENTS)[number];

const PRICE_DECIMALS = 4;

/**
 * Returns bars at today's level. Each price is multiplied by the factors for all later ex-dates,
 * and rounded half-up to four decimals. Traded units are divided by the factors. An amount D on a
 * close P is applied as the factor (P - D) / P.
 * @param adjustments the security's adjustments, in any order
 */
export function adjustBars(
  bars: readonly Bar[],
  adjustments: readonly PriceAdjustment[],
  mode: BarAdjustment,
): Bar[] {
  if (mode === 'NONE' || adjustments.length === 0) return [...bars];
  return bars.map((bar) => {
    const later = adjustments.filter(({ exDate }) => exDate > bar.date);
    const units = product(later.map(({ factor }) => factor));
    const all = mode === 'ALL' ? units.times(product(later.map(amountFactor))) : units;
    if (all.equals(1)) return bar;
    const at = (price: Decimal) => price.times(all).toDecimalPlaces(PRICE_DECIMALS);
    const volume = new Decimal(String(bar.volume)).dividedBy(units).toFixed(0);
    return {
      ...{ date: bar.date, volume: BigInt(volume) },
      ...{ open: at(bar.open), high: at(bar.high), low: at(bar.low), close: at(bar.close) },
    };
  });
}

function amountFactor({ amount, closeBefore }: PriceAdjustment): Decimal {
  const one = new Decimal(1);
  if (closeBefore === null || amount.greaterThanOrEqualTo(closeBefore)) return one;
  return closeBefore.minus(amount).dividedBy(closeBefore);
}

function product(factors: readonly Decimal[]): Decimal {
  return factors.reduce((all, factor) => all.times(factor), new Decimal(1));
}
