// The hours of the exchange, and the effects of a phase change.

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

/** When an exchange trades: its phases of each date, by its own clock and calendar. */
export interface TradingHours {
  readonly timeZone: string;
  readonly calendar: BusinessCalendar;
  readonly dayOn: (date: BusinessDate, assetClass: AssetClass) => TradingDay | undefined;
}

/** The hours of NGX, on every weekday that is not a holiday. */
export const NGX_HOURS: TradingHours = hoursOf(NGX_TRADING_DAY);

/** Continuous trading at any hour of every date. */
export const ALL_HOURS: TradingHours = hoursOf(AROUND_THE_CLOCK);

function hoursOf(day: TradingDay): TradingHours {
  return { timeZone: 'Africa/Lagos', calendar: calendarOf([]), dayOn: () => day };
}

/** The session of a date for a class of securities, at an instant. */
interface ClassSession {
  readonly assetClass: AssetClass;
  readonly date: BusinessDate;
  readonly now: Instant;
}

/** The phase of a session. */
export function phaseOf(hours: TradingHours, session: ClassSession): TradingPhase {
  const { timeZone, calendar, dayOn } = hours;
  const { assetClass, date, now } = session;
  return phaseAt(dayOn(date, assetClass), { date, now, timeZone, calendar });
}

/** True if the change of phase ends a call auction, so that its orders match now. */
export function endsAuction(before: TradingPhase, after: TradingPhase): boolean {
  const calling = before !== 'CLOSED' && !PHASE_RULES[before].matching;
  return calling && (after === 'CONTINUOUS' || after === 'CLOSED');
}
