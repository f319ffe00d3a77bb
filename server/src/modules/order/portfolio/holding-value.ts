// The value of a holding at a price: for a share, its price; for a bond, clean value, accrued
// interest, and dirty value.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import {
  type Accrual,
  accrualOn,
  accruedPer100,
  accruedValue,
  couponTermsOf,
} from '../rule/accrued-interest.js';
import { type PricedBond, tradeValue } from '../rule/price-rule.js';
import type { HoldingRow } from './holding-queries.js';

/** Returns the accrued interest of a bond on a date; undefined for a share. */
export function accrualOfHolding(row: HoldingRow, date: BusinessDate): Accrual | undefined {
  const coupon = couponTermsOf(row);
  return coupon === undefined ? undefined : accrualOn(coupon, date);
}

/**
 * Returns the value of units of the holding's security at a price, in minor units, rounded half-up.
 */
export function worthMinor(row: HoldingRow, quantity: bigint, price: Decimal): bigint {
  return decimalToMinor(tradeValue(price, quantity, bondOf(row)), row.currency, 'HALF_UP');
}

/** Returns the accrued interest of the holding, in minor units, rounded half-up. */
export function accruedMinorOf(row: HoldingRow, accrual: Accrual): bigint {
  const value = accruedValue(accrual, row.quantity, bondOf(row));
  return decimalToMinor(value, row.currency, 'HALF_UP');
}

function bondOf(row: HoldingRow): PricedBond {
  return { securityType: row.security_type, faceValue: row.face_value };
}

/** Returns the record of a holding at a price (clean for a bond) on a date. */
export function toHoldingRecord(
  row: HoldingRow,
  at: { readonly price: Decimal | null; readonly date: BusinessDate },
): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    portfolioId: row.portfolio_id,
    securityName: row.security_name,
    securityLabel: row.security_label,
    securityType: row.security_type,
    currency: row.currency,
    quantity: String(row.quantity),
    cost: amount(row.cost_minor),
    averageCost: amount(row.cost_minor).dividedBy(String(row.quantity)).toDecimalPlaces(4),
    realisedGain: amount(row.realised_gain_minor),
    ...(at.price === null ? {} : priceMembers(row, { price: at.price, date: at.date })),
  };
}

/** Returns the held, available and pending units as of now. They are not known for past dates. */
export function availabilityMembers(row: HoldingRow): object {
  return {
    heldQuantity: String(row.held_quantity),
    availableQuantity: String(row.quantity - row.held_quantity - row.pending_quantity),
    pendingQuantity: String(row.pending_quantity),
  };
}

function priceMembers(
  row: HoldingRow,
  { price, date }: { readonly price: Decimal; readonly date: BusinessDate },
): object {
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  const value = worthMinor(row, row.quantity, price);
  const members = {
    lastPrice: price,
    marketValue: amount(value),
    unrealisedGain: amount(value - row.cost_minor),
  };
  const accrual = accrualOfHolding(row, date);
  if (accrual === undefined) return members;
  const accruedMinor = accruedMinorOf(row, accrual);
  return {
    ...members,
    cleanPrice: price,
    dirtyPrice: price.plus(accruedPer100(accrual)).toDecimalPlaces(6, Decimal.ROUND_HALF_UP),
    accruedCoupon: amount(accruedMinor),
    dirtyValue: amount(value + accruedMinor),
  };
}
