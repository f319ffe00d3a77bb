// Totals of valued holdings in one currency.

import { Decimal } from '../../../platform/money/decimal.js';
import { countedMinor, percentOf, type ValuedHolding } from './holding-value.js';

/** The sums of holdings in one currency, in minor units. */
interface HoldingTotals {
  /** The value, including accrued interest. Holdings without a price are included at their cost. */
  readonly valueMinor: bigint;
  readonly costMinor: bigint;
  /** The number of holdings without a price. */
  readonly unpriced: number;
  /** The number of holdings in other currencies, which are not in the sums. */
  readonly inOtherCurrency: number;
}

/** Sums the holdings in the given currency. */
export function totalsIn(currency: string, holdings: readonly ValuedHolding[]): HoldingTotals {
  const own = holdings.filter(({ row }) => row.currency === currency);
  const sum = (of: readonly ValuedHolding[], part: (holding: ValuedHolding) => bigint) =>
    of.reduce((total, holding) => total + part(holding), 0n);
  return {
    valueMinor: sum(own, countedMinor),
    costMinor: sum(own, ({ row }) => row.cost_minor),
    unpriced: own.filter(({ cleanMinor }) => cleanMinor === undefined).length,
    inOtherCurrency: holdings.length - own.length,
  };
}

/** Returns the gain in the totals as a percentage of their cost; zero if the cost is zero. */
export function gainPercent({ valueMinor, costMinor }: HoldingTotals): Decimal {
  return percentOf(new Decimal(String(valueMinor - costMinor)), new Decimal(String(costMinor)));
}
