// Computes the contribution of each line to a linked return with Cariño's logarithmic linking. The
// contributions of all days add up to the return of the range.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';

/** The gain of a line on a day, in the same unit as the day's capital. */
export interface Parts {
  readonly income: Decimal;
  readonly price: Decimal;
  readonly currency: Decimal;
  /** Charges, fees and taxes, which reduce the gain. */
  readonly costs: Decimal;
}

/** A day with its return and the gains of its lines. */
export interface ContributionDay<Line> {
  readonly date: BusinessDate;
  /** 1 + the return. */
  readonly factor: Decimal;
  readonly capital: Decimal;
  readonly gains: readonly (readonly [Line, Parts])[];
}

/** The contributions of lines to the return of a range, as fractions. */
export interface Linked<Line> {
  readonly status: 'AVAILABLE';
  readonly rate: Decimal;
  readonly lines: ReadonlyMap<Line, Parts>;
}

/** A day with a total loss, after which no lines can be linked. */
interface TotalLoss {
  readonly status: 'UNAVAILABLE';
  readonly reason: 'TOTAL_LOSS';
  readonly date: BusinessDate;
}

export const NO_PARTS: Parts = {
  income: new Decimal(0),
  price: new Decimal(0),
  currency: new Decimal(0),
  costs: new Decimal(0),
};

/** Links the daily contributions of lines. */
export function linkContributions<Line>(
  days: readonly ContributionDay<Line>[],
): Linked<Line> | TotalLoss {
  const lost = days.find(({ factor }) => factor.lessThanOrEqualTo(0));
  if (lost !== undefined) return { status: 'UNAVAILABLE', reason: 'TOTAL_LOSS', date: lost.date };
  const rate = days.reduce((all, { factor }) => all.times(factor), new Decimal(1)).minus(1);
  const whole = smoothing(rate);
  const lines = new Map<Line, Parts>();
  for (const { factor, capital, gains } of days) {
    const weight = smoothing(factor.minus(1)).dividedBy(whole).dividedBy(capital);
    for (const [line, gain] of gains) {
      lines.set(line, addParts(lines.get(line) ?? NO_PARTS, scaled(gain, weight)));
    }
  }
  return { status: 'AVAILABLE', rate, lines };
}

/** Below this rate, the series needs few terms and is much faster than the logarithm. */
const SERIES_RATE_MAX = '0.1';

/** Smaller terms do not affect the stored digits. */
const TERM_MIN = '1e-50';

// ln(1 + r) / r, which is 1 for r = 0. For small rates, the series 1 - r/2 + r²/3 - … is used.
function smoothing(rate: Decimal): Decimal {
  if (rate.abs().greaterThan(SERIES_RATE_MAX)) return rate.plus(1).ln().dividedBy(rate);
  let sum = new Decimal(1);
  let power = new Decimal(1);
  for (let divisor = 2; power.abs().greaterThan(TERM_MIN); divisor += 1) {
    power = power.times(rate).negated();
    sum = sum.plus(power.dividedBy(divisor));
  }
  return sum;
}

function scaled({ income, price, currency, costs }: Parts, by: Decimal): Parts {
  return {
    income: income.times(by),
    price: price.times(by),
    currency: currency.times(by),
    costs: costs.times(by),
  };
}

/** Returns the sum of two gains. */
function addParts(one: Parts, other: Parts): Parts {
  return {
    income: one.income.plus(other.income),
    price: one.price.plus(other.price),
    currency: one.currency.plus(other.currency),
    costs: one.costs.plus(other.costs),
  };
}

/** Returns a gain after costs. */
export function totalOf({ income, price, currency, costs }: Parts): Decimal {
  return income.plus(price).plus(currency).minus(costs);
}
