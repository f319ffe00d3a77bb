// Computes prices, yields, book values and early terminations of discounted instruments (treasury
// bills and commercial paper).

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  fromDecimal,
  type Money,
  subtractMoney,
  toDecimal,
} from '../../../platform/money/money.js';
import { roundToUnit } from '../../../platform/money/rounding.js';
import { type DayCount, type YearFraction, yearFraction } from '../instrument/day-count.js';
import { simpleInterest } from '../instrument/interest.js';

/** A holding of a discounted instrument: its cost and its payment at maturity. */
export type DiscountPosition = {
  readonly face: Money;
  readonly cost: Money;
  readonly ratePercent: Decimal;
  readonly start: BusinessDate;
  readonly maturity: BusinessDate;
  readonly dayCount: DayCount;
};

/**
 * A request to terminate early. Without `face`, the whole holding is terminated. Without a rate,
 * the position's own rate is used.
 */
type DiscountTermination = {
  readonly date: BusinessDate;
  readonly face?: Money;
  readonly ratePercent?: Decimal;
  /**
   * True on the first day of the term. On that day, the holding can still be terminated at its
   * cost.
   */
  readonly onFirstDay?: boolean;
};

/**
 * The settlement of a termination. `gain` is the proceeds less the book value. `earned` is the
 * proceeds less the cost of the part, and is the taxable amount. The remaining position is
 * undefined if nothing remains.
 */
export type DiscountSettlement = {
  readonly proceeds: Money;
  readonly bookValue: Money;
  readonly gain: Money;
  readonly cost: Money;
  readonly earned: Money;
  readonly remaining: DiscountPosition | undefined;
};

/** Returns the price for a discount rate: F (1 − d n / Y), unrounded. */
export function priceFromDiscount(
  face: Decimal,
  discountPercent: Decimal,
  fraction: YearFraction,
): Decimal {
  return face.minus(simpleInterest(face, discountPercent, fraction));
}

/** Returns the price for a true yield: F / (1 + y n / Y), unrounded. */
export function priceFromYield(
  face: Decimal,
  yieldPercent: Decimal,
  fraction: YearFraction,
): Decimal {
  return face.dividedBy(simpleInterest(new Decimal(1), yieldPercent, fraction).plus(1));
}

/** Returns the discount rate in percent for a price: (F − P)/F × Y/n. */
export function discountPercentOf(face: Decimal, price: Decimal, fraction: YearFraction): Decimal {
  return annualPercent(face.minus(price), face, fraction);
}

/** Returns the true (money market) yield in percent for a price: (F − P)/P × Y/n. */
export function trueYieldPercentOf(face: Decimal, price: Decimal, fraction: YearFraction): Decimal {
  return annualPercent(face.minus(price), price, fraction);
}

/**
 * Returns the United States Treasury's investment rate in percent for a price per 100, with 365 or
 * 366 days in the year after issue. Beyond half a year, the rate is the root of a quadratic
 * equation, because a coupon would be paid in between. Source: 31 CFR 356, Appendix B, section VI.
 */
export function investmentPercentOf(price: Decimal, days: number, yearLengthDays: number): Decimal {
  const hundred = new Decimal(100);
  const fraction = { numerator: days, denominator: yearLengthDays };
  if (days * 2 <= yearLengthDays) return annualPercent(hundred.minus(price), price, fraction);
  const a = new Decimal(days).dividedBy(2 * yearLengthDays).minus('0.25');
  const b = new Decimal(days).dividedBy(yearLengthDays);
  const c = price.minus(hundred).dividedBy(price);
  const root = b.times(b).minus(a.times(c).times(4)).sqrt();
  return root.minus(b).dividedBy(a.times(2)).times(100);
}

/**
 * Returns the largest multiple of the denomination whose cost, rounded half-up to the minor unit,
 * does not exceed the cash. Given the cost of a face value, it therefore returns that face value.
 */
