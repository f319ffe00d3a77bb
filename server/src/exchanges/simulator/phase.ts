// The exchange's trading hours, and the effects of a phase change.

import {
  AROUND_THE_CLOCK,
  type AssetClass,
  NGX_TRADING_DAY,
  PHASE_RULES,
  phaseAt,
  type TradingDay,
  type TradingPhase,
} from '../../modules/market/index.js';
import { type BusinessCalendar, calendarOf } from '../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Instant } from '../../platform/database/database.js';

/**
 * The trading hours of an exchange: the phases on each date, by the exchange's own clock and
 * calendar.
 */
export interface TradingHours {
  readonly timeZone: string;
  readonly calendar: BusinessCalendar;
  readonly dayOn: (date: BusinessDate, assetClass: AssetClass) => TradingDay | undefined;
}

/** The NGX hours, on every weekday that is not a holiday. */
export const NGX_HOURS: TradingHours = hoursOf(NGX_TRADING_DAY);

/** Continuous trading at any time on every date. */
export const ALL_HOURS: TradingHours = hoursOf(AROUND_THE_CLOCK);

function hoursOf(day: TradingDay): TradingHours {
  return { timeZone: 'Africa/Lagos', calendar: calendarOf([]), dayOn: () => day };
}

/** The date, asset class and instant that determine the phase. */
interface ClassSession {
  readonly assetClass: AssetClass;
  readonly date: BusinessDate;
  readonly now: Instant;
}

/** Returns the phase of a session. */
export function phaseOf(hours: TradingHours, session: ClassSession): TradingPhase {
  const { timeZone, calendar, dayOn } = hours;
  const { assetClass, date, now } = session;
  return phaseAt(dayOn(date, assetClass), { date, now, timeZone, calendar });
}

/** Returns true if the phase change ends a call auction, so that its orders match now. */
export function endsAuction(before: TradingPhase, after: TradingPhase): boolean {
  const calling = before !== 'CLOSED' && !PHASE_RULES[before].matching;
  return calling && (after === 'CONTINUOUS' || after === 'CLOSED');
}
