// Rollover at maturity: the child's principal, the payout, and any cash added.

import { present, unreachable } from '../../../platform/assert.js';
import { addMoney, type Money, subtractMoney } from '../../../platform/money/money.js';

/** The instructions that a customer may give for a deposit's maturity. */
export const ROLLOVER_RULES = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'PRINCIPAL_AND_GROSS_INTEREST',
  'NET_INTEREST_ONLY',
  'SPECIAL_AMOUNT',
] as const;

/** The rules that a product may have; only a customer can give a special amount. */
export const TYPE_ROLLOVER_RULES = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'PRINCIPAL_AND_GROSS_INTEREST',
  'NET_INTEREST_ONLY',
] as const;

/** What happens to principal and interest at maturity. */
export type RolloverRule = (typeof ROLLOVER_RULES)[number];

/** A deposit at maturity; `rolloverAmount` is the amount given for SPECIAL_AMOUNT. */
type MaturedDeposit = {
  readonly principal: Money;
  readonly grossInterest: Money;
  readonly tax: Money;
  readonly rolloverAmount?: Money;
};

/**
 * How a matured deposit is settled: child + paid out = principal + gross interest − tax + cash
 * debited. The child's principal is zero if nothing rolls over.
 */
type RolloverSplit = {
  readonly childPrincipal: Money;
  readonly paidOut: Money;
  readonly debitedFromCash: Money;
};

/**
 * Splits a matured deposit by its rule. If the child needs more than the net maturity value (tax on
 * a gross rollover, or a top-up), the difference is debited from cash; if it needs less, the
 * difference is paid out.
 */
export function splitRollover(deposit: MaturedDeposit, rule: RolloverRule): RolloverSplit {
  const { principal, grossInterest, tax } = deposit;
  const maturityValue = subtractMoney(addMoney(principal, grossInterest), tax);
  const childPrincipal = childPrincipalOf(deposit, rule);
  const left = subtractMoney(maturityValue, childPrincipal);
  const zero = { minor: 0n, currency: principal.currency };
  if (left.minor >= 0n) return { childPrincipal, paidOut: left, debitedFromCash: zero };
  return { childPrincipal, paidOut: zero, debitedFromCash: subtractMoney(zero, left) };
}

function childPrincipalOf(deposit: MaturedDeposit, rule: RolloverRule): Money {
  const { principal, grossInterest, tax, rolloverAmount } = deposit;
  switch (rule) {
    case 'NONE':
      return { minor: 0n, currency: principal.currency };
    case 'PRINCIPAL_ONLY':
      return principal;
    case 'PRINCIPAL_AND_NET_INTEREST':
      return subtractMoney(addMoney(principal, grossInterest), tax);
    case 'PRINCIPAL_AND_GROSS_INTEREST':
      return addMoney(principal, grossInterest);
    case 'NET_INTEREST_ONLY':
      return subtractMoney(grossInterest, tax);
    case 'SPECIAL_AMOUNT':
      return present(rolloverAmount, 'a rollover of a special amount states it');
    default:
      return unreachable(rule);
  }
}
