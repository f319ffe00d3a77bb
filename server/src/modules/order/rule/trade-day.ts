// The executions of an order by trade date, as contract notes see them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type BookedExecution, fillGroups } from './standing-execution.js';

/** Units dealt, and what they were dealt for. */
interface Dealt {
  readonly quantity: bigint;
  /** The sum of price times quantity. */
  readonly value: Decimal;
}

/**
 * One trade date of an order: the sums of its fills, with the corrections and busts that later days
 * brought of them.
 */
export interface TradeDay extends Dealt {
  readonly tradeDate: BusinessDate;
  /** How many fills are in force. */
  readonly fills: number;
  /** The settlement dates that the exchange stated, with how many of the fills it stated each. */
  readonly stated: ReadonlyMap<BusinessDate, number>;
  /** True when a note in force was issued for the date. */
  readonly isNoted: boolean;
  /** True when something was reported that no note has seen. */
  readonly hasNews: boolean;
}

/** A trade date that something is reported about, which may be the first of it. */
export function withNews(day: TradeDay | undefined, tradeDate: BusinessDate): TradeDay {
  if (day !== undefined) return { ...day, hasNews: true };
  const nothing = { quantity: 0n, value: NOTHING, fills: 0, stated: new Map() };
  return { tradeDate, ...nothing, isNoted: false, hasNews: true };
}

const NOTHING = new Decimal(0);

/** A fill that begins to count, or ends to. */
interface MovedFill extends Dealt {
  readonly fills: 1 | -1;
  readonly settlementDate?: BusinessDate | undefined;
}

/** The date with a fill more, or less. */
export function withDealt(day: TradeDay, by: MovedFill): TradeDay {
  return {
    ...day,
    quantity: day.quantity + by.quantity,
    value: day.value.plus(by.value),
    fills: day.fills + by.fills,
    stated:
      by.settlementDate === undefined ? day.stated : withStated(day, by.settlementDate, by.fills),
  };
}

function withStated({ stated }: TradeDay, date: BusinessDate, by: 1 | -1) {
  const fills = (stated.get(date) ?? 0) + by;
  const after = new Map(stated);
  if (fills > 0) after.set(date, fills);
  else after.delete(date);
  return after;
}

/** Dates that have their note, and those that a buy still pays from its hold. */
export function noteDatesOf(days: readonly TradeDay[]) {
  return {
    noted: days.filter(({ isNoted }) => isNoted),
    unnoted: days.filter(({ isNoted }) => !isNoted),
  };
}

/** The dates that something was reported about which no note has seen. */
export function daysWithNews(days: readonly TradeDay[] = []): readonly TradeDay[] {
  return days.filter(({ hasNews }) => hasNews);
}

/** What was dealt on these dates together. */
export function dealtOn(days: readonly TradeDay[]) {
  return {
    quantity: days.reduce((sum, day) => sum + day.quantity, 0n),
    value: days.reduce((sum, day) => sum.plus(day.value), NOTHING),
    fills: days.reduce((sum, day) => sum + day.fills, 0),
  };
}

/** One trade date of an order with its fills, for those who show each of them. */
export interface FilledDay {
  readonly tradeDate: BusinessDate;
  /** What is in force of the fills of the date. */
  readonly standing: readonly BookedExecution[];
}

/** The executions of an order by the date of the fill that each is about, the earliest first. */
export function filledDays(executions: readonly BookedExecution[]): FilledDay[] {
  const byDate = new Map<BusinessDate, BookedExecution[]>();
  for (const { tradeDate, standing } of fillGroups(executions)) {
    const fills = byDate.get(tradeDate) ?? [];
    byDate.set(tradeDate, fills);
    if (standing !== undefined) fills.push(standing);
  }
  return [...byDate]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tradeDate, standing]) => ({ tradeDate, standing }));
}