export function faceForCash(cash: Money, priceOfOne: Decimal, denomination: Money): Money {
  assert(cash.currency === denomination.currency, 'cash and denomination share a currency');
  const unit = toDecimal(denomination);
  // An exact cost of up to half a minor unit above the cash still rounds to the cash.
  const exactMax = toDecimal({ minor: cash.minor * 2n + 1n, currency: cash.currency }).dividedBy(2);
  const face = roundToUnit(exactMax.dividedBy(priceOfOne), unit, 'DOWN');
  const cost = fromDecimal(face.times(priceOfOne), cash.currency, 'HALF_UP');
  const whole = cost.minor > cash.minor ? face.minus(unit) : face;
  return fromDecimal(whole, cash.currency, 'DOWN');
}

/**
 * Returns the straight-line book value on a date between start and maturity: F (1 − d (n − k) / Y),
 * rounded half-up.
 */
export function bookValue(position: DiscountPosition, date: BusinessDate): Money {
  return valueAt(position, position.face, date);
}

/**
 * Returns the price of a position at a market discount rate on a date not before its start: F (1 −
 * q n / Y), rounded half-up. On and after maturity, returns its face value. Returns undefined if
 * the price would not be above zero.
 */
export function marketPrice(
  position: DiscountPosition,
  ratePercent: Decimal,
  date: BusinessDate,
): Money | undefined {
  if (date >= position.maturity) return position.face;
  const price = valueAt({ ...position, ratePercent }, position.face, date);
  return price.minor > 0n ? price : undefined;
}

/**
 * Returns why a termination is impossible: the face value exceeds the position, or the date is
 * outside the term.
 */
export function terminationError(
  position: DiscountPosition,
  termination: DiscountTermination,
): 'FACE' | 'DATE' | undefined {
  const face = termination.face ?? position.face;
  const sameCurrency = face.currency === position.face.currency;
  if (!sameCurrency || face.minor <= 0n || face.minor > position.face.minor) return 'FACE';
  const { date, onFirstDay = false } = termination;
  const begun = onFirstDay ? date >= position.start : date > position.start;
  const inside = begun && date < position.maturity;
  return inside ? undefined : 'DATE';
}

/**
 * Terminates a position early, in whole or in part, at the rediscount rate. Callers check
 * `terminationError` first.
 */
export function terminateDiscount(
  position: DiscountPosition,
  termination: DiscountTermination,
): DiscountSettlement {
  assert(terminationError(position, termination) === undefined, 'a termination is possible');
  const face = termination.face ?? position.face;
  const { ratePercent = position.ratePercent, date } = termination;
  const proceeds = valueAt({ ...position, ratePercent }, face, date);
  const carried = valueAt(position, face, date);
  const share = toDecimal(position.cost).times(toDecimal(face)).dividedBy(toDecimal(position.face));
  const cost = fromDecimal(share, face.currency, 'HALF_UP');
  const left = subtractMoney(position.face, face);
  return {
    proceeds,
    bookValue: carried,
    gain: subtractMoney(proceeds, carried),
    cost,
    earned: subtractMoney(proceeds, cost),
    remaining:
      left.minor === 0n
        ? undefined
        : { ...position, face: left, cost: subtractMoney(position.cost, cost) },
  };
}

function valueAt(
  terms: Pick<DiscountPosition, 'ratePercent' | 'maturity' | 'dayCount' | 'start'>,
  face: Money,
  date: BusinessDate,
): Money {
  const left = remainingFraction(terms, date);
  const value = priceFromDiscount(toDecimal(face), terms.ratePercent, left);
  return fromDecimal(value, face.currency, 'HALF_UP');
}

// Returns the remaining fraction of a year: the whole term less the days passed, as a single
// fraction. The start of the term determines the year basis, even if the remainder lies in a later
// year.
function remainingFraction(
  terms: Pick<DiscountPosition, 'start' | 'maturity' | 'dayCount'>,
  date: BusinessDate,
): YearFraction {
  const whole = yearFraction(terms.start, terms.maturity, terms.dayCount);
  const passed = yearFraction(terms.start, date, terms.dayCount);
  return { numerator: whole.numerator - passed.numerator, denominator: whole.denominator };
}

function annualPercent(earned: Decimal, on: Decimal, fraction: YearFraction): Decimal {
  const scaled = earned.times(fraction.denominator).times(100);
  return scaled.dividedBy(on.times(fraction.numerator));
}
