// Pure functions for prices, units and fees of fund orders. Percentages are numbers, such as 1.5
// for 1.5 %.

import { Decimal } from '../../../platform/money/decimal.js';
import { allocateMoney, decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';

/** A fund's charges and rounding rules. */
export interface FundTerms {
  readonly currency: string;
  readonly price_decimals: number;
  readonly units_decimals: number;
  readonly bid_spread: Decimal;
  readonly offer_spread: Decimal;
  readonly entry_fee: Decimal;
  readonly exit_fees: readonly ExitFee[];
  /** Value added tax on fees, in percent. */
  readonly fee_vat_percent: Decimal;
  readonly minimum_holding_days: number;
  readonly early_redemption_percent: Decimal;
}

/**
 * The exit fee for lots held for fewer days than `belowDays`. Without `belowDays`, it applies to
 * all lots.
 */
interface ExitFee {
  readonly belowDays?: number;
  readonly percent: string;
}

/**
 * Returns the price at which the fund sells a unit: the net asset value plus the offer spread,
 * rounded up.
 */
export function offerPrice(nav: Decimal, terms: FundTerms): Decimal {
  return roundTo(nav.times(percentOver(terms.offer_spread)), terms.price_decimals, 'CEILING');
}

/**
 * Returns the price at which the fund buys back a unit: the net asset value less the bid spread,
 * rounded down.
 */
export function bidPrice(nav: Decimal, terms: FundTerms): Decimal {
  const kept = percentOver(terms.bid_spread.negated());
  return roundTo(nav.times(kept), terms.price_decimals, 'FLOOR');
}

function percentOver(percent: Decimal): Decimal {
  return percent.dividedBy(100).plus(1);
}

/**
 * A priced subscription. Amounts are in minor units. The cost is the value plus the fee and its
 * tax.
 */
interface PricedSubscription {
  readonly units: Decimal;
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly costMinor: bigint;
}

/**
 * Prices a subscription by amount: the entry fee and its tax are deducted, and the rest buys units,
 * rounded down. The fund keeps the remainder.
 */
export function subscribeAmount(
  amountMinor: bigint,
  offer: Decimal,
  terms: FundTerms,
): PricedSubscription {
  const feeMinor = percentOf(amountMinor, terms.entry_fee, terms.currency);
  const vatMinor = vatOn(feeMinor, terms);
  const grossMinor = amountMinor - feeMinor - vatMinor;
  const units = roundTo(
    minorToDecimal(grossMinor, terms.currency).dividedBy(offer),
    terms.units_decimals,
    'DOWN',
  );
  return { units, grossMinor, feeMinor, vatMinor, costMinor: amountMinor };
}

/** Prices a subscription by units: their value, rounded half-up, plus the entry fee and its tax. */
export function subscribeUnits(
  units: Decimal,
  offer: Decimal,
  terms: FundTerms,
): PricedSubscription {
  const grossMinor = worthOf(units, offer, terms.currency);
  const feeMinor = percentOf(grossMinor, terms.entry_fee, terms.currency);
  const vatMinor = vatOn(feeMinor, terms);
  return { units, grossMinor, feeMinor, vatMinor, costMinor: grossMinor + feeMinor + vatMinor };
}

/** Returns the value of units at a price, in minor units, rounded half-up. */
export function worthOf(units: Decimal, price: Decimal, currency: string): bigint {
  return decimalToMinor(units.times(price), currency, 'HALF_UP');
}

/**
 * Returns the number of units worth a given value. Rounds up, so that the fund never pays for units
 * that are not redeemed.
 */
export function unitsFor(amountMinor: bigint, bid: Decimal, terms: FundTerms): Decimal {
  const exact = minorToDecimal(amountMinor, terms.currency).dividedBy(bid);
  return roundTo(exact, terms.units_decimals, 'UP');
}

/** Units sold from one lot, and the lot's age when they are sold. */
export interface SoldUnits {
  readonly units: Decimal;
  readonly ageDays: number;
}

/** A priced redemption. Amounts are in minor units; `netMinor` is paid to the holder. */
interface PricedRedemption {
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly penaltyMinor: bigint;
  readonly netMinor: bigint;
}

/**
 * Computes the fee and penalty of a redemption. The redeemed value is divided among the lots in
 * proportion to their units. Lots with the same percentage are charged together, and each charge is
 * rounded half-up. Tax applies to the total fee. The penalty is untaxed because it compensates the
 * fund.
 */
export function redeem(
  grossMinor: bigint,
  sold: readonly SoldUnits[],
  terms: FundTerms,
): PricedRedemption {
  const parts = allocateMoney(
    { minor: grossMinor, currency: terms.currency },
    sold.map(({ units }) => units),
  ).map(({ minor }, index) => ({ minor, ageDays: sold[index]?.ageDays ?? 0 }));
  const feeMinor = charge(parts, (ageDays) => exitFeePercent(ageDays, terms), terms.currency);
  const penaltyMinor = charge(parts, (ageDays) => penaltyPercent(ageDays, terms), terms.currency);
  const vatMinor = vatOn(feeMinor, terms);
  const netMinor = grossMinor - feeMinor - vatMinor - penaltyMinor;
  return { grossMinor, feeMinor, vatMinor, penaltyMinor, netMinor };
}

function vatOn(feeMinor: bigint, { fee_vat_percent: percent, currency }: FundTerms): bigint {
  return percentOf(feeMinor, percent, currency);
}

interface LotValue {
  readonly minor: bigint;
  readonly ageDays: number;
}

function charge(
  parts: readonly LotValue[],
  percentAt: (ageDays: number) => Decimal,
  currency: string,
): bigint {
  const byPercent = new Map<string, bigint>();
  for (const { minor, ageDays } of parts) {
    const percent = percentAt(ageDays).toFixed();
    byPercent.set(percent, (byPercent.get(percent) ?? 0n) + minor);
  }
  return [...byPercent].reduce(
    (sum, [percent, minor]) => sum + percentOf(minor, new Decimal(percent), currency),
    0n,
  );
}

/** Returns the exit fee, in percent, for a lot of this age. */
export function exitFeePercent(ageDays: number, terms: FundTerms): Decimal {
  const fee = terms.exit_fees.find(
    ({ belowDays }) => belowDays === undefined || ageDays < belowDays,
  );
  return new Decimal(fee?.percent ?? 0);
}

function penaltyPercent(ageDays: number, terms: FundTerms): Decimal {
  return ageDays < terms.minimum_holding_days ? terms.early_redemption_percent : new Decimal(0);
}

/** Returns a percentage of an amount in minor units, rounded half-up. */
export function percentOf(amountMinor: bigint, percent: Decimal, currency: string): bigint {
  const amount = minorToDecimal(amountMinor, currency);
  return decimalToMinor(amount.times(percent).dividedBy(100), currency, 'HALF_UP');
}
