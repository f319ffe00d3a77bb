// Phases of a trading day, the orders that each accepts, and the phase at a given time.

import { Temporal } from 'temporal-polyfill';
import { unreachable } from '../../../platform/assert.js';
import {
  type BusinessCalendar,
  isBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import { type BusinessDate, dateOfInstant } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import type { FixTimeInForce } from './order-term-queries.js';

export const TRADING_PHASES = [
  'CLOSED',
  'PRE_OPEN',
  'OPENING_IMBALANCE',
  'CONTINUOUS',
  'PRE_CLOSE',
  'CLOSING_IMBALANCE',
] as const;

export type TradingPhase = (typeof TRADING_PHASES)[number];

/**
 * The phases of a day, with their start as local `HH:mm`. The market is closed before the first
 * one.
 */
export interface TradingDay {
  /** If true, trading is continuous on every date at any time, and the phases are ignored. */
  readonly aroundTheClock?: boolean;
  readonly phases: readonly { readonly from: string; readonly phase: TradingPhase }[];
}

/** Whether each phase allows new orders, matching on arrival, and amendments. */
export const PHASE_RULES: Record<
  TradingPhase,
  { readonly orders: boolean; readonly matching: boolean; readonly amends: boolean }
> = {
  CLOSED: { orders: false, matching: false, amends: false },
  PRE_OPEN: { orders: true, matching: false, amends: true },
  OPENING_IMBALANCE: { orders: true, matching: false, amends: false },
  CONTINUOUS: { orders: true, matching: true, amends: true },
  PRE_CLOSE: { orders: true, matching: false, amends: true },
  CLOSING_IMBALANCE: { orders: true, matching: false, amends: false },
};

/** The properties of an order that determine whether a phase accepts it. */
interface OrderKind {
  /** True if the order has a limit price, which auctions require. */
  readonly isLimited: boolean;
  readonly timeInForce: FixTimeInForce;
}

/** Returns whether a new order of this kind may be sent in this phase. */
export function phaseTakes(phase: TradingPhase, { isLimited, timeInForce }: OrderKind): boolean {
  const { orders, matching } = PHASE_RULES[phase];
  if (!orders) return false;
  const opening = phase === 'PRE_OPEN' || phase === 'OPENING_IMBALANCE';
  switch (timeInForce) {
    case '2':
      return opening && isLimited;
    case '7':
      return !opening && isLimited;
    case '3':
    case '4':
      return matching;
    case '0':
    case '1':
    case '6':
      return matching || isLimited;
    default:
      return unreachable(timeInForce);
  }
}

/** A part of a trading day with one phase. It ends where the next part starts. */
interface PhaseStretch {
  readonly from: string;
  readonly until: string;
  readonly phase: TradingPhase;
}

/** The end of a day as `HH:mm`, which is later than any time within the day. */
export const END_OF_DAY = '24:00';

/** Returns a whole day as consecutive parts, including the closed hours at both ends. */
export function stretchesOf(day: TradingDay): PhaseStretch[] {
  if (day.aroundTheClock) return [{ from: '', until: END_OF_DAY, phase: 'CONTINUOUS' }];
  const begins = [{ from: '', phase: 'CLOSED' as const }, ...day.phases];
  return begins.map(({ from, phase }, index) => ({
    from,
    until: begins[index + 1]?.from ?? END_OF_DAY,
    phase,
  }));
}

/**
 * Returns an instant's local time `HH:mm` on a date. If the date has not begun, returns an empty
 * string, which sorts before every time. If the date is over, returns the end of the day.
 */
export function timeOn(date: BusinessDate, instant: Instant, timeZone: string): string {
  const local = dateOfInstant(instant, timeZone);
  if (local < date) return '';
  if (local > date) return END_OF_DAY;
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return zoned.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** Returns whether orders can trade on this date. */
export function isTradingDay(
  date: BusinessDate,
  day: TradingDay | undefined,
  calendar: BusinessCalendar,
): boolean {
  if (day === undefined) return false;
  return day.aroundTheClock === true || (day.phases.length > 0 && isBusinessDay(date, calendar));
}

/** A point in time, with the date of its session. */
interface Moment {
  /** The session's date. */
  readonly date: BusinessDate;
  readonly now: Instant;
  readonly timeZone: string;
  readonly calendar: BusinessCalendar;
}

/**
 * Returns the phase at a point in time. The market is closed on weekends and holidays, and if the
 * date is not today.
 */
export function phaseAt(day: TradingDay | undefined, moment: Moment): TradingPhase {
  const { date, now, timeZone, calendar } = moment;
  if (day === undefined || !isTradingDay(date, day, calendar)) return 'CLOSED';
  if (day.aroundTheClock) return 'CONTINUOUS';
  const time = timeOn(date, now, timeZone);
  return stretchesOf(day).find(({ until }) => time < until)?.phase ?? 'CLOSED';
}
