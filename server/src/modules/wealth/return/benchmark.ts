// Computes the return of a benchmark (an index or a blend of indices) over the range of a return.

import {
  type BusinessCalendar,
  nextBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  addMonths,
  type BusinessDate,
  dateOf,
  daysBetween,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type BenchmarkRow, selectBenchmark, selectLevelsOn } from '../../market/index.js';
import { WEALTH } from '../limits.js';
import { homeCalendar } from '../valuation/home-calendar.js';
import { conversionsOn } from '../valuation/rate.js';
import { type BlendPart, blendGrowth } from './blend.js';
import type { ReturnSubject } from './subject.js';

/** The return of a benchmark as a fraction, or the reason why it is unavailable. */
export interface BenchmarkReturn {
  readonly benchmark: BenchmarkRow;
  readonly outcome:
    | { readonly status: 'AVAILABLE'; readonly rate: Decimal }
    | {
        readonly status: 'UNAVAILABLE';
        readonly reason: 'BENCHMARK_MISSING' | 'RATE_MISSING';
        readonly date: BusinessDate;
      };
}

/** The range of a return, its currency, and the time after which records are left out. */
type ComparedRange = Pick<ReturnSubject, 'currency' | 'through' | 'knownAt'> & {
  readonly span: Pick<ReturnSubject['span'], 'opening' | 'end'>;
};

/** Computes a benchmark's return over the range and in the currency of the given return. */
export async function benchmarkReturn(
  tx: Tx,
  benchmark: BenchmarkRow,
  subject: ComparedRange,
): Promise<BenchmarkReturn> {
  const { opening, end } = subject.span;
  const isBlend = benchmark.part_names.length > 0;
  const rebalanced = isBlend ? rebalancedOn(opening, end, await homeCalendar(tx)) : [opening];
  const dates = [...new Set([...rebalanced, opening, end])].sort();
  const parts: BlendPart[] = [];
  for (const [index, name] of (isBlend ? benchmark.part_names : [benchmark.name]).entries()) {
    const weight = new Decimal(isBlend ? (benchmark.part_percents[index] ?? 0) : 100);
    const levels = await convertedLevels(tx, name, { dates, subject });
    if ('status' in levels) return { benchmark, outcome: levels };
    parts.push({ weight: weight.dividedBy(100), levels });
  }
  const rate = blendGrowth(parts, { rebalanced, opening, end }).minus(1);
  return { benchmark, outcome: { status: 'AVAILABLE', rate } };
}

type Missing = Extract<BenchmarkReturn['outcome'], { readonly status: 'UNAVAILABLE' }>;

async function convertedLevels(
  tx: Tx,
  name: string,
  { dates, subject }: { readonly dates: readonly BusinessDate[]; readonly subject: ComparedRange },
): Promise<ReadonlyMap<BusinessDate, Decimal> | Missing> {
  const { currency: to, through, span, knownAt } = subject;
  const from = (await selectBenchmark(tx, { name }))?.currency ?? to;
  const rows = await selectLevelsOn(tx, [name], dates);
  const found = new Map(rows.map((row) => [row.date, row]));
  const rates = await conversionsOn(tx, { from, to, through }, { dates, knownAt });
  const levels = new Map<BusinessDate, Decimal>();
  for (const date of dates) {
    const row = found.get(date);
    const isEdge = date === span.opening || date === span.end;
    const isOld =
      row !== undefined && daysBetween(row.level_date, date) > WEALTH.benchmarkLevelDaysMax;
    if (row === undefined || (isEdge && isOld)) {
      return { status: 'UNAVAILABLE', reason: 'BENCHMARK_MISSING', date };
    }
    const rate = rates.get(date);
    if (rate === undefined) return { status: 'UNAVAILABLE', reason: 'RATE_MISSING', date };
    levels.set(date, row.level.times(rate.numerator).dividedBy(rate.denominator));
  }
  return levels;
}

/**
 * Returns the first business day of each month up to the end, starting with the last such day on or
 * before the opening. A blend is rebalanced to its weights at the close of these days.
 */
export function rebalancedOn(
  opening: BusinessDate,
  end: BusinessDate,
  calendar: BusinessCalendar,
): BusinessDate[] {
  const firstOf = (date: BusinessDate) =>
    nextBusinessDay(addDays(dateOf(yearOf(date), Number(date.slice(5, 7)), 1), -1), calendar);
  let month = opening;
  if (firstOf(month) > opening) month = addMonths(month, -1);
  const dates: BusinessDate[] = [];
  for (let date = firstOf(month); date <= end; date = firstOf(month)) {
    dates.push(date);
    month = addMonths(dateOf(yearOf(month), Number(month.slice(5, 7)), 1), 1);
  }
  return dates;
}
