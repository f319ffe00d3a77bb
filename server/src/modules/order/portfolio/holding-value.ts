// The value of a holding at a price. For a share, this is units times price; a bond has a clean
// value, accrued interest, and a dirty value.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { type Accrual, accrualOn, accruedValue, couponTermsOf } from '../rule/accrued-interest.js';
import { type PricedBond, tradeValue } from '../rule/price-rule.js';
import type { HoldingRow } from './holding-queries.js';

/** Returns a bond's accrued interest on a date; undefined for a share. */
export function accrualOfHolding(row: HoldingRow, date: BusinessDate): Accrual | undefined {
  const coupon = couponTermsOf(row);
  return coupon === undefined ? undefined : accrualOn(coupon, date);
}

/**
 * Returns the value of a number of units of the holding's security at a price, in minor units,
 * rounded half-up.
 */
export function worthMinor(row: HoldingRow, quantity: bigint, price: Decimal): bigint {
  return decimalToMinor(tradeValue(price, quantity, bondOf(row)), row.currency, 'HALF_UP');
}

/** Returns the holding's accrued interest, in minor units, rounded half-up. */
export function accruedMinorOf(row: HoldingRow, accrual: Accrual): bigint {
  const value = accruedValue(accrual, row.quantity, bondOf(row));
  return decimalToMinor(value, row.currency, 'HALF_UP');
}

function bondOf(row: HoldingRow): PricedBond {
  return { securityType: row.security_type, faceValue: row.face_value };
}

/** A price (clean for a bond) and its date. */
export interface DatedPrice {
  readonly price: Decimal;
  readonly date: BusinessDate;
}

/** A holding and its value on a date. Amounts are in minor units of the security's currency. */
export interface ValuedHolding {
  readonly row: HoldingRow;
  readonly date: BusinessDate;
  /** The price of the valuation; undefined if none is known. */
  readonly price: DatedPrice | undefined;
  /** The accrued interest of a bond; undefined for a share. */
  readonly accrual: Accrual | undefined;
  /** The value without accrued interest. Undefined if no price is known. */
  readonly cleanMinor: bigint | undefined;
  /** The accrued interest in minor units; zero for a share, or if no price is known. */
  readonly accruedMinor: bigint;
}

/** Values a holding on a date at a price, if one is known. */
export function valueHolding(
  row: HoldingRow,
  { price, date }: Pick<ValuedHolding, 'price' | 'date'>,
): ValuedHolding {
  const accrual = accrualOfHolding(row, date);
  return {
    row,
    date,
    price,
    accrual,
    cleanMinor: price && worthMinor(row, row.quantity, price.price),
    accruedMinor: accrual === undefined || price === undefined ? 0n : accruedMinorOf(row, accrual),
  };
}

/**
 * Returns the value of a holding with accrued interest, in minor units. A holding without a price
 * is valued at its cost.
 */
export function countedMinor({ row, cleanMinor, accruedMinor }: ValuedHolding): bigint {
  return cleanMinor === undefined ? row.cost_minor : cleanMinor + accruedMinor;
}

/** Returns the average cost of a unit, in major units, rounded half-up to four places. */
export function averageCost(row: HoldingRow): Decimal {
  const cost = minorToDecimal(row.cost_minor, row.currency);
  return roundTo(cost.dividedBy(String(row.quantity)), 4, 'HALF_UP');
}

/** Returns the value of a unit at a price of 1. A bond's price is per 100 of its face value. */
export function priceMultiple(row: HoldingRow): Decimal {
  return tradeValue(new Decimal(1), 1n, bondOf(row));
}

/**
 * Returns a part as a percentage of a whole's absolute value, rounded half-up to two places; zero
 * if the whole is zero.
 */
export function percentOf(part: Decimal, whole: Decimal): Decimal {
  if (whole.isZero()) return new Decimal(0);
  return roundTo(part.times(100).dividedBy(whole.abs()), 2, 'HALF_UP');
}
