// Determines the dates of a valuation over a range: its opening, and each business day from its
// start to its end.

import {
  type BusinessCalendar,
  isBusinessDay,
  previousBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import type { Dates } from '../return/daily-worth.js';

/** The requested dates. Without a first date, the range is only its last date. */
export interface RequestedRange {
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
}

/** The dates of a range. */
export interface RangeSpan {
  readonly today: BusinessDate;
  /** The business day before the first day. Its closing value is the opening value. */
  readonly opening: BusinessDate;
  readonly start: BusinessDate;
  readonly end: BusinessDate;
  /** The business days in the range, and the business date. */
  readonly days: readonly BusinessDate[];
  /** The opening, the days and the end, in order. */
  readonly dates: Dates;
}

/** The data needed to determine the dates. */
interface RangeContext {
  readonly today: BusinessDate;
  readonly calendar: BusinessCalendar;
}

/**
 * Returns the dates of a range. A date after the business date, which clients of the original
 * program may send, is replaced by the business date.
 */
export function rangeOf(requested: RequestedRange, { today, calendar }: RangeContext): RangeSpan {
  const end = requested.ed === undefined || requested.ed > today ? today : requested.ed;
  refuseDates(requested, { today, end });
  const start = requested.sd === undefined || requested.sd > end ? end : requested.sd;
  if (daysBetween(start, end) >= WEALTH.rangeDaysMax) {
    throw refuseMember(
      orderProblems.DATE_RANGE_TOO_LONG,
      'sd',
      `is too early: a range has at most ${WEALTH.rangeDaysMax} days`,
    );
  }
  const days: BusinessDate[] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) {
    if (isBusinessDay(date, calendar) || date === today) days.push(date);
  }
  const opening = previousBusinessDay(start, calendar);
  const dates: Dates = [opening, ...days.filter((date) => date < end), end];
  return { today, opening, start, end, days, dates };
}

function refuseDates(
  { sd, ed }: RequestedRange,
  { today, end }: { readonly today: BusinessDate; readonly end: BusinessDate },
): void {
  const { INVALID_REQUEST } = commonProblems;
  if (sd !== undefined && sd > (ed ?? today)) {
    throw refuseMember(INVALID_REQUEST, 'sd', 'must not be after the last date');
  }
  for (const [member, date] of Object.entries({ sd, ed: end })) {
    if (date !== undefined && date < WEALTH.earliestDate) {
      throw refuseMember(INVALID_REQUEST, member, `is before ${WEALTH.earliestDate}`);
    }
  }
}
