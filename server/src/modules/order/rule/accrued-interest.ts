// The accrued interest of a bond: interest payment dates are counted back from maturity, and
// interest accrues by ACT/ACT (ICMA) or 30/360.

import { assert } from '../../../platform/assert.js';
import {
  addMonths,
  type BusinessDate,
  dayOf,
  daysBetween,
  isLastOfMonth,
  lastOfMonth,
  monthOf,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { CouponDayCount } from '../../market/index.js';
import { type PricedBond, tradeValue } from './price-rule.js';

/** The terms of a bond that determine its accrued interest. */
export interface CouponTerms {
  /** Percentage of the face value per year. */
  readonly couponRate: Decimal;
  readonly couponsPerYear: number;
  /** ICMA rule 251.1 for government bonds, or the bond basis. */
  readonly dayCount: CouponDayCount;
  readonly maturityDate: BusinessDate;
  /**
   * No interest accrues before this date. If it is unknown, coupon periods extend back
   * indefinitely.
   */
  readonly issueDate?: BusinessDate | null | undefined;
  /** No interest accrues from this date on, because the issuer has failed to pay. */
  readonly flatFrom?: BusinessDate | null | undefined;
}

// With this many decimal places, the hold of an order is never even a kobo too low.
const PER_100_PLACES = 12;

/**
 * The interest that a bond has accrued towards its next coupon as of a date: rate times days,
 * divided by the number of days in a year.
 */
export interface Accrual {
  /** Percentage of the face value per year. */
  readonly couponRate: Decimal;
  /** The last interest payment date, or the issue date if that is later. */
  readonly from: BusinessDate;
  /** The number of days accrued, by the bond's day count. */
  readonly days: number;
  readonly yearDays: number;
}

/** A security's coupon as stored; null for a share. */
export interface CouponRow {
  readonly coupon_rate: Decimal | null;
  readonly coupons_per_year: number | null;
  readonly day_count: CouponDayCount | null;
  readonly maturity_date: BusinessDate | null;
  readonly issue_date: BusinessDate | null;
  readonly trades_flat_from: BusinessDate | null;
}

/** Returns the coupon terms of a security; undefined for a share. */
export function couponTermsOf(row: CouponRow): CouponTerms | undefined {
  if (row.coupon_rate === null || row.maturity_date === null) return undefined;
  if (row.day_count === null || row.coupons_per_year === null) return undefined;
  return {
    couponRate: row.coupon_rate,
    couponsPerYear: row.coupons_per_year,
    dayCount: row.day_count,
    maturityDate: row.maturity_date,
    issueDate: row.issue_date,
    flatFrom: row.trades_flat_from,
  };
}

function isFlat({ flatFrom }: CouponTerms, date: BusinessDate): boolean {
  return flatFrom !== null && flatFrom !== undefined && flatFrom <= date;
}

/** A coupon period: it starts on one interest payment date and ends the day before the next. */
interface CouponPeriod {
  readonly start: BusinessDate;
  readonly end: BusinessDate;
}

/**
 * Returns the interest accrued on a date. The last interest payment date is included; the given
 * date is not. The interest is zero on an interest payment date, before issue, from maturity on,
 * and while the bond trades flat. In a short first period, interest accrues from the issue date at
 * the daily rate of a full period.
 */
export function accrualOn(terms: CouponTerms, date: BusinessDate): Accrual {
  const { couponRate } = terms;
  const period = couponPeriod(terms, date);
  if (period === undefined || isFlat(terms, date)) {
    return { couponRate, from: date, days: 0, yearDays: 360 };
  }
  return accrualIn(terms, period, date);
}

/**
 * Returns the interest that a coupon pays, per 100 of face value, unrounded: the interest accrued
 * over its period. Zero if the bond is issued after the period.
 */
export function couponPer100(terms: CouponTerms, period: CouponPeriod): Decimal {
  const { couponRate, couponsPerYear, issueDate } = terms;
  const isWhole = !issueDate || issueDate <= period.start;
  if (isWhole) return couponRate.dividedBy(couponsPerYear);
  return accruedPer100(accrualIn(terms, period, period.end));
}

function accrualIn(terms: CouponTerms, period: CouponPeriod, date: BusinessDate): Accrual {
  const { couponRate, couponsPerYear, issueDate } = terms;
  const from = issueDate && issueDate > period.start ? issueDate : period.start;
  switch (terms.dayCount) {
    case 'ACT_ACT_ICMA': {
      const days = Math.max(0, daysBetween(from, date));
      const yearDays = couponsPerYear * daysBetween(period.start, period.end);
      return { couponRate, from, days, yearDays };
    }
    case 'THIRTY_360': {
      // If the start is the last day of February, the convention yields more days than the period
      // has.
      const days = Math.min(thirtyDays(from, date), 360 / couponsPerYear);
      return { couponRate, from, days: Math.max(0, days), yearDays: 360 };
    }
  }
}

/**
 * Returns the accrued interest on units of a bond, in major units, unrounded. The division comes
 * last, because rounding any earlier could cause an error of half a kobo on a large face value.
 */
export function accruedValue(accrual: Accrual, quantity: bigint, bond: PricedBond): Decimal {
  const { couponRate, days, yearDays } = accrual;
  return tradeValue(couponRate.times(days), quantity, bond).dividedBy(yearDays);
}

/** Returns the interest accrued per 100 of face value, unrounded. */
export function accruedPer100({ couponRate, days, yearDays }: Accrual): Decimal {
  return couponRate.times(days).dividedBy(yearDays);
}

/**
 * Returns the maximum interest that can have accrued on any date of a range, per 100 of face value,
 * rounded up: the accrual on the last date, or a whole coupon if one falls due within the range.
 */
export function maxAccrued(terms: CouponTerms, first: BusinessDate, last: BusinessDate): Decimal {
  const period = couponPeriod(terms, first);
  if (period === undefined || isFlat(terms, first)) return new Decimal(0);
  const most =
    last < period.end
      ? accruedPer100(accrualOn(terms, last))
      : terms.couponRate.dividedBy(terms.couponsPerYear);
  return most.toDecimalPlaces(PER_100_PLACES, Decimal.ROUND_UP);
}

/**
 * Returns the coupon period that contains a date; undefined from maturity on. Interest payment
 * dates are counted back in months from maturity itself, so that a bond that pays on the 31st does
 * not shift to an earlier day after a shorter month. A bond that matures on the last day of a month
 * pays interest at month ends.
 */
export function couponPeriod(terms: CouponTerms, date: BusinessDate): CouponPeriod | undefined {
  const { maturityDate, couponsPerYear } = terms;
  if (date >= maturityDate) return undefined;
  assert(12 % couponsPerYear === 0, 'coupons are whole months apart');
  const months = 12 / couponsPerYear;
  const away = monthsBetween(date, maturityDate);
  let count = Math.floor(away / months);
  if (couponDate(terms, count) <= date) count -= 1;
  return { start: couponDate(terms, count + 1), end: couponDate(terms, count) };
}

// Returns the interest payment date this many periods before maturity.
function couponDate(terms: CouponTerms, count: number): BusinessDate {
  const date = addMonths(terms.maturityDate, (-count * 12) / terms.couponsPerYear);
  return isLastOfMonth(terms.maturityDate) ? lastOfMonth(date) : date;
}

function monthsBetween(start: BusinessDate, end: BusinessDate): number {
  return (yearOf(end) - yearOf(start)) * 12 + monthOf(end) - monthOf(start);
}

// Bond basis (ISDA 2006, 4.16 f): a start date on the 31st is treated as the 30th. If the start
// date is the 30th or 31st, an end date on the 31st is also treated as the 30th.
function thirtyDays(start: BusinessDate, end: BusinessDate): number {
  const startDay = Math.min(dayOf(start), 30);
  const endDay = startDay === 30 ? Math.min(dayOf(end), 30) : dayOf(end);
  return monthsBetween(start, end) * 30 + endDay - startDay;
}
