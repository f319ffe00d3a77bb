// Rollover at maturity: the principal of the child, the payout, and any cash added.

import { present, unreachable } from '../../../platform/assert.js';
import { addMoney, type Money, subtractMoney } from '../../../platform/money/money.js';

/** The instructions that a customer can give for the maturity of a deposit. */
export const ROLLOVER_RULES = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'PRINCIPAL_AND_GROSS_INTEREST',
  'NET_INTEREST_ONLY',
  'SPECIAL_AMOUNT',
] as const;

/** The rules that a product can have. Only a customer can specify a special amount. */
export const TYPE_ROLLOVER_RULES = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'PRINCIPAL_AND_GROSS_INTEREST',
  'NET_INTEREST_ONLY',
] as const;

/** What happens to principal and interest at maturity. */
export type RolloverRule = (typeof ROLLOVER_RULES)[number];

/**
 * A deposit or discounted instrument at maturity. `rolloverAmount` is the amount for
 * SPECIAL_AMOUNT. For a discounted instrument, the principal is the cost and the interest is the
 * discount.
 */
export type MaturedDeposit = {
  readonly principal: Money;
  readonly grossInterest: Money;
  readonly tax: Money;
  readonly rolloverAmount?: Money;
};

/**
 * The settlement of a matured deposit: child + paid out = principal + gross interest − tax + cash
 * debited. If nothing rolls over, the child's principal is zero.
 */
export type RolloverSplit = {
  readonly childPrincipal: Money;
  readonly paidOut: Money;
  readonly debitedFromCash: Money;
};

/**
 * Splits a matured deposit according to its rule. If the child needs more than the net maturity
 * value (because of tax on a gross rollover, or a top-up), the difference is debited from cash. If
 * it needs less, the difference is paid out.
 */
export function splitRollover(deposit: MaturedDeposit, rule: RolloverRule): RolloverSplit {
  return splitAt(deposit, childPrincipalOf(deposit, rule));
}

/**
 * Like `splitRollover`, but if the customer lacks the cash that the rule requires, rolls over the
 * principal and net interest instead, which needs no cash.
 */
export function splitWithinCash(
  deposit: MaturedDeposit,
  rule: RolloverRule,
  { withoutCash }: { readonly withoutCash: boolean },
): RolloverSplit {
  const wanted = splitRollover(deposit, rule);
  const isShort = withoutCash && wanted.debitedFromCash.minor > 0n;
  return isShort ? splitRollover(deposit, 'PRINCIPAL_AND_NET_INTEREST') : wanted;
}

/** Splits a matured deposit for a child with this principal. */
export function splitAt(deposit: MaturedDeposit, childPrincipal: Money): RolloverSplit {
  const { principal, grossInterest, tax } = deposit;
  const maturityValue = subtractMoney(addMoney(principal, grossInterest), tax);
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
      return present(rolloverAmount, 'a rollover of a special amount has an amount');
    default:
      return unreachable(rule);
  }
}
