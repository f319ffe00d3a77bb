// Reads the days of a statement: the values and flows of each business day of at least the last
// year, and of each period shown.

import {
  type BusinessCalendar,
  previousBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addMonths,
  type BusinessDate,
  dateOf,
  daysBetween,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { WEALTH } from '../limits.js';
import { amountTotals } from '../return/amount-total.js';
import { type DayTotal, dayTotals } from '../return/day-total.js';
import { type HistoryOwner, historyOf, ownerOf } from '../return/history.js';
import { type Coverage, coverageOf, worthsOver } from '../return/long-worth.js';
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
  /** The days of the last year or of the statement's period, whichever is longer. */
  readonly all: readonly DayTotal[];
  /** The days of the curve: up to five years. */
  readonly curve: readonly DayTotal[];
  readonly own: readonly DayTotal[];
  readonly periods: readonly PeriodDays[];
}

/** The data needed to read the days of a statement. */
interface DayContext {
  readonly owner: HistoryOwner;
  readonly period: StatementPeriod;
  readonly calendar: BusinessCalendar;
  readonly currencies: { readonly currency: string; readonly through: string };
  /** The first date with assets; null if the customer has never had any. */
  readonly firstCapital: BusinessDate | null;
}

const MONTHS_OF_YEAR = 12;

/**
 * Reads the days of a statement. Periods whose opening is a business day are read together. The
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
  const long = await longPeriods(tx, context);
  const start = periods.findIndex(({ period: name }) => name === 'START');
  periods.splice(start < 0 ? periods.length : start, 0, ...long);
  return { all, curve: curveDays(long, all), own, periods };
}

/**
 * Returns the days of the longest period of at most five years, or, if there is none, of the last
 * year.
 */
function curveDays(long: readonly PeriodDays[], all: readonly DayTotal[]): readonly DayTotal[] {
  const opened = long.filter(
    ({ days, opening }) =>
      opening >= addMonths(days.at(-1)?.date ?? opening, -CURVE_YEARS * MONTHS_OF_YEAR),
  );
  const [longest] = opened.toSorted((one, other) => (one.opening < other.opening ? -1 : 1));
  return longest?.days ?? all;
}

const CURVE_YEARS = 5;

// Reads periods of more than a year, which need snapshots, one by one, because each opening has its
// own value.
async function longPeriods(tx: Tx, context: DayContext): Promise<PeriodDays[]> {
  const { owner, period, calendar, currencies } = context;
  const coverage = await coverageOf(tx);
  const holder = await ownerOf(tx, owner);
  const long: PeriodDays[] = [];
  for (const each of longOpenings(context, coverage)) {
    const dates = datesOf(each.opening, period.to, calendar);
    const { worths } = await worthsOver(tx, holder, { dates, coverage });
    long.push({ ...each, days: await amountTotals(tx, holder, { dates, currencies, worths }) });
  }
  return long;
}

function longOpenings(
  { period: { to }, calendar, firstCapital }: DayContext,
  coverage: Coverage | undefined,
) {
  if (firstCapital === null || coverage === undefined) return [];
  const start = previousBusinessDay(firstCapital, calendar);
  const usual = [
    { period: '3Y' as const, opening: addMonths(to, -36) },
    { period: '5Y' as const, opening: addMonths(to, -60) },
  ].filter(({ opening }) => firstCapital <= opening);
  const isLong = start < previousBusinessDay(addMonths(to, -MONTHS_OF_YEAR), calendar);
  return [...usual, ...(isLong ? [{ period: 'START' as const, opening: start }] : [])].filter(
    ({ opening }) =>
      daysBetween(opening, to) <= WEALTH.snapshotDaysMax &&
      daysBetween(opening, coverage.from) <= WEALTH.returnDaysMax &&
      daysBetween(coverage.to, to) <= WEALTH.returnDaysMax,
  );
}

async function totalsFrom(tx: Tx, opening: BusinessDate, context: DayContext): Promise<DayTotal[]> {
  const { owner, calendar, currencies, period } = context;
  const dates = datesOf(opening, period.to, calendar);
  return dayTotals(await historyOf(tx, owner, { dates, currencies }), 'CUSTOMER');
}

// Returns the periods of at most a year, without those that begin before the first date with
// capital.
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
