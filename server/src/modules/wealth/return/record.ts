// Converts returns to API records.

import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import { WEALTH } from '../limits.js';
import type { BenchmarkReturn } from './benchmark.js';
import { type DayTotal, isAny, sumOfFlows } from './day-total.js';
import { netOf, sumOf } from './line-gain.js';
import { type Unavailable, unavailable } from './outcome.js';
import { partsOf, type ReturnPart } from './part.js';
import { moneyWeightedOf, type ReturnTerms, timeWeightedOf } from './rate.js';
import type { Span } from './span.js';

/** The days of a return, starting with the opening, and the options for computing it. */
interface Computed {
  readonly span: Span;
  readonly days: readonly DayTotal[];
  readonly terms: ReturnTerms;
  readonly by: ReturnPart | undefined;
  readonly benchmark: BenchmarkReturn | undefined;
}

/** Returns the API record of a range's values, flows and returns. Absent members are undefined. */
export function returnRecord({ span, days, terms, by, benchmark }: Computed): object {
  const { opening, end, isTooEarly } = span;
  const tooEarly = isTooEarly ? unavailable('HISTORY_TOO_SHORT') : undefined;
  return {
    openingDate: opening,
    endDate: end,
    currency: terms.currency,
    ...growthRecord(days, terms, tooEarly),
    ...(benchmark === undefined
      ? {}
      : { benchmark: benchmarkRecord(benchmark, tooEarly ?? timeWeightedOf(days, terms)) }),
    largeFlowDays: days.filter(isLarge(days)).map(({ date }) => date),
    flows: flowsRecord(days, terms),
    ...(by === undefined
      ? {}
      : { parts: partsOf(days, by).map((part) => partRecord(part, terms)) }),
  };
}

/**
 * Returns the API record of the values, flows and returns of these days, starting with the opening.
 */
export function growthRecord(
  days: readonly DayTotal[],
  terms: ReturnTerms,
  tooEarly?: Unavailable,
): object {
  return {
    ...amountsRecord(days, terms),
    timeWeighted: timeWeightedRecord(tooEarly, days, terms),
    moneyWeighted: moneyWeightedRecord(tooEarly ?? moneyWeightedOf(days, terms)),
  };
}

function amountsRecord(days: readonly DayTotal[], terms: ReturnTerms): object {
  const { currency } = terms;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const value = (day: DayTotal | undefined) =>
    typeof day?.value === 'bigint' ? day.value : undefined;
  const [before, after] = [value(days[0]), value(days.at(-1))];
  const { inMinor, outMinor, feeMinor } = sumOfFlows(days.slice(1));
  const isKnown = before !== undefined && after !== undefined;
  return {
    openingValue: before === undefined ? undefined : amount(before),
    closingValue: after === undefined ? undefined : amount(after),
    paidIn: amount(inMinor),
    paidOut: amount(outMinor),
    fees: amount(feeMinor),
    ...(isKnown ? gainRecord(days, terms, after - before - inMinor + outMinor) : {}),
  };
}

// The gain is the sum of the lines' gains, which equals the change in value less the flows. Days
// from snapshots have no lines.
function gainRecord(
  [, ...days]: readonly DayTotal[],
  { currency }: ReturnTerms,
  changeMinor: bigint,
): object {
  if (days.every(({ gains }) => gains === undefined)) {
    return { gain: minorToDecimal(changeMinor, currency) };
  }
  const gain = sumOf(days.flatMap(({ gains = [] }) => gains));
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    income: amount(gain.incomeMinor),
    priceGain: amount(gain.priceMinor),
    currencyGain: amount(gain.currencyMinor),
    charges: amount(gain.chargesMinor),
    taxes: amount(gain.taxesMinor),
    gain: amount(netOf(gain)),
  };
}

function timeWeightedRecord(
  tooEarly: Unavailable | undefined,
  days: readonly DayTotal[],
  terms: ReturnTerms,
): object {
  const outcome = tooEarly ?? timeWeightedOf(days, terms);
  if (outcome.status === 'UNAVAILABLE') return unavailableRecord(outcome);
  const { rate, annual, linked } = outcome;
  return {
    status: 'AVAILABLE',
    percent: percent(rate),
    annualPercent: annual && percent(annual),
    method: terms.method,
    flowTiming: days.at(-1)?.rule.timing,
    feeBasis: terms.fees,
    ...(linked === undefined
      ? {}
      : {
          investedDays: new Decimal(linked.investedDays),
          bridgedDays: new Decimal(linked.bridgedDays),
          daysWithoutCapital: linked.daysWithoutCapital,
          gaps: linked.gaps,
        }),
  };
}

function moneyWeightedRecord(outcome: ReturnType<typeof moneyWeightedOf>): object {
  if (outcome.status === 'UNAVAILABLE') return unavailableRecord(outcome);
  const { rate, annual } = outcome;
  return { status: 'AVAILABLE', percent: percent(rate), annualPercent: annual && percent(annual) };
}

function unavailableRecord({ status, reason, date, candidates }: Unavailable): object {
  return { status, reason, date, candidates: candidates?.map(percent) };
}

// Returns the excess return, both as a difference and as growth relative to the benchmark.
function benchmarkRecord(
  { benchmark: { name, label, return_type, currency }, outcome }: BenchmarkReturn,
  own: ReturnType<typeof timeWeightedOf>,
): object {
  const named = { code: name, label, returnType: return_type, currency };
  if (outcome.status === 'UNAVAILABLE') return { ...named, ...outcome };
  const { status, rate } = outcome;
  if (own.status === 'UNAVAILABLE') return { ...named, status, percent: percent(rate) };
  return {
    ...named,
    status,
    percent: percent(rate),
    excess: percent(own.rate.minus(rate)),
    geometricExcess: percent(own.rate.plus(1).dividedBy(rate.plus(1)).minus(1)),
  };
}

function partRecord(
  { name, days }: ReturnType<typeof partsOf>[number],
  terms: ReturnTerms,
): object {
  return {
    part: name,
    ...amountsRecord(days, terms),
    timeWeighted: timeWeightedRecord(undefined, days, terms),
  };
}

// Returns the flows in the range, by the kind of record that moved the money.
function flowsRecord(days: readonly DayTotal[], { currency }: ReturnTerms): object[] {
  const flows = days.flatMap((day) => day.flows).filter(isAny);
  const sources = [...new Set(flows.map(({ source }) => source))].sort();
  return sources.map((source) => {
    const { inMinor, outMinor, feeMinor } = sumOfFlows(
      flows.filter((flow) => flow.source === source),
    );
    return {
      source,
      paidIn: minorToDecimal(inMinor, currency),
      paidOut: minorToDecimal(outMinor, currency),
      fees: minorToDecimal(feeMinor, currency),
    };
  });
}

function isLarge(days: readonly DayTotal[]): (day: DayTotal, index: number) => boolean {
  const limit = BigInt(WEALTH.largeFlowPercent);
  return ({ inMinor, outMinor }, index) => {
    const before = days[index - 1]?.value;
    const net = inMinor - outMinor;
    return typeof before === 'bigint' && (net < 0n ? -net : net) * 100n > before * limit;
  };
}

function percent(rate: Decimal): Decimal {
  return roundTo(rate.times(100), 4, 'HALF_UP');
}
