// Rollover instructions: the rule, whether it is applied, and the amount that some rules require.

import { refuseMember } from '../../../platform/http/reply/problem.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { assetProblems } from '../problems.js';
import { tooManyDecimals } from './rate.js';
import type { TermRequest } from './request.js';
import type { RolloverRule } from './rollover.js';
import type { TermInstrumentTypeRow } from './type.js';

/** The product terms that rollover instructions depend on. The amounts limit a special amount. */
export type RolloverTerms = Pick<
  TermInstrumentTypeRow,
  | 'rollover_rule'
  | 'auto_rollover'
  | 'loan_product'
  | 'interest_payment'
  | 'currency'
  | 'amount_least_minor'
  | 'amount_most_minor'
  | 'amount_multiple_minor'
>;

/**
 * Returns the rollover instructions from the request or, if absent, from the type. If the
 * instrument is to roll over and the request contains no rule, the default rule is used. NONE is
 * refused only if the request itself contains it.
 */
export function rolloverOf(request: TermRequest, type: RolloverTerms) {
  const rule: RolloverRule = request.rolloverRule ?? ruleWithout(request, type);
  const instructed = request.rolloverRule === undefined ? type.auto_rollover : rule !== 'NONE';
  const auto = request.autoRollover ?? instructed;
  if (auto && rule === 'NONE') {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverRule',
      'must not be NONE when autoRollover is true',
    );
  }
  if (auto && type.loan_product) {
    throw refuseMember(assetProblems.ROLLOVER_REFUSED, 'autoRollover', 'must be false for a loan');
  }
  if (auto && rule === 'NET_INTEREST_ONLY' && type.interest_payment === 'UPFRONT') {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverRule',
      'requires interest to be paid at maturity, but this type pays it upfront',
    );
  }
  return {
    auto_rollover: auto,
    rollover_rule: rule,
    rollover_amount_minor: rolloverAmountOf(request, rule, type),
  };
}

// Returns the rule for a request without one: the type's rule or, if the type has the rule NONE, a
// rule that needs no further instructions. Interest paid upfront cannot roll over.
function ruleWithout({ autoRollover }: TermRequest, type: RolloverTerms): RolloverRule {
  if (type.rollover_rule !== 'NONE' || autoRollover !== true) return type.rollover_rule;
  return type.interest_payment === 'UPFRONT' ? 'PRINCIPAL_ONLY' : 'PRINCIPAL_AND_NET_INTEREST';
}

/** Returns a warning if the instrument has a rollover amount that its rule does not use. */
export function unusedAmountWarnings(row: {
  readonly rollover_rule: RolloverRule;
  readonly rollover_amount_minor: bigint | null;
}): object[] {
  if (row.rollover_amount_minor === null || row.rollover_rule === 'SPECIAL_AMOUNT') return [];
  const detail = `rolloverAmount has no effect: the rollover rule is ${row.rollover_rule}`;
  return [{ code: 'MEMBER_IGNORED', detail, pointer: '/rolloverAmount' }];
}

function rolloverAmountOf(request: TermRequest, rule: RolloverRule, type: RolloverTerms) {
  const amount = request.rolloverAmount;
  if (amount === undefined && rule !== 'SPECIAL_AMOUNT') return null;
  if (amount === undefined || amount.isNegative()) {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverAmount',
      'must be above zero for SPECIAL_AMOUNT',
    );
  }
  const minor = parseMinor(amount, type.currency);
  if (minor === undefined) throw tooManyDecimals('rolloverAmount', type.currency);
  if (rule === 'SPECIAL_AMOUNT') refuseAmountNotTaken(minor, type);
  return minor;
}

// Refuses a customer's rollover amount if it could not be placed. An amount computed by a rule is
// never refused.
function refuseAmountNotTaken(minor: bigint, type: RolloverTerms): void {
  const { currency, amount_least_minor: least, amount_most_minor: most } = type;
  const multiple = type.amount_multiple_minor;
  if (minor >= least && (most === null || minor <= most) && minor % multiple === 0n) return;
  const money = (limit: bigint) => formatMoney({ minor: limit, currency });
  const range =
    most === null ? `at least ${money(least)}` : `from ${money(least)} to ${money(most)}`;
  throw refuseMember(
    assetProblems.ROLLOVER_REFUSED,
    'rolloverAmount',
    `must be ${range}, in multiples of ${money(multiple)}`,
  );
}
