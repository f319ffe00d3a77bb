// Generators of random charge rules: rates, bases, rounding and bounds.

import fc from 'fast-check';
import type { ChargeBase, ChargeRule } from '../../../src/modules/order/fee/charge-rule.js';
import { ROUNDING_MODES } from '../../../src/platform/money/rounding.js';

const cents = (most: number) =>
  fc.integer({ min: 0, max: most * 100 }).map((minor) => (minor / 100).toFixed(2));
/** Percentages up to 5. */
export const percent = fc
  .integer({ min: 0, max: 50_000 })
  .map((part) => (part / 10_000).toFixed(4));
const tiersBelow = (most: number) =>
  fc
    .tuple(fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 3 }), percent, percent)
    .map(([ends, first, second]) => [
      ...ends
        .sort((one, other) => one - other)
        .map((upTo, index) => ({ upTo: String(upTo), percent: index % 2 === 0 ? first : second })),
      { percent: ends.length % 2 === 0 ? first : second },
    ]);

/** Generates rates whose tiers end below this amount. */
export function rateBelow(most: number): fc.Arbitrary<ChargeRule['rate']> {
  const tiers = tiersBelow(most);
  return fc.oneof(
    percent.map((each) => ({ kind: 'PERCENT' as const, percent: each })),
    cents(3).map((amount) => ({ kind: 'FLAT' as const, amount })),
    tiers.map((steps) => ({ kind: 'SLAB' as const, tiers: steps })),
    tiers.map((steps) => ({ kind: 'WHOLE' as const, tiers: steps })),
  );
}

export const bases: fc.Arbitrary<ChargeBase> = fc.constantFrom(
  { kind: 'CONSIDERATION' },
  { kind: 'CONSIDERATION' },
  { kind: 'QUANTITY' },
  { kind: 'PER_ORDER' },
  { kind: 'PER_CONTRACT_NOTE' },
  { kind: 'PER_STARTED', unit: '10000', of: 'CONSIDERATION' },
);
export const rounding = fc.record(
  { mode: fc.constantFrom(...ROUNDING_MODES), unit: fc.constantFrom('0.05', '1') },
  { requiredKeys: ['mode'] },
);
/** Generates a bound of up to this many major units, or no bound. */
export const bound = (most: number) => fc.option(fc.integer({ min: 0, max: most }).map(String));
