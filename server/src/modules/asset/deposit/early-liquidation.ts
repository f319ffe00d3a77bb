// Early liquidation of a term deposit, in whole or in part: the rules used in the market, and the
// payout under each.

import { assert, present, unreachable } from '../../../platform/assert.js';
import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  addMoney,
  fromDecimal,
  type Money,
  subtractMoney,
  toDecimal,
} from '../../../platform/money/money.js';
import { yearFraction } from '../instrument/day-count.js';
import { accruedInterest, type InterestTerms, simpleInterest } from '../instrument/interest.js';
import { type SettledInterest, taxInAll, type WithholdingRule } from '../tax/withholding-tax.js';

/**
 * How interest is calculated if a deposit is terminated early. TERM_RATE: the contracted rate less
 * points. CARD_RATE: the rate card's rate for the days held, less points. LOWER_RATE: the lower of
 * these two rates, less points. ACCRUED_PERCENT: forfeits a share of the accrued interest.
 * PRINCIPAL_PERCENT: charges a share of the principal. BREAK_COST: charges the cost of higher
 * market rates over the remaining days. EARNED: pays all accrued interest. FORFEIT_ALL: pays none.
 */
export type LiquidationRule =
  | { readonly kind: 'TERM_RATE' | 'CARD_RATE' | 'LOWER_RATE'; readonly penaltyPoints: string }
  | { readonly kind: 'ACCRUED_PERCENT' | 'PRINCIPAL_PERCENT'; readonly percent: string }
  | { readonly kind: 'EARNED' | 'FORFEIT_ALL' | 'BREAK_COST' };

/**
 * The rule of a product or an account. A termination within the cooling-off days incurs no penalty
 * and earns no interest.
 */
type LiquidationPolicy = {
  readonly rule: LiquidationRule;
  readonly coolingOffDays?: number;
  readonly withholding: readonly WithholdingRule[];
};

/**
 * A request to terminate a deposit early. Without `face`, the whole deposit is terminated.
 * `cardPercent` is the card's rate for the days held, and `marketPercent` the replacement rate.
 * `settled` is the interest settled earlier. `inCash` is true if that interest was paid out, and
 * false if it was added to the principal.
 */
export type Liquidation = {
  readonly date: BusinessDate;
  readonly face?: Money;
  readonly cardPercent?: Decimal;
  readonly marketPercent?: Decimal;
  readonly settled?: SettledInterest & { readonly inCash: boolean };
};

/**
 * The settlement of an early termination. `payout` is the face value, plus net interest, less the
 * charge and the interest already paid net of tax; if it is negative, the customer owes it. When
 * interest is clawed back, its share of the tax is returned. `accrued` is the interest accrued on
 * the terminated part, and `accrualReversed` is the part of it that is not paid. `remaining` stays
 * on deposit with `remainingAccrued`. Rounding differences go to `remainingAccrued`, so that both
 * accruals add up to the accrual before the split.
 */
export type LiquidationSettlement = {
  readonly face: Money;
  readonly gross: Money;
  readonly tax: Money;
  readonly net: Money;
  readonly charge: Money;
  readonly payout: Money;
  readonly accrued: Money;
  readonly accrualReversed: Money;
  readonly remaining: InterestTerms | undefined;
  readonly remainingAccrued: Money;
};

/**
 * Returns why a liquidation is impossible: the face value exceeds the deposit, or the date is
 * outside the term.
 */
export function liquidationError(
  deposit: InterestTerms,
  liquidation: Liquidation,
): 'FACE' | 'DATE' | undefined {
  const face = liquidation.face ?? deposit.principal;
  const sameCurrency = face.currency === deposit.principal.currency;
  if (!sameCurrency || face.minor <= 0n || face.minor > deposit.principal.minor) return 'FACE';
  const inside = liquidation.date >= deposit.start && liquidation.date < deposit.end;
  return inside ? undefined : 'DATE';
}

/**
 * Computes the early termination of a deposit, in whole or in part. Has no side effects. Callers
 * check `liquidationError` first.
 */
