// Reads the coupon terms and dates that bond trades need for settlement.

import { assert, present } from '../../../platform/assert.js';
import { previousBusinessDay } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import {
  type FaceValues,
  faceValueOn,
  faceValuesOf,
  type MarketRules,
  rulesOf,
} from '../../market/index.js';
import {
  type Accrual,
  accrualOn,
  type CouponTerms,
  couponTermsOf,
  maxAccrued,
} from '../rule/accrued-interest.js';
import { settlementDate } from '../rule/settlement-date.js';
import { selectCoupon } from './valuation-queries.js';

/** A bond, with all terms that its settlement depends on. */
export interface SettledBond {
  readonly coupon: CouponTerms;
  readonly rules: MarketRules;
  /** The original face value, and the face values after partial redemptions. */
  readonly issuedFace: Decimal;
  readonly faceValues: FaceValues;
}

/** The security and its exchange. */
interface BondKey {
  readonly security_id: bigint;
  readonly exchange_id: bigint;
}

/** Reads a bond. The security must be a bond. */
export async function settledBond(on: Database | Tx, key: BondKey): Promise<SettledBond> {
  const row = await selectCoupon(on, key.security_id);
  const coupon = row === undefined ? undefined : couponTermsOf(row);
  assert(coupon !== undefined, 'a bond has a coupon');
  const faceValues = (await faceValuesOf(on, [key.security_id])).get(key.security_id) ?? [];
  const issuedFace = present(row?.face_value ?? undefined, 'a bond has a face value');
  return { coupon, rules: await rulesOf(on, key.exchange_id), issuedFace, faceValues };
}

/** Returns the settlement date for a trade in the bond. */
function settlesOn({ rules }: SettledBond, tradeDate: BusinessDate): BusinessDate {
  return settlementDate(tradeDate, rules.classes.BOND.SETTLEMENT_LAG, rules.calendar);
}

/** Returns the last date on which a trade in the bond settles before its maturity. */
export function lastTradeDate(bond: SettledBond): BusinessDate {
  return lastSettledBefore(bond, bond.coupon.maturityDate);
}

/**
 * Returns the last date on which a trade delivers the same face value as a trade on a given date. A
 * partial redemption ends orders, because it changes a unit's face value.
 */
export function lastDateOfFace(bond: SettledBond, tradeDate: BusinessDate): BusinessDate {
  const settled = settlesOn(bond, tradeDate);
  const change = bond.faceValues.find(({ validFrom }) => validFrom > settled);
  return change === undefined ? lastTradeDate(bond) : lastSettledBefore(bond, change.validFrom);
}

function lastSettledBefore(bond: SettledBond, limit: BusinessDate): BusinessDate {
  let date = limit;
  do date = previousBusinessDay(date, bond.rules.calendar);
  while (settlesOn(bond, date) >= limit);
  return date;
}

/**
 * Returns the face value of a unit for a trade on a date: the face value on the trade's settlement
 * date.
 */
export function tradedFace(bond: SettledBond, tradeDate: BusinessDate): Decimal {
  return faceValueOn(bond.issuedFace, bond.faceValues, settlesOn(bond, tradeDate));
}

/** Returns the accrued interest that the bond's buyer pays to the seller on a settlement date. */
export function accrualAt({ coupon }: SettledBond, settlesAt: BusinessDate): Accrual {
  return accrualOn(coupon, settlesAt);
}

/**
 * Returns the maximum interest, per 100 of face value, that can have accrued when a trade made
 * within the given dates settles.
 */
export function maxAccruedOfTrades(
  bond: SettledBond,
  { first, last }: { readonly first: BusinessDate; readonly last: BusinessDate },
): Decimal {
  return maxAccrued(bond.coupon, settlesOn(bond, first), settlesOn(bond, last));
}
