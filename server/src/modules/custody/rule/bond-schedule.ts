// Computes a bond's income from its terms: its coupons, its redemption, and the interest paid when
// it is called.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { roundTo } from '../../../platform/money/rounding.js';
import {
  accrualOn,
  accruedPer100,
  type CouponTerms,
  couponPer100,
  couponPeriod,
} from '../../order/index.js';
import { CUSTODY } from '../limits.js';

/** A payment under a bond's terms. */
export interface BondIncome {
  /** INTR: a coupon. REDM: the redemption at maturity. */
  readonly kind: 'INTR' | 'REDM';
  /** The date under the terms, which may be a closed day. */
  readonly date: BusinessDate;
  /** Per 100 of face value: the coupon, or the redemption price. */
  readonly per100: Decimal;
}

/** The range of dates, inclusive, for which income is determined. */
export interface IncomeDates {
  readonly first: BusinessDate;
  readonly last: BusinessDate;
}

/**
 * Returns the coupons of a bond that fall due within the dates, in date order. The last coupon
 * falls due at maturity. No coupon falls due on or before the issue date.
 */
export function couponsWithin(terms: CouponTerms, { first, last }: IncomeDates): BondIncome[] {
  const coupons: BondIncome[] = [];
  let period = couponPeriod(terms, addDays(first, -1));
  while (period !== undefined && period.end <= last) {
    const per100 = roundTo(couponPer100(terms, period), CUSTODY.rateDecimalsMax, 'HALF_UP');
    if (per100.greaterThan(0)) coupons.push({ kind: 'INTR', date: period.end, per100 });
    period = couponPeriod(terms, period.end);
  }
  return coupons;
}

/**
 * Returns the interest that is paid in addition to the price if the bond is called on a date, per
 * 100 of face value. It has accrued since the last coupon. Undefined if nothing has accrued, for
 * example on a coupon date.
 */
export function accruedToCall(terms: CouponTerms, date: BusinessDate): Decimal | undefined {
  const accrued = accruedPer100(accrualOn(terms, date));
  if (!accrued.greaterThan(0)) return undefined;
  return roundTo(accrued, CUSTODY.rateDecimalsMax, 'HALF_UP');
}

/** A part of a bond that is redeemed before maturity. */
export interface PartialRedemption {
  /** The ex-date, from which the new face value applies. */
  readonly date: BusinessDate;
  /** The redeemed part of the outstanding amount, in percent. */
  readonly percent: Decimal;
  readonly eventName: string;
}

/** A face value with its start date, and the event that caused it. */
interface LaterFace {
  readonly validFrom: BusinessDate;
  readonly faceValue: Decimal;
  readonly eventName: string;
}

/**
 * Returns the face values of a unit after each of its partial redemptions, which must be in date
 * order.
 * @param issued the face value of a unit as issued, in major units
 */
export function facesAfter(
  issued: Decimal,
  redemptions: readonly PartialRedemption[],
): LaterFace[] {
  let faceValue = issued;
  return redemptions.map(({ date, percent, eventName }) => {
    faceValue = faceValue.minus(faceValue.times(percent).dividedBy(100));
    return { validFrom: date, faceValue, eventName };
  });
}
