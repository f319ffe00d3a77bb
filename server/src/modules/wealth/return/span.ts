// Determines the dates of a return: its opening, and each business day up to its end.

import {
  type BusinessCalendar,
  isBusinessDay,
  previousBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  addMonths,
  type BusinessDate,
  dateOf,
  daysBetween,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { wealthProblems } from '../problems.js';
import type { Dates } from './daily-worth.js';
import type { Coverage } from './long-worth.js';

/** Periods up to the last date. START begins on the first date with capital. */
export const RETURN_PERIODS = ['1M', '3M', '6M', 'YTD', '1Y', '3Y', '5Y', 'START'] as const;

type ReturnPeriod = (typeof RETURN_PERIODS)[number];

/** The requested dates, or a period up to the last date. */
export interface RequestedSpan {
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
  readonly period?: ReturnPeriod | undefined;
}

/** The data needed to determine the dates. */
interface SpanContext {
  readonly today: BusinessDate;
  readonly calendar: BusinessCalendar;
  /** The customer's first date with assets; null if there is none. */
  readonly firstCapital: BusinessDate | null;
  /** The dates with snapshots. */
  readonly coverage?: Coverage | undefined;
}

/** The dates of a return. */
export interface Span {
  /** The date whose closing value is the opening value. */
  readonly opening: BusinessDate;
  readonly end: BusinessDate;
  /** The opening, each business day after it, and the end. */
  readonly dates: Dates;
  /** Whether the period begins before the customer had assets. */
  readonly isTooEarly: boolean;
}

const MONTHS: Readonly<Record<'1M' | '3M' | '6M' | '1Y' | '3Y' | '5Y', number>> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  '3Y': 36,
  '5Y': 60,
};

/** Returns the dates of a return. Refuses impossible dates. */
export function spanOf(requested: RequestedSpan, context: SpanContext): Span {
  refuseDates(requested, context);
  const { today, calendar, firstCapital } = context;
  const { sd, ed: end = today, period = 'YTD' } = requested;
  const opening =
    sd === undefined ? openingOf(period, end, context) : previousBusinessDay(sd, calendar);
  const daysMax = daysMaxOf(opening, end, context);
  if (daysBetween(opening, end) > daysMax) {
    throw refuseMember(
      orderProblems.DATE_RANGE_TOO_LONG,
      sd === undefined ? 'period' : 'sd',
      `is more than ${daysMax} days before the end`,
    );
  }
  const isPeriod = sd === undefined && period !== 'START';
  return {
    opening,
    end,
    dates: datesOf(opening, end, calendar),
    isTooEarly: isPeriod && firstCapital !== null && firstCapital > opening,
  };
}

// A range longer than a year needs snapshots, except for up to one year at each end.
function daysMaxOf(opening: BusinessDate, end: BusinessDate, { coverage }: SpanContext): number {
  if (coverage === undefined) return WEALTH.returnDaysMax;
  const isBefore = daysBetween(opening, coverage.from) > WEALTH.returnDaysMax;
  const isAfter = daysBetween(coverage.to, end) > WEALTH.returnDaysMax;
  return isBefore || isAfter ? WEALTH.returnDaysMax : WEALTH.snapshotDaysMax;
}

/** Refuses dates that are out of order, after the business date, or too early. */
export function refuseDates(
  { sd, ed, period }: RequestedSpan,
  { today }: Pick<SpanContext, 'today'>,
): void {
  const { INVALID_REQUEST } = commonProblems;
  const { VALUATION_DATE_REFUSED } = wealthProblems;
  if (sd !== undefined && ed === undefined) {
    throw refuseMember(INVALID_REQUEST, 'sd', 'needs ed');
  }
  if (sd !== undefined && period !== undefined) {
    throw refuseMember(INVALID_REQUEST, 'period', 'cannot be combined with sd');
  }
  if (sd !== undefined && ed !== undefined && sd > ed) {
    throw refuseMember(INVALID_REQUEST, 'sd', 'must not be after ed');
  }
  if (ed !== undefined && ed > today) {
    throw refuseMember(
      VALUATION_DATE_REFUSED,
      'ed',
      `must not be after the business date, ${today}`,
    );
  }
  for (const [member, date] of Object.entries({ sd, ed })) {
    if (date !== undefined && date < WEALTH.earliestDate) {
      throw refuseMember(VALUATION_DATE_REFUSED, member, `is before ${WEALTH.earliestDate}`);
    }
  }
}

function openingOf(
  period: ReturnPeriod,
  end: BusinessDate,
  { calendar, firstCapital }: SpanContext,
): BusinessDate {
  switch (period) {
    case 'YTD':
      return dateOf(yearOf(end) - 1, 12, 31);
    case 'START':
      return previousBusinessDay(
        firstCapital !== null && firstCapital < end ? firstCapital : end,
        calendar,
      );
    default:
      return addMonths(end, -MONTHS[period]);
  }
}

/** Returns the opening of a range, each business day after it, and its end. */
export function datesOf(
  opening: BusinessDate,
  end: BusinessDate,
  calendar: BusinessCalendar,
): Dates {
  const later: BusinessDate[] = [];
  for (let date = addDays(opening, 1); date < end; date = addDays(date, 1)) {
    if (isBusinessDay(date, calendar)) later.push(date);
  }
  return [opening, ...later, end];
}
