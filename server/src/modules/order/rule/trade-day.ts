// An order's executions by trade date, as needed for contract notes.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type BookedExecution, fillGroups } from './execution.js';

/** The units dealt and their value. */
interface Dealt {
  readonly quantity: bigint;
  /** The sum of price times quantity. */
  readonly value: Decimal;
}

/**
 * One trade date of an order: the sums of its fills, including corrections and busts reported on
 * later days.
 */
export interface TradeDay extends Dealt {
  readonly tradeDate: BusinessDate;
  /** The number of fills in force. */
  readonly fills: number;
  /** The settlement dates that the exchange gave, each with the number of fills that have it. */
  readonly stated: ReadonlyMap<BusinessDate, number>;
  /** Whether a note is in force for the date. */
  readonly isNoted: boolean;
  /** Whether any reports for the date are not on a note yet. */
  readonly hasNews: boolean;
}

/**
 * Returns the updated trade date after a new report, which may be the first one about that date.
 */
export function withNews(day: TradeDay | undefined, tradeDate: BusinessDate): TradeDay {
  if (day !== undefined) return { ...day, hasNews: true };
  const nothing = { quantity: 0n, value: NOTHING, fills: 0, stated: new Map() };
  return { tradeDate, ...nothing, isNoted: false, hasNews: true };
}

const NOTHING = new Decimal(0);

/** A fill that is added or removed. */
interface MovedFill extends Dealt {
  readonly fills: 1 | -1;
  readonly settlementDate?: BusinessDate | undefined;
}

/** Returns the updated trade date after a fill was added or removed. */
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

/**
 * Separates the dates that have a note from those that have none. A buy's hold must still cover the
 * fills on dates without a note.
 */
export function noteDatesOf(days: readonly TradeDay[]) {
  return {
    noted: days.filter(({ isNoted }) => isNoted),
    unnoted: days.filter(({ isNoted }) => !isNoted),
  };
}

/** Returns the dates with reports that are not on a note yet. */
export function daysWithNews(days: readonly TradeDay[] = []): readonly TradeDay[] {
  return days.filter(({ hasNews }) => hasNews);
}

/** Returns the sums over the given dates. */
export function dealtOn(days: readonly TradeDay[]) {
  return {
    quantity: days.reduce((sum, day) => sum + day.quantity, 0n),
    value: days.reduce((sum, day) => sum.plus(day.value), NOTHING),
    fills: days.reduce((sum, day) => sum + day.fills, 0),
  };
}

/** One trade date of an order, with its individual fills. */
interface FilledDay {
  readonly tradeDate: BusinessDate;
  /** The fills in force for the date. */
  readonly inForce: readonly BookedExecution[];
}

/** Returns an order's executions by the date of their fill, earliest first. */
export function filledDays(executions: readonly BookedExecution[]): FilledDay[] {
  const byDate = new Map<BusinessDate, BookedExecution[]>();
  for (const { tradeDate, inForce } of fillGroups(executions)) {
    const fills = byDate.get(tradeDate) ?? [];
    byDate.set(tradeDate, fills);
    if (inForce !== undefined) fills.push(inForce);
  }
  return [...byDate]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tradeDate, inForce]) => ({ tradeDate, inForce }));
}