export function liquidate(
  deposit: InterestTerms,
  liquidation: Liquidation,
  policy: LiquidationPolicy,
): LiquidationSettlement {
  assert(liquidationError(deposit, liquidation) === undefined, 'a liquidation is possible');
  const face = liquidation.face ?? deposit.principal;
  const part = { ...deposit, principal: face };
  const accrued = accruedInterest(part, liquidation.date);
  const { gross, charge } = earningsOf(part, liquidation, policy);
  const settled = liquidation.settled ?? { gross: zero(face), tax: zero(face), inCash: true };
  const tax = taxInAll(gross, settled, policy.withholding);
  const net = subtractMoney(gross, tax);
  const paid = settled.inCash ? subtractMoney(settled.gross, settled.tax) : zero(face);
  const left = subtractMoney(deposit.principal, face);
  return {
    ...{ face, gross, tax, net, charge, accrued },
    payout: subtractMoney(subtractMoney(addMoney(face, net), charge), paid),
    accrualReversed: subtractMoney(accrued, gross),
    remaining: left.minor === 0n ? undefined : { ...deposit, principal: left },
    remainingAccrued: subtractMoney(accruedInterest(deposit, liquidation.date), accrued),
  };
}

function earningsOf(part: InterestTerms, liquidation: Liquidation, policy: LiquidationPolicy) {
  const nothing = zero(part.principal);
  const { rule, coolingOffDays = 0 } = policy;
  if (daysBetween(part.start, liquidation.date) < coolingOffDays) {
    return { gross: nothing, charge: nothing };
  }
  if (rule.kind !== 'PRINCIPAL_PERCENT') {
    return { gross: grossOf(part, liquidation, rule), charge: nothing };
  }
  const charge = shareOf(part.principal, rule.percent);
  return { gross: accruedInterest(part, liquidation.date), charge };
}

function grossOf(part: InterestTerms, liquidation: Liquidation, rule: LiquidationRule): Money {
  const { date } = liquidation;
  const accrued = accruedInterest(part, date);
  switch (rule.kind) {
    case 'TERM_RATE':
      return atRate(part, date, part.ratePercent.minus(rule.penaltyPoints));
    case 'CARD_RATE':
      return atRate(part, date, cardOf(liquidation).minus(rule.penaltyPoints));
    case 'LOWER_RATE': {
      const lower = Decimal.min(part.ratePercent, cardOf(liquidation));
      return atRate(part, date, lower.minus(rule.penaltyPoints));
    }
    case 'ACCRUED_PERCENT':
      return subtractMoney(accrued, shareOf(accrued, rule.percent));
    case 'BREAK_COST':
      return subtractMoney(accrued, breakCost(part, liquidation));
    case 'FORFEIT_ALL':
      return zero(part.principal);
    case 'EARNED':
    case 'PRINCIPAL_PERCENT':
      return accrued;
    default:
      return unreachable(rule);
  }
}

function atRate(part: InterestTerms, date: BusinessDate, percent: Decimal): Money {
  return accruedInterest({ ...part, ratePercent: Decimal.max(0, percent) }, date);
}

// Returns the break cost P max(0, r_new − r)(n − k)/Y, with the term's own year basis.
function breakCost(part: InterestTerms, liquidation: Liquidation): Money {
  const market = present(liquidation.marketPercent, 'a break cost needs the market rate');
  const rise = Decimal.max(0, market.minus(part.ratePercent));
  const whole = yearFraction(part.start, part.end, part.dayCount);
  const held = yearFraction(part.start, liquidation.date, part.dayCount);
  const left = { ...whole, numerator: whole.numerator - held.numerator };
  const cost = simpleInterest(toDecimal(part.principal), rise, left);
  return fromDecimal(cost, part.principal.currency, 'HALF_UP');
}

function cardOf(liquidation: Liquidation): Decimal {
  return present(liquidation.cardPercent, 'a card rule needs the card rate for the days held');
}

function shareOf(amount: Money, percent: string): Money {
  const share = toDecimal(amount).times(percent).dividedBy(100);
  return fromDecimal(share, amount.currency, 'HALF_UP');
}

function zero(like: Money): Money {
  return { minor: 0n, currency: like.currency };
}
