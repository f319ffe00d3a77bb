// Solves for the rates at which dated amounts have a present value of zero. Rates are ratios, not
// money, so this file computes in binary floating point and returns decimals.

import { Decimal } from './decimal.js';

/** An amount at a number of days after the first one. */
interface DatedAmount {
  readonly day: number;
  /** The amount, in a unit that all amounts share. */
  readonly amount: Decimal;
}

/** The result of the search for a rate. */
type RateSearch =
  | { readonly found: 'RATES'; readonly rates: readonly PeriodRate[] }
  /** No rate solves the equation. */
  | { readonly found: 'NONE' }
  /** The rate is outside the searched range. */
  | { readonly found: 'OUT_OF_RANGE' };

/** The rate for the whole period, and the same rate compounded to 365 days, both as fractions. */
interface PeriodRate {
  readonly period: Decimal;
  readonly annual: Decimal;
}

const PLACES = 10;
const DAYS_OF_YEAR = 365;
/** The searched range is -99.99 % to 100,000 % per year. */
const LOG_MIN = Math.log(0.0001);
const LOG_MAX = Math.log(1_001);
const STEPS = 800;
const WIDTH_MIN = 1e-13;
const VALUE_MAX = 1e-9;
const BISECTIONS_MAX = 200;

/**
 * Returns the rates at which the present values of amounts add up to zero, smallest first. The
 * range is bisected, because Newton's method fails near -100 % and depends on its starting point.
 */
export function ratesOf(amounts: readonly DatedAmount[], days: number): RateSearch {
  const value = presentValue(amounts, days);
  const years = Math.max(1, days / DAYS_OF_YEAR);
  const range = { from: LOG_MIN * years, to: LOG_MAX * years };
  const steps = signChanges(amounts) > 1 ? STEPS : 1;
  const roots = rootsIn(value, range, steps);
  if (roots.length > 0) {
    return { found: 'RATES', rates: roots.map((root) => rateOf(root, days)) };
  }
  const isOneSided = Math.sign(value(range.from)) !== Math.sign(value(range.to));
  return { found: isOneSided || signChanges(amounts) === 1 ? 'OUT_OF_RANGE' : 'NONE' };
}

type Valued = (logOfGrowth: number) => number;

// Discounts to the start for a gain, and to the end for a loss, so that no power overflows.
function presentValue(amounts: readonly DatedAmount[], days: number): Valued {
  const total = amounts.reduce((sum, { amount }) => sum.plus(amount.abs()), new Decimal(0));
  const parts = amounts.map(({ day, amount }) => ({
    part: amount.dividedBy(total).toNumber(),
    time: day / days,
  }));
  return (y) =>
    parts.reduce(
      (sum, { part, time }) => sum + part * Math.exp(y >= 0 ? -y * time : y * (1 - time)),
      0,
    );
}

function signChanges(amounts: readonly DatedAmount[]): number {
  const signs = amounts.map(({ amount }) => amount.isNegative());
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length;
}

function rootsIn(
  value: Valued,
  { from, to }: { readonly from: number; readonly to: number },
  steps: number,
): number[] {
  const roots: number[] = [];
  const at = (step: number) => from + ((to - from) * step) / steps;
  for (let step = 0; step < steps; step += 1) {
    const [low, high] = [at(step), at(step + 1)];
    const [atLow, atHigh] = [value(low), value(high)];
    if (atHigh === 0) roots.push(high);
    else if (atLow * atHigh < 0) {
      const root = bisected(value, low, high);
      if (Math.abs(value(root)) < VALUE_MAX) roots.push(root);
    }
  }
  return roots;
}

function bisected(value: Valued, from: number, to: number): number {
  let [low, high] = [from, to];
  const isNegative = value(low) < 0;
  for (let turn = 0; turn < BISECTIONS_MAX && high - low > WIDTH_MIN; turn += 1) {
    const middle = (low + high) / 2;
    if (value(middle) < 0 === isNegative) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function rateOf(root: number, days: number): PeriodRate {
  const rate = (log: number) => new Decimal(Math.expm1(log)).toDecimalPlaces(PLACES);
  return { period: rate(root), annual: rate((root * DAYS_OF_YEAR) / days) };
}
