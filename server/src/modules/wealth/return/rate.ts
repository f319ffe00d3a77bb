// Computes returns from daily totals by one of two methods, excluding some costs if requested.

import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH } from '../limits.js';
import { annualRate } from './annual.js';
import type { DayTotal } from './day-total.js';
import { dietzReturn } from './dietz.js';
import { type MoneyWeighted, moneyWeighted } from './money-weighted.js';
import { type Unavailable, unavailable } from './outcome.js';
import { type Linked, longestGap, type ReturnDay, timeWeighted } from './time-weighted.js';

/**
 * The costs that a return includes. Every basis includes trade charges and withheld tax. GROSS and
 * NET exclude processing fees and early debit fees. NET includes management fees, which do not
 * exist yet. ALL includes everything.
 */
export const FEE_BASES = ['GROSS', 'NET', 'ALL'] as const;

export type FeeBasis = (typeof FEE_BASES)[number];

/** DAILY links the returns of days; DIETZ weights the flows of the whole range. */
export const RETURN_METHODS = ['DAILY', 'DIETZ'] as const;

export type ReturnMethod = (typeof RETURN_METHODS)[number];

/** The options for computing a return. */
export interface ReturnTerms {
  readonly fees: FeeBasis;
  readonly method: ReturnMethod;
  readonly currency: string;
}

/** A time-weighted return as fractions. Only the method DAILY has linked days. */
interface TimeWeighted {
  readonly status: 'AVAILABLE';
  readonly rate: Decimal;
  readonly annual: Decimal | undefined;
  readonly linked: Linked | undefined;
}

/** Computes the time-weighted return over the given days, which start with the opening. */
export function timeWeightedOf(
  totals: readonly DayTotal[],
  terms: ReturnTerms,
): TimeWeighted | Unavailable {
  const days = totals.map((total) => returnDay(total, terms));
  return terms.method === 'DIETZ' ? dietzOf(days) : dailyOf(days);
}

function dailyOf(days: readonly MorningDay[]): TimeWeighted | Unavailable {
  const linked = timeWeighted(days);
  if (linked.status === 'UNAVAILABLE') return linked;
  const { rate, invested } = linked;
  if (invested === undefined) return unavailable('NO_CAPITAL');
  const isAnnual = longestGap(linked) <= WEALTH.gapDaysMax;
  const annual = isAnnual
    ? annualRate(rate, { opening: invested.from, end: invested.to })
    : undefined;
  return { status: 'AVAILABLE', rate, annual, linked };
}

function dietzOf(days: readonly MorningDay[]): TimeWeighted | Unavailable {
  const edges = edgesOf(days);
  if ('status' in edges) return edges;
  const leftOut = days.reduce((sum, day) => sum.plus(day.leftOut), new Decimal(0));
  const rate = dietzReturn({
    ...edges,
    closingValue: edges.closingValue.plus(leftOut),
    flows: days.slice(1).map(({ date, flow, morning }) => ({ date, flow: flow.plus(morning) })),
  });
  if ('status' in rate) return rate;
  return { status: 'AVAILABLE', rate, annual: annualRate(rate, edges), linked: undefined };
}

/** Computes the money-weighted return over the given days, which start with the opening. */
export function moneyWeightedOf(
  totals: readonly DayTotal[],
  terms: ReturnTerms,
): MoneyWeighted | Unavailable {
  const days = totals.map((total) => returnDay(total, terms));
  const edges = edgesOf(days);
  if ('status' in edges) return edges;
  // Excluded costs are treated as if they had been paid out to the customer.
  const flows = days.slice(1).map(({ date, flow, morning, leftOut }) => ({
    date,
    flow: flow.plus(morning).minus(leftOut),
  }));
  return moneyWeighted({ ...edges, flows });
}

/** A day with known morning flows. */
type MorningDay = ReturnDay & { readonly morning: Decimal };

function edgesOf(days: readonly ReturnDay[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return unavailable('TOO_SHORT');
  if (typeof first.value === 'string') return unavailable(first.value, first.date);
  if (typeof last.value === 'string') return unavailable(last.value, last.date);
  return {
    opening: first.date,
    end: last.date,
    openingValue: first.value,
    closingValue: last.value,
    // For a whole range, the rule of its last day is used.
    timing: last.rule.timing,
  };
}

/** Converts a day's totals to a day of a return. */
export function returnDay(total: DayTotal, { fees, currency }: ReturnTerms): MorningDay {
  const { date, value, rule, inMinor, outMinor, feeMinor, morningMinor = 0n } = total;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    date,
    value: typeof value === 'bigint' ? amount(value) : value,
    flow: amount(inMinor - outMinor - morningMinor),
    morning: amount(morningMinor),
    leftOut: amount(fees === 'ALL' ? 0n : feeMinor),
    rule,
  };
}
