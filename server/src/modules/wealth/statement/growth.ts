// Computes the returns in a statement for each period and each month.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { type BenchmarkRow, selectBenchmark } from '../../market/index.js';
import { benchmarkReturn } from '../return/benchmark.js';
import type { DayTotal } from '../return/day-total.js';
import type { Unavailable } from '../return/outcome.js';
import { partsOf } from '../return/part.js';
import { moneyWeightedOf, timeWeightedOf } from '../return/rate.js';
import type { BenchmarkRate, Growth, PeriodGrowth, Rate } from './content.js';
import type { StatementDays } from './period-days.js';

const TERMS = { fees: 'ALL', method: 'DAILY' } as const;

/** The decimals of a percentage in the document. */
const PAPER_PLACES = 2;

/** The days of a statement, its currency, and the benchmark for comparison, if any. */
interface GrowthRequest {
  readonly days: StatementDays;
  readonly to: BusinessDate;
  readonly currencies: { readonly currency: string; readonly through: string };
  /** The code of the benchmark in the valuation policy. */
  readonly benchmarkCode: string | undefined;
}

/** Computes the returns in a statement. Months without capital are left out. */
export async function growthOf(tx: Tx, request: GrowthRequest): Promise<Growth> {
  const { days, currencies, benchmarkCode } = request;
  const { currency } = currencies;
  const named = benchmarkCode === undefined ? undefined : { name: benchmarkCode };
  const benchmark = named && (await selectBenchmark(tx, named));
  const periods: PeriodGrowth[] = [];
  for (const { period, opening, days: own } of days.periods) {
    periods.push({
      ...{ period, opening },
      timeWeighted: timeWeightedRate(own, currency),
      moneyWeighted: moneyWeightedRate(own, currency),
      benchmark: benchmark && (await benchmarkRate(tx, benchmark, { request, opening, own })),
    });
  }
  return {
    benchmark: benchmark && {
      code: benchmark.name,
      label: benchmark.label,
      returnType: benchmark.return_type,
      currency: benchmark.currency,
    },
    periods,
    months: partsOf(days.all, 'MONTH')
      .map((part) => ({ month: part.name, timeWeighted: timeWeightedRate(part.days, currency) }))
      .filter(({ timeWeighted }) => timeWeighted.reason !== 'NO_CAPITAL'),
  };
}

async function benchmarkRate(
  tx: Tx,
  benchmark: BenchmarkRow,
  compared: {
    readonly request: GrowthRequest;
    readonly opening: BusinessDate;
    readonly own: readonly DayTotal[];
  },
): Promise<BenchmarkRate> {
  const { request, opening, own } = compared;
  const { currencies, to: end } = request;
  const range = { ...currencies, knownAt: undefined, span: { opening, end } };
  const { outcome } = await benchmarkReturn(tx, benchmark, range);
  if (outcome.status === 'UNAVAILABLE') return { reason: outcome.reason };
  const { rate } = outcome;
  const grown = timeWeightedOf(own, { ...TERMS, currency: currencies.currency });
  return {
    percent: percentOf(rate),
    excess: grown.status === 'AVAILABLE' ? percentOf(grown.rate.minus(rate)) : undefined,
  };
}

/** Computes the time-weighted return over the given days, after all costs. */
export function timeWeightedRate(days: readonly DayTotal[], currency: string): Rate {
  return rateOf(timeWeightedOf(days, { ...TERMS, currency }));
}

/** Computes the money-weighted return over the given days, after all costs. */
export function moneyWeightedRate(days: readonly DayTotal[], currency: string): Rate {
  return rateOf(moneyWeightedOf(days, { ...TERMS, currency }));
}

function rateOf(
  outcome: { status: 'AVAILABLE'; rate: Decimal; annual: Decimal | undefined } | Unavailable,
): Rate {
  if (outcome.status === 'UNAVAILABLE') return { reason: outcome.reason };
  const { rate, annual } = outcome;
  return { percent: percentOf(rate), annualPercent: annual && percentOf(annual) };
}

/** Returns a fraction as a percentage with two decimals, rounded half-up. */
export function percentOf(fraction: Decimal): string {
  return roundTo(new Decimal(fraction).times(100), PAPER_PLACES, 'HALF_UP').toFixed(PAPER_PLACES);
}
