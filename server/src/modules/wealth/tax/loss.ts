// Deducts losses from the gains of the year, and carries them to later years if the rule allows it.

import type { CapitalGainsRule } from '../tax-rule/rule.js';
import { lesser } from './amount.js';

/** An unused loss of a year, in minor units above zero. */
export interface CarriedLoss {
  readonly year: number;
  readonly lossMinor: bigint;
}

/** The result of a year, in minor units. */
export interface YearResult {
  /** The remaining gains, never negative. */
  readonly chargeableMinor: bigint;
  /** Losses of this year and of earlier years that reduced the gains. */
  readonly lossUsedMinor: bigint;
  readonly carriedUsedMinor: bigint;
  /** Losses that can reduce gains of later years, oldest first. */
  readonly carried: readonly CarriedLoss[];
}

/** A year's gains after relief and its losses, both from chargeable disposals. */
interface YearSums {
  readonly year: number;
  readonly gainMinor: bigint;
  readonly lossMinor: bigint;
}

/**
 * Deducts losses from the gains of a year: first the losses of that year, then earlier losses,
 * oldest first.
 */
export function offsetLosses(
  { year, gainMinor, lossMinor }: YearSums,
  before: readonly CarriedLoss[],
  rule: Pick<CapitalGainsRule, 'lossOffset' | 'lossCarryYears'>,
): YearResult {
  if (rule.lossOffset === 'NONE') {
    return { chargeableMinor: gainMinor, lossUsedMinor: 0n, carriedUsedMinor: 0n, carried: [] };
  }
  const years = rule.lossCarryYears ?? 0;
  const lossUsedMinor = lesser(lossMinor, gainMinor);
  let leftMinor = gainMinor - lossUsedMinor;
  const carried: CarriedLoss[] = [];
  for (const loss of before) {
    if (loss.year + years < year) continue;
    const usedMinor = lesser(loss.lossMinor, leftMinor);
    leftMinor -= usedMinor;
    carried.push({ ...loss, lossMinor: loss.lossMinor - usedMinor });
  }
  carried.push({ year, lossMinor: lossMinor - lossUsedMinor });
  return {
    chargeableMinor: leftMinor,
    lossUsedMinor,
    carriedUsedMinor: gainMinor - lossUsedMinor - leftMinor,
    carried: carried.filter((loss) => loss.lossMinor > 0n && loss.year + years > year),
  };
}
