// Treasury bill issues. The dates of an issue determine the term of every purchase.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { assetProblems } from '../problems.js';

/** The dates of an issue. They are null for a type, which has no dates. */
interface IssueDates {
  readonly settlement_date: BusinessDate | null;
  readonly maturity_date: BusinessDate | null;
}

/**
 * Returns the start date of a bill that is requested for a date. It is never before the issue
 * settles.
 */
export function issueStart(issue: IssueDates, start: BusinessDate): BusinessDate {
  const settles = issue.settlement_date;
  return settles !== null && settles > start ? settles : start;
}

/**
 * Returns the days from a start date to the issue's maturity, or undefined for a type without
 * dates. The requested tenure may be either these days or the issue's whole tenure. Refuses any
 * other.
 */
export function treasuryBillTenure(
  issue: IssueDates,
  from: { readonly start: BusinessDate; readonly tenure: number | undefined },
): number | undefined {
  const { settlement_date: settles, maturity_date: matures } = issue;
  if (settles === null || matures === null) return undefined;
  if (from.start >= matures) {
    throw refuseMember(
      assetProblems.START_DATE_REFUSED,
      'startDate',
      `must be before ${matures}, when the issue matures`,
    );
  }
  const left = daysBetween(from.start, matures);
  const whole = daysBetween(settles, matures);
  if (from.tenure !== undefined && from.tenure !== left && from.tenure !== whole) {
    throw refuseMember(
      assetProblems.TENURE_NOT_OFFERED,
      'tenure',
      `must be ${whole} (the term of the issue) or ${left} (the days left)`,
    );
  }
  return left;
}
