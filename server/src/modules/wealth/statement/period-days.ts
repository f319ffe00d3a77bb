// The days of a statement: the values and flows of each business day of at least the last year, and
// of each period that the statement shows.

import {
  type BusinessCalendar,
  previousBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addMonths,
  type BusinessDate,
  dateOf,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type DayTotal, dayTotals } from '../return/day-total.js';
import { type HistoryOwner, historyOf } from '../return/history.js';
import { datesOf } from '../return/span.js';
import type { GrowthPeriod, StatementPeriod } from './content.js';

/** The days of a period, starting with the opening. */
interface PeriodDays {
  readonly period: GrowthPeriod;
  readonly opening: BusinessDate;
  readonly days: readonly DayTotal[];
}

/** All days that were read, and the days of the periods that the customer's history covers. */
export interface StatementDays {
  readonly all: readonly DayTotal[];
  readonly own: readonly DayTotal[];
  readonly periods: readonly PeriodDays[];
}

/** The data from which the days of a statement are read. */
interface DayContext {
  readonly owner: HistoryOwner;
  readonly period: StatementPeriod;
  readonly calendar: BusinessCalendar;
  readonly currencies: { readonly currency: string; readonly through: string };
  /** Null if the customer has never had assets. */
  readonly firstCapital: BusinessDate | null;
}

const MONTHS_OF_YEAR = 12;

/**
 * Reads the days of a statement. Periods whose opening is a business day are read together; the
 * others are read separately, because their opening has its own value.
 */
export async function statementDays(tx: Tx, context: DayContext): Promise<StatementDays> {
  const { period, calendar } = context;
  const yearAgo = addMonths(period.to, -MONTHS_OF_YEAR);
  const first = previousBusinessDay(earliest(period.opening, yearAgo), calendar);
  const all = await totalsFrom(tx, first, context);
  const daysFrom = async (opening: BusinessDate): Promise<readonly DayTotal[]> => {
    const index = all.findIndex(({ date }) => date === opening);
    return index >= 0 ? all.slice(index) : totalsFrom(tx, opening, context);
  };
  const own = await daysFrom(period.opening);
  const periods: PeriodDays[] = [];
  for (const each of openingsOf(context)) {
    periods.push({ ...each, days: each.period === 'PERIOD' ? own : await daysFrom(each.opening) });
  }
  return { all, own, periods };
}

async function totalsFrom(tx: Tx, opening: BusinessDate, context: DayContext): Promise<DayTotal[]> {
  const { owner, calendar, currencies, period } = context;
  const dates = datesOf(opening, period.to, calendar);
  return dayTotals(await historyOf(tx, owner, { dates, currencies }), 'CUSTOMER');
}

// A period is left out if it begins before the first date with capital or is longer than a year.
function openingsOf({ period, calendar, firstCapital }: DayContext) {
  const { to } = period;
  const yearAgo = addMonths(to, -MONTHS_OF_YEAR);
  const usual = [
    { period: '1M' as const, opening: addMonths(to, -1) },
    { period: '3M' as const, opening: addMonths(to, -3) },
    { period: '6M' as const, opening: addMonths(to, -6) },
    { period: 'YTD' as const, opening: dateOf(yearOf(to) - 1, MONTHS_OF_YEAR, 31) },
    { period: '1Y' as const, opening: yearAgo },
  ].filter(({ opening }) => firstCapital !== null && firstCapital <= opening);
  const start = firstCapital === null ? undefined : previousBusinessDay(firstCapital, calendar);
  const isShort = start !== undefined && start >= previousBusinessDay(yearAgo, calendar);
  return [
    { period: 'PERIOD' as const, opening: period.opening },
    ...usual,
    ...(isShort && start < to ? [{ period: 'START' as const, opening: start }] : []),
  ];
}

function earliest(left: BusinessDate, right: BusinessDate): BusinessDate {
  return left < right ? left : right;
}
