// An order's executions in the form needed to book a report: sums by trade date, and only the
// individual executions that the report refers to. Booking the ten-thousandth fill therefore takes
// no longer than booking the first.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type BookedExecution, type FillGroup, fillGroups } from './execution.js';
import { type TradeDay, withDealt, withNews } from './trade-day.js';

/** The sums over all executions of an order. */
export interface Executions {
  readonly quantity: bigint;
  /** The sum of price times quantity. */
  readonly value: Decimal;
  readonly days: ReadonlyMap<BusinessDate, TradeDay>;
  readonly found: Found;
  /** The looked-up ExecIDs that belong to reports other than executions. */
  readonly taken: ReadonlySet<string>;
}

/** The result of a lookup by ExecID. */
export interface LookedUp {
  readonly list: readonly BookedExecution[];
  readonly taken: readonly string[];
}

/**
 * The executions that were read individually. For each fill, either all reports about it are
 * included, or none.
 */
interface Found {
  /**
   * Sets that are derived from one another share this list. Only its first `size` elements belong
   * to this set.
   */
  readonly list: BookedExecution[];
  readonly places: Map<string, number>;
  readonly size: number;
  /**
   * The ExecIDs that corrections and busts refer to. A fill with one of these ExecIDs cannot simply
   * be added.
   */
  readonly named: ReadonlySet<string>;
}

/** Returns the sums of an order's trade dates, together with the looked-up executions. */
export function executionsOf(
  days: readonly TradeDay[],
  { list, taken }: LookedUp = { list: [], taken: [] },
): Executions {
  return {
    quantity: days.reduce((sum, day) => sum + day.quantity, 0n),
    value: days.reduce((sum, day) => sum.plus(day.value), new Decimal(0)),
    days: new Map(days.map((day) => [day.tradeDate, day])),
    found: {
      list: [...list],
      places: new Map(list.map(({ execId }, place) => [execId, place])),
      size: list.length,
      named: new Set(list.flatMap(namedBy)),
    },
    taken: new Set(taken),
  };
}

/** The sums of an order without executions. */
export const NO_EXECUTIONS: Executions = executionsOf([]);

function namedBy({ kind, execRefId }: BookedExecution): string[] {
  return kind === 'TRADE' || execRefId === undefined ? [] : [execRefId];
}

function executionBy({ found }: Executions, execId: string): BookedExecution | undefined {
  const place = found.places.get(execId);
  return place !== undefined && place < found.size ? found.list[place] : undefined;
}

/** Returns whether an execution has this ExecID. The ExecID must have been looked up. */
export function hasExecution(executions: Executions, execId: string): boolean {
  return executionBy(executions, execId) !== undefined;
}

/**
 * Returns whether a user entered the execution with this ExecID. The ExecID must have been looked
 * up.
 */
export function isGivenExecution(executions: Executions, execId: string): boolean {
  return executionBy(executions, execId)?.isGiven === true;
}

function listOf({ list, size }: Found): readonly BookedExecution[] {
  return list.length === size ? list : list.slice(0, size);
}

/**
 * Adds an execution; a duplicate ExecID adds nothing. All reports about the same fill must have
 * been looked up.
 */
export function withExecution(
  executions: Executions,
  added: BookedExecution | undefined,
): Executions {
  if (added === undefined || hasExecution(executions, added.execId)) return executions;
  const found = grown(executions.found, added);
  if (added.kind === 'TRADE' && !found.named.has(added.execId)) {
    return moved({ ...executions, found }, { tradeDate: added.tradeDate, inForce: added }, 1);
  }
  const group = fillGroups(listOf(found)).find(({ about }) => about.includes(added));
  if (group === undefined) return executions;
  const affected = new Set(group.about);
  const former = fillGroups(listOf(executions.found)).filter(({ about }) =>
    about.some((each) => affected.has(each)),
  );
  const without = former.reduce((sums, each) => moved(sums, each, -1), { ...executions, found });
  return moved(without, group, 1);
}

