// Checks the period of a statement.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';

/** The first and the last date of a statement. */
export interface RequestedPeriod {
  readonly sd: BusinessDate;
  readonly ed: BusinessDate;
}

/** The business date, and the latest date on which a period can end. */
interface PeriodLimits {
  readonly today: BusinessDate;
  readonly last: BusinessDate;
}

/**
 * Refuses a period that has reversed dates, begins too early, is too long, or is not over. The
 * period of a statement is over when the business date is after it. The period of a preview may end
 * today.
 */
export function refusePeriod({ sd, ed }: RequestedPeriod, { today, last }: PeriodLimits): void {
  if (sd > ed) throw refuseMember(commonProblems.INVALID_REQUEST, 'sd', 'must not be after ed');
  if (sd < WEALTH.earliestDate) {
    const detail = `is before ${WEALTH.earliestDate}`;
    throw refuseMember(wealthProblems.VALUATION_DATE_REFUSED, 'sd', detail);
  }
  if (ed > last) {
    const detail = `must be before the business date, ${today}`;
    throw refuseMember(wealthProblems.STATEMENT_PERIOD_REFUSED, 'ed', detail);
  }
  if (daysBetween(sd, ed) >= WEALTH.returnDaysMax) {
    const detail = `must be less than ${WEALTH.returnDaysMax} days before the end`;
    throw refuseMember(orderProblems.DATE_RANGE_TOO_LONG, 'sd', detail);
  }
}
