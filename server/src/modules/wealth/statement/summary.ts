// Computes the first page of a statement: the wealth at both ends, the steps of its change, and its
// curve.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH } from '../limits.js';
import type { DayTotal } from '../return/day-total.js';
import type { Totals } from '../valuation/total.js';
import {
  BRIDGE_STEPS,
  type BridgeStep,
  type BridgeStepName,
  type CurvePoint,
  type Summary,
} from './content.js';
import { moneyWeightedRate, timeWeightedRate } from './growth.js';
import type { Movements } from './movement.js';
import type { StatementDays } from './period-days.js';

/** The data for the summary. */
interface Summed {
  readonly before: Totals;
  readonly after: Totals;
  readonly days: StatementDays;
  readonly sums: Movements['sums'];
  readonly currency: string;
}

/** Returns the summary of a statement. */
export function summaryOf({ before, after, days, sums, currency }: Summed): Summary {
  const amount = (minor: bigint) => minorToDecimal(minor, currency).toFixed();
  const opening = before.assetsMinor + before.liabilitiesMinor;
  const closing = after.assetsMinor + after.liabilitiesMinor;
  const isComplete = before.unvaluedLines === 0 && after.unvaluedLines === 0;
  return {
    opening: amount(opening),
    closing: amount(closing),
    change: isComplete ? amount(closing - opening) : undefined,
    openingUnvalued: before.unvaluedLines,
    closingUnvalued: after.unvaluedLines,
    assets: amount(after.assetsMinor),
    liabilities: amount(after.liabilitiesMinor),
    bridge:
      isComplete && sums !== undefined
        ? bridgeOf(closing - opening, { days: days.own, sums, currency })
        : undefined,
    timeWeighted: timeWeightedRate(days.own, currency),
    moneyWeighted: moneyWeightedRate(days.own, currency),
    curve: curveOf(days.curve, currency),
  };
}

/**
 * Returns the steps that explain a change. PRICES is the remainder, which consists of changes in
 * prices and exchange rates, and interest that is accrued but not yet paid.
 */
function bridgeOf(
  change: bigint,
  {
    days,
    sums,
    currency,
  }: {
    readonly days: readonly DayTotal[];
    readonly sums: NonNullable<Movements['sums']>;
    readonly currency: string;
  },
): BridgeStep[] {
  const flows = days.slice(1);
  const sum = (of: (day: DayTotal) => bigint) => flows.reduce((all, day) => all + of(day), 0n);
  const known = {
    PAID_IN: sum(({ inMinor }) => inMinor),
    PAID_OUT: -sum(({ outMinor }) => outMinor),
    INCOME: sums.incomeMinor,
    CHARGES: -sums.chargesMinor,
    FEES: -sum(({ feeMinor }) => feeMinor),
    TAXES: -sums.taxMinor,
  };
  const explained = Object.values(known).reduce((all, minor) => all + minor, 0n);
  const minorOf = (step: BridgeStepName) => (step === 'PRICES' ? change - explained : known[step]);
  return BRIDGE_STEPS.map((step) => ({
    step,
    amount: minorToDecimal(minorOf(step), currency).toFixed(),
  })).filter(({ step }) => minorOf(step) !== 0n);
}

// Leaves out days without a complete value and days before the first date with capital. Long curves
// show only the last day of each step.
function curveOf(all: readonly DayTotal[], currency: string): CurvePoint[] {
  const first = all.findIndex(({ value }) => value !== 0n);
  const days = first < 0 ? [] : all.slice(Math.max(0, first - 1));
  let net: bigint | undefined;
  const points: { date: BusinessDate; valueMinor: bigint; netMinor: bigint }[] = [];
  for (const { date, value, inMinor, outMinor } of days) {
    if (net === undefined && typeof value !== 'bigint') continue;
    net = net === undefined && typeof value === 'bigint' ? value : (net ?? 0n) + inMinor - outMinor;
    if (typeof value === 'bigint') points.push({ date, valueMinor: value, netMinor: net });
  }
  const step = Math.max(1, Math.ceil(points.length / WEALTH.statementCurvePointsMax));
  return points
    .filter((_, index) => (points.length - 1 - index) % step === 0)
    .map(({ date, valueMinor, netMinor }) => ({
      date,
      value: minorToDecimal(valueMinor, currency).toFixed(),
      netPaidIn: minorToDecimal(netMinor, currency).toFixed(),
    }));
}