function grown(found: Found, added: BookedExecution): Found {
  // Two sets may be derived from the same set. The second one then copies the list, as do all sets
  // derived from an empty set.
  const isShared = found.size > 0 && found.list.length === found.size;
  const list = isShared ? found.list : [...listOf(found)];
  const places = isShared ? found.places : new Map(list.map(({ execId }, at) => [execId, at]));
  places.set(added.execId, list.length);
  list.push(added);
  const names = namedBy(added);
  const named = names.length === 0 ? found.named : new Set([...found.named, ...names]);
  return { list, places, size: list.length, named };
}

type Moved = Pick<FillGroup, 'tradeDate' | 'inForce'>;

function moved(sums: Executions, { tradeDate, inForce }: Moved, sign: 1 | -1): Executions {
  const days = new Map(sums.days);
  const day = days.get(tradeDate);
  if (inForce === undefined)
    return { ...sums, days: days.set(tradeDate, withNews(day, tradeDate)) };
  const quantity = sign === 1 ? inForce.quantity : -inForce.quantity;
  const { price, settlementDate } = inForce;
  const dealt = { quantity, value: price.times(String(quantity)), fills: sign, settlementDate };
  return {
    ...sums,
    quantity: sums.quantity + dealt.quantity,
    value: sums.value.plus(dealt.value),
    days: days.set(tradeDate, withDealt(withNews(day, tradeDate), dealt)),
  };
}

/** Returns the trade dates, earliest first. */
export function daysOf({ days }: Executions): TradeDay[] {
  return [...days.values()].sort((one, other) => (one.tradeDate < other.tradeDate ? -1 : 1));
}

/** Returns the trade dates that changed between two states. */
export function changedDays(before: Executions, after: Executions): TradeDay[] {
  return daysOf(after).filter((day) => before.days.get(day.tradeDate) !== day);
}

/** A fill in force, with the trade date to which it belongs. */
interface DatedFill {
  readonly tradeDate: BusinessDate;
  readonly inForce: BookedExecution;
}

/**
 * The effect of one execution on the fills in force. A correction removes one fill and adds
 * another.
 */
interface FillChange {
  readonly cause: BookedExecution;
  readonly removed: readonly DatedFill[];
  readonly added: readonly DatedFill[];
}

/**
 * Returns how the fills in force differ after one execution was added; undefined if it changed
 * none.
 */
export function fillChange(before: Executions, after: Executions): FillChange | undefined {
  const cause = after.found.list[after.found.size - 1];
  if (after.found.size === before.found.size || cause === undefined) return undefined;
  if (cause.kind === 'TRADE' && !before.found.named.has(cause.execId)) {
    return { cause, removed: [], added: [{ tradeDate: cause.tradeDate, inForce: cause }] };
  }
  const former = fillsInForce(before.found);
  const present = fillsInForce(after.found);
  return {
    cause,
    removed: former.filter((fill) => !present.some((other) => isSameFill(fill, other))),
    added: present.filter((fill) => !former.some((other) => isSameFill(fill, other))),
  };
}

function fillsInForce(found: Found): DatedFill[] {
  return fillGroups(listOf(found)).flatMap(({ tradeDate, inForce }) =>
    inForce === undefined ? [] : [{ tradeDate, inForce }],
  );
}

function isSameFill(one: DatedFill, other: DatedFill): boolean {
  return one.inForce.execId === other.inForce.execId && one.tradeDate === other.tradeDate;
}

/** Returns the change in the units filled by one exchange order between two states. */
export function filledInEntry(before: Executions, after: Executions, entryNo: number): bigint {
  return entryUnits(after, entryNo) - entryUnits(before, entryNo);
}

function entryUnits({ found }: Executions, entryNo: number): bigint {
  const ofEntry = listOf(found).filter((each) => each.entryNo === entryNo);
  return fillGroups(ofEntry).reduce((sum, { inForce }) => sum + (inForce?.quantity ?? 0n), 0n);
}

/** Returns the average price of the filled units; undefined if nothing is filled. */
export function averageOf({ quantity, value }: Executions): Decimal | undefined {
  return quantity === 0n ? undefined : value.dividedBy(String(quantity));
}
