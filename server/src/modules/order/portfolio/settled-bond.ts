// Settlement of bond trades: coupon terms and dates.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type MarketRules, rulesOf } from '../../market/index.js';
import {
  type Accrual,
  accrualOn,
  type CouponTerms,
  couponTermsOf,
  maxAccrued,
} from '../rule/accrued-interest.js';
import { settlementDate } from '../rule/settlement-date.js';
import { selectCoupon } from './valuation-queries.js';

/** A bond, with everything its settlement depends on. */
export interface SettledBond {
  readonly coupon: CouponTerms;
  readonly rules: MarketRules;
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
  assert(coupon !== undefined, 'a bond tells its coupon');
  return { coupon, rules: await rulesOf(on, key.exchange_id) };
}

/** Returns the settlement date for a trade in the bond. */
export function settlesOn({ rules }: SettledBond, tradeDate: BusinessDate): BusinessDate {
  return settlementDate(tradeDate, rules.classes.BOND.SETTLEMENT_LAG, rules.calendar);
}

/** Returns the bond's accrued interest on a settlement date, which the buyer pays to the seller. */
export function accrualAt({ coupon }: SettledBond, settlesAt: BusinessDate): Accrual {
  return accrualOn(coupon, settlesAt);
}

/**
 * Returns the maximum interest that can have accrued when a trade within the given dates settles,
 * per 100 of face value.
 */
export function maxAccruedOfTrades(
  bond: SettledBond,
  { first, last }: { readonly first: BusinessDate; readonly last: BusinessDate },
): Decimal {
  return maxAccrued(bond.coupon, settlesOn(bond, first), settlesOn(bond, last));
}
