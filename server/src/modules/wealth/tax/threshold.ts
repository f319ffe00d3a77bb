// Tests the threshold below which gains are not taxed. Each window of months that contains a
// disposal is tested.

import {
  addDays,
  addMonths,
  type BusinessDate,
  dateOf,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import type { CapitalGainsRule } from '../tax-rule/rule.js';

/** The data that the test needs about a disposal, in minor units of the rule's currency. */
export interface TestedDisposal {
  readonly tradeDate: BusinessDate;
  /** The proceeds before charges. */
  readonly proceedsMinor: bigint;
  /**
   * The gain; negative for a loss. If it is unknown (undefined), only the proceeds of the disposal
   * are included.
   */
  readonly gainMinor: bigint | undefined;
}

/** A window of months, with the sums of its disposals. */
export interface Window {
  readonly from: BusinessDate;
  readonly until: BusinessDate;
  readonly proceedsMinor: bigint;
  readonly gainMinor: bigint;
}

/** Whether a disposal is chargeable, and the window that decides this. */
export interface ThresholdTest {
  readonly isChargeable: boolean;
  /** The first window above the threshold, or the one with the highest proceeds. */
  readonly window?: Window;
}

/** A window with the outcome of its test. */
export interface TestedWindow extends Window {
  /** Whether the window's sums are above the threshold, so that its disposals are chargeable. */
  readonly isOver: boolean;
}

type Rule = Pick<CapitalGainsRule, 'threshold' | 'currency'>;
type Threshold = NonNullable<Rule['threshold']>;

/**
 * Returns a function that tests whether disposals on a date are chargeable. `disposals` must
 * contain all disposals of the class in the windows before and after the tested dates. Without a
 * threshold, every disposal is chargeable.
 */
export function thresholdOf(
  { threshold, currency }: Rule,
  disposals: readonly TestedDisposal[],
): (date: BusinessDate) => ThresholdTest {
  if (threshold === undefined) return () => ({ isChargeable: true });
  const days = dayTotals(disposals);
  const windows = spansOf(threshold, days).map((span) => windowOf(span, days));
  const isOver = overLimit(threshold, currency);
  const tests = new Map<BusinessDate, ThresholdTest>();
  const testOn = (date: BusinessDate) => {
    const around = windows.filter(({ from, until }) => from <= date && date <= until);
    const over = around.find(isOver);
    const window = over ?? highest(around);
    return { isChargeable: over !== undefined, ...(window && { window }) };
  };
  return (date) => {
    const test = tests.get(date) ?? testOn(date);
    tests.set(date, test);
    return test;
  };
}

/**
 * Returns the windows that contain a disposal in a range of dates, sorted by their first day. If
 * several windows contain the same disposals, returns only the first. Returns none if there is no
 * threshold.
 */
export function windowsOf(
  { threshold, currency }: Rule,
  disposals: readonly TestedDisposal[],
  span: Span,
): TestedWindow[] {
  if (threshold === undefined) return [];
  const days = dayTotals(disposals);
  const isOver = overLimit(threshold, currency);
  const seen = new Set<string>();
  return spansOf(threshold, days).flatMap((each) => {
    const inside = days.filter(({ date }) => each.from <= date && date <= each.until);
    const [first, last] = [inside.at(0)?.date, inside.at(-1)?.date];
    const key = `${first} ${last}`;
    const isOfSpan = inside.some(({ date }) => span.from <= date && date <= span.until);
    if (!isOfSpan || seen.has(key)) return [];
    seen.add(key);
    const window = windowOf(each, days);
    return [{ ...window, isOver: isOver(window) }];
  });
}

interface DayTotal {
  readonly date: BusinessDate;
  readonly proceedsMinor: bigint;
  readonly gainMinor: bigint;
}

interface Span {
  readonly from: BusinessDate;
  readonly until: BusinessDate;
}

function dayTotals(disposals: readonly TestedDisposal[]): DayTotal[] {
  const days = new Map<BusinessDate, DayTotal>();
  for (const { tradeDate: date, proceedsMinor, gainMinor = 0n } of disposals) {
    const day = days.get(date);
    days.set(date, {
      date,
      proceedsMinor: (day?.proceedsMinor ?? 0n) + proceedsMinor,
      gainMinor: (day?.gainMinor ?? 0n) + gainMinor,
    });
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

// When a window moves by one day, its sums change only if a disposal enters or leaves it. Therefore
// only windows that start on such a day differ from the one before.
function spansOf({ window, windowMonths }: Threshold, days: readonly DayTotal[]): Span[] {
  if (window === 'CALENDAR_YEAR') {
    const years = [...new Set(days.map(({ date }) => yearOf(date)))];
    return years.map((year) => ({ from: dateOf(year, 1, 1), until: dateOf(year, 12, 31) }));
  }
  const starts = new Set<BusinessDate>();
  for (const { date } of days) {
    starts.add(firstReaching(date, windowMonths)).add(addDays(date, 1)).add(date);
  }
  return [...starts]
    .sort()
    .map((from) => ({ from, until: addDays(addMonths(from, windowMonths), -1) }));
}

// Returns the first day whose window still contains a date. All windows that start earlier end
// before the date.
function firstReaching(date: BusinessDate, months: number): BusinessDate {
  let from = addMonths(date, -months);
  while (addMonths(from, months) <= date) from = addDays(from, 1);
  while (addMonths(addDays(from, -1), months) > date) from = addDays(from, -1);
  return from;
}

function windowOf({ from, until }: Span, days: readonly DayTotal[]): Window {
  let [proceedsMinor, gainMinor] = [0n, 0n];
  for (const day of days) {
    if (day.date < from || day.date > until) continue;
    proceedsMinor += day.proceedsMinor;
    gainMinor += day.gainMinor;
  }
  return { from, until, proceedsMinor, gainMinor };
}

function overLimit(threshold: Threshold, currency: string): (window: Window) => boolean {
  const limitOf = (amount: Threshold['gainAtMost']) => decimalToMinor(amount, currency, 'DOWN');
  const proceedsLimit = limitOf(threshold.proceedsBelow);
  const gainLimit = limitOf(threshold.gainAtMost);
  return ({ proceedsMinor, gainMinor }) => {
    const isProceedsOver = proceedsMinor >= proceedsLimit;
    const isGainOver = gainMinor > gainLimit;
    return threshold.both ? isProceedsOver || isGainOver : isProceedsOver && isGainOver;
  };
}

function highest(windows: readonly Window[]): Window | undefined {
  return windows.reduce<Window | undefined>(
    (most, window) =>
      most === undefined || window.proceedsMinor > most.proceedsMinor ? window : most,
    undefined,
  );
}
