// The phases of a trading day, what each of them takes, and which one a moment falls in.

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

/** When the phases of a day begin, as local `HH:mm`; before the first one the market is closed. */
export interface TradingDay {
  /** Continuous trading at any moment of a business date, closed days included, not by phases. */
  readonly aroundTheClock?: boolean;
  readonly phases: readonly { readonly from: string; readonly phase: TradingPhase }[];
}

/** What may happen in a phase: whether orders come in, match on arrival, and may be amended. */
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

/** What decides on whether a phase takes an order. */
interface OrderKind {
  /** Whether it has a limit; an auction takes no others. */
  readonly isLimited: boolean;
  readonly timeInForce: FixTimeInForce;
}

/** Whether a new order of this kind may be sent while the market is in this phase. */
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

/** A stretch of a trading day: its phase, from when, and until when (the next one's beginning). */
interface PhaseStretch {
  readonly from: string;
  readonly until: string;
  readonly phase: TradingPhase;
}

/** The end of a day in the count of `HH:mm`, later than every moment of it. */
export const END_OF_DAY = '24:00';

/** A whole day as stretches that follow each other, the closed hours at its ends included. */
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
 * The local time `HH:mm` of an instant on a date: empty, which is before every time, when the date
 * has not begun, and the end of the day when it is over.
 */
export function timeOn(date: BusinessDate, instant: Instant, timeZone: string): string {
  const local = dateOfInstant(instant, timeZone);
  if (local < date) return '';
  if (local > date) return END_OF_DAY;
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return zoned.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** Whether orders can trade on this date at all. */
export function isTradingDay(
  date: BusinessDate,
  day: TradingDay | undefined,
  calendar: BusinessCalendar,
): boolean {
  if (day === undefined) return false;
  return day.aroundTheClock === true || (day.phases.length > 0 && isBusinessDay(date, calendar));
}

/** Where a trading day is looked at from. */
interface Moment {
  /** The date whose session it is about. */
  readonly date: BusinessDate;
  readonly now: Instant;
  readonly timeZone: string;
  readonly calendar: BusinessCalendar;
}

/** The phase at a moment: closed on weekends and holidays, and when the date is not today's. */
export function phaseAt(day: TradingDay | undefined, moment: Moment): TradingPhase {
  const { date, now, timeZone, calendar } = moment;
  if (day === undefined || !isTradingDay(date, day, calendar)) return 'CLOSED';
  if (day.aroundTheClock) return 'CONTINUOUS';
  const time = timeOn(date, now, timeZone);
  return stretchesOf(day).find(({ until }) => time < until)?.phase ?? 'CLOSED';
}
