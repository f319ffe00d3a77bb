// Checks conditions of a capital gains rule that its schema cannot express.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import {
  commonProblems,
  type Problem,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { wealthProblems } from '../problems.js';
import type { RuleBody } from './schema.js';

const COUNTRY = /^[A-Z]{2}$/;

type Rate = RuleBody['rates'][number];

/**
 * Refuses a rule whose members contradict each other. Checks the members in the order of the
 * schema.
 */
export function refuseInconsistent(rule: RuleBody): void {
  if (!COUNTRY.test(rule.jurisdiction)) {
    throw refused('jurisdiction', 'must be two capital letters, such as NG');
  }
  const places = minorUnits(rule.currency);
  if (places === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'currency', 'is not a currency');
  }
  refuseLateReset(rule);
  refuseFineAmounts(rule, places);
  refuseRates(rule);
}

function refuseLateReset({ resetBase, validFrom }: RuleBody): void {
  if (resetBase === undefined || resetBase.date < validFrom) return;
  throw refused('resetBase', `must have a date before validFrom, ${validFrom}`);
}

function refuseFineAmounts({ threshold, currency }: RuleBody, places: number): void {
  if (threshold === undefined) return;
  const { proceedsBelow, gainAtMost } = threshold;
  const isFine = [proceedsBelow, gainAtMost].some((amount) => amount.decimalPlaces() > places);
  if (!isFine) return;
  throw refused('threshold', `has amounts with more decimals than ${currency} allows`);
}

function refuseRates({ rates, exemptPayerClasses }: RuleBody): void {
  const seen = new Set<string>(exemptPayerClasses);
  for (const rate of rates) {
    if (seen.has(rate.payerClass)) {
      throw refused(
        'rates',
        `must not contain two rates for ${rate.payerClass}, or a rate in addition to an ` +
          'exemption',
      );
    }
    seen.add(rate.payerClass);
    const why = rateError(rate);
    if (why !== undefined) throw refused('rates', `${rate.payerClass} ${why}`);
  }
}

function rateError({ percent, bands }: Rate): string | undefined {
  if ((percent === undefined) === (bands === undefined)) return 'needs either a percent or bands';
  if (bands === undefined) return undefined;
  if (bands.at(-1)?.width !== undefined) return 'must end with an open band';
  if (bands.slice(0, -1).some(({ width }) => width === undefined || !width.isPositive())) {
    return 'has an open or empty band before the last one';
  }
  return undefined;
}

/** Returns the problem if a rule would change the tax for a year that is already final. */
export function refuseFinal(validFrom: BusinessDate): Problem {
  return refused(
    'validFrom',
    `must not be in a tax year that is already final; given ${validFrom}`,
  );
}

/** Returns the problem if a rule would change the lot method in a year that is already final. */
export function refuseLotMethod(validFrom: BusinessDate): Problem {
  const detail = `cannot change, because ${validFrom} is in a tax year that is already final`;
  return refuseMember(wealthProblems.LOT_METHOD_FIXED, 'lotMethod', detail);
}

function refused(member: string, why: string): Problem {
  return refuseMember(wealthProblems.CAPITAL_GAINS_RULE_REFUSED, member, why);
}
