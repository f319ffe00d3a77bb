// What is to happen at maturity: the rule, whether it is followed, and the amount that it may need.

import { refuseMember } from '../../../platform/http/reply/problem.js';
import { formatMoney, parseMinor } from '../../../platform/money/money.js';
import { assetProblems } from '../problems.js';
import { tooManyDecimals } from './rate.js';
import type { TermRequest } from './request.js';
import type { RolloverRule } from './rollover.js';
import type { TermInstrumentTypeRow } from './type.js';

/** What happens at maturity, by the request and else by the type. */
export function rolloverOf(request: TermRequest, type: TermInstrumentTypeRow) {
  const rule: RolloverRule = request.rolloverRule ?? type.rollover_rule;
  const instructed = request.rolloverRule === undefined ? type.auto_rollover : rule !== 'NONE';
  const auto = request.autoRollover ?? instructed;
  if (auto && rule === 'NONE') {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverRule',
      'must say how it rolls over when autoRollover is true',
    );
  }
  if (auto && type.loan_product) {
    throw refuseMember(assetProblems.ROLLOVER_REFUSED, 'autoRollover', 'a loan is paid back');
  }
  if (auto && rule === 'NET_INTEREST_ONLY' && type.interest_payment === 'UPFRONT') {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverRule',
      'needs interest at maturity, and the type pays it ahead',
    );
  }
  return {
    auto_rollover: auto,
    rollover_rule: rule,
    rollover_amount_minor: rolloverAmountOf(request, rule, type),
  };
}

function rolloverAmountOf(request: TermRequest, rule: RolloverRule, type: TermInstrumentTypeRow) {
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

// What the customer states himself is an amount that he could place; what a rule makes of interest
// is never refused.
function refuseAmountNotTaken(minor: bigint, type: TermInstrumentTypeRow): void {
  const { currency, amount_least_minor: least, amount_most_minor: most } = type;
  const multiple = type.amount_multiple_minor;
  if (minor >= least && (most === null || minor <= most) && minor % multiple === 0n) return;
  const money = (limit: bigint) => formatMoney({ minor: limit, currency });
  const upTo = most === null ? '' : ` to ${money(most)}`;
  throw refuseMember(
    assetProblems.ROLLOVER_REFUSED,
    'rolloverAmount',
    `must be from ${money(least)}${upTo}, in multiples of ${money(multiple)}`,
  );
}
