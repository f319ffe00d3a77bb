// What a fund is worth per unit, what its manager earns of it, and equalisation of income.

import { assert } from '../../platform/assert.js';
import { Decimal } from '../../platform/money/decimal.js';
import { allocateMoney, type Money, minorToDecimal } from '../../platform/money/money.js';
import { roundTo } from '../../platform/money/rounding.js';
import { percentOf } from './fund-price.js';

/** Assets less liabilities, in minor units, and the units they belong to. */
interface FundBalance {
  readonly assetsMinor: bigint;
  readonly liabilitiesMinor: bigint;
  readonly units: Decimal;
  readonly currency: string;
}

/** The net asset value per unit, rounded half-up to the fund's price decimals. */
export function navPerUnit(balance: FundBalance, decimals: number): Decimal {
  assert(balance.units.greaterThan(0), 'a fund that is valued has units');
  const net = minorToDecimal(balance.assetsMinor - balance.liabilitiesMinor, balance.currency);
  return roundTo(net.dividedBy(balance.units), decimals, 'HALF_UP');
}

/**
 * The management fee accrued to the end of day k of a year on a constant value, in minor units: the
 * day's posting is F(k) − F(k − 1) of the rounded F, as for interest.
 */
export function managementFee(
  netAssetsMinor: bigint,
  ratePercent: Decimal,
  period: { readonly days: number; readonly yearDays: number; readonly currency: string },
): bigint {
  const share = ratePercent.times(period.days).dividedBy(period.yearDays);
  return percentOf(netAssetsMinor, share, period.currency);
}

/** A holder's units, and the accrued income that he paid for with each when he bought them. */
interface Equalised {
  readonly units: Decimal;
  readonly incomeBoughtPerUnit: Decimal;
}

/**
 * Shares out what is available per unit, the same for all, and tells for each holder how much of
 * it is income and how much is capital that he had paid in as accrued income.
 */
export function equalise(
  available: Money,
  holders: readonly Equalised[],
): readonly { readonly income: Decimal; readonly capital: Decimal }[] {
  const shares = allocateMoney(
    available,
    holders.map((holder) => holder.units),
  );
  return holders.map((holder, index) => {
    const paid = minorToDecimal(shares[index]?.minor ?? 0n, available.currency);
    const capital = Decimal.min(paid, holder.units.times(holder.incomeBoughtPerUnit));
    return { income: paid.minus(capital), capital };
  });
}
