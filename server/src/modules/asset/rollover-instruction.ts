// What is to happen at maturity: the rule, whether it is followed, and the amount that it may need.

import { refuseMember } from '../../platform/http/problem.js';
import { parseMinor } from '../../platform/money/money.js';
import { assetProblems } from './problems.js';
import type { RolloverRule } from './rollover.js';
import type { TermInstrumentTypeRow } from './term-instrument-type.js';
import { tooManyDecimals } from './term-rate.js';
import type { TermRequest } from './term-request.js';

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
    rollover_amount_minor: rolloverAmountOf(request, rule, type.currency),
  };
}

function rolloverAmountOf(request: TermRequest, rule: RolloverRule, currency: string) {
  const amount = request.rolloverAmount;
  if (amount === undefined && rule !== 'SPECIAL_AMOUNT') return null;
  if (amount === undefined || amount.isNegative()) {
    throw refuseMember(
      assetProblems.ROLLOVER_REFUSED,
      'rolloverAmount',
      'must be above zero for SPECIAL_AMOUNT',
    );
  }
  const minor = parseMinor(amount, currency);
  if (minor === undefined) throw tooManyDecimals('rolloverAmount', currency);
  return minor;
}
