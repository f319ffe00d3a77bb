// Checks conditions of a policy that its schema cannot express.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { type Problem, refuseMember } from '../../../platform/http/reply/problem.js';
import { wealthProblems } from '../problems.js';
import type { PolicyBody } from './schema.js';

/**
 * Refuses a policy whose members contradict each other. Checks the members in the order of the
 * schema.
 */
export function refuseInconsistent({
  staleAfterDays,
  unusableAfterDays = {},
  smallestCapital,
}: PolicyBody): void {
  for (const name of ['EQUITY', 'BOND'] as const) {
    const unusable = unusableAfterDays[name];
    if (unusable !== undefined && unusable < staleAfterDays[name]) {
      const least = `must be at least ${staleAfterDays[name]}`;
      throw refused(
        `unusableAfterDays/${name}`,
        `${least}, the number of days after which the price is stale`,
      );
    }
  }
  if (smallestCapital.decimalPlaces() > 2) {
    throw refused('smallestCapital', 'has more than two decimals');
  }
}

/** Returns the problem for a policy that would apply to a date with existing snapshots. */
export function refuseClosed(last: BusinessDate): Problem {
  return refused('validFrom', `must be after ${last}, the last date that has been valued`);
}

function refused(member: string, why: string): Problem {
  return refuseMember(wealthProblems.VALUATION_POLICY_REFUSED, member, why);
}
