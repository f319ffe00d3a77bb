// Business calendars: which days a market or office is open, and how dates are moved to open days.

import { CALENDAR } from '../../limits.js';
import { assert, unreachable } from '../assert.js';
import { addDays, type BusinessDate, monthOf, weekdayOf } from './business-date.js';

/** Holidays as `yyyy-MM-dd`, and the weekend as ISO weekdays (1 is Monday, 7 is Sunday). */
export type BusinessCalendar = {
  readonly holidays: ReadonlySet<string>;
  readonly weekend: ReadonlySet<number>;
};

/** The business day conventions available to products, by their ISDA names. */
export const DAY_CONVENTIONS = ['NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING'] as const;

/** How a date on a closed day is moved. */
export type DayConvention = (typeof DAY_CONVENTIONS)[number];

/** Saturday and Sunday, as ISO weekdays. */
export const SATURDAY_SUNDAY: ReadonlySet<number> = new Set([6, 7]);

/** Returns a calendar with the given holidays, and with a weekend on Saturday and Sunday. */
export function calendarOf(holidays: Iterable<string>): BusinessCalendar {
  return { holidays: new Set(holidays), weekend: SATURDAY_SUNDAY };
}

/** Returns whether the date is neither a weekend day nor a holiday. */
export function isBusinessDay(date: BusinessDate, calendar: BusinessCalendar): boolean {
  return !calendar.weekend.has(weekdayOf(date)) && !calendar.holidays.has(date);
}

/** Returns the first business day after the date, never the date itself. */
export function nextBusinessDay(date: BusinessDate, calendar: BusinessCalendar): BusinessDate {
  return nearestOpenDay(addDays(date, 1), 1, calendar);
}

/** Returns the last business day before the date, never the date itself. */
export function previousBusinessDay(date: BusinessDate, calendar: BusinessCalendar): BusinessDate {
  return nearestOpenDay(addDays(date, -1), -1, calendar);
}

/**
 * Moves the date by this many business days, backwards if negative. Zero returns the date
 * unchanged, even on a closed day. Use `adjust` to move such a date.
 */
export function addBusinessDays(
  date: BusinessDate,
  count: number,
  calendar: BusinessCalendar,
): BusinessDate {
  const steps = Math.abs(count);
  assert(Number.isInteger(count), 'business days are counted in whole days');
  assert(steps <= CALENDAR.businessDaysAddedMax, 'the business days to add are within the limit');
  const move = count < 0 ? previousBusinessDay : nextBusinessDay;
  let moved = date;
  for (let step = 0; step < steps; step += 1) moved = move(moved, calendar);
  return moved;
}

/** Moves a date on a closed day according to the convention. Returns a business day unchanged. */
export function adjust(
  date: BusinessDate,
  convention: DayConvention,
  calendar: BusinessCalendar,
): BusinessDate {
  switch (convention) {
    case 'NONE':
      return date;
    case 'FOLLOWING':
      return nearestOpenDay(date, 1, calendar);
    case 'PRECEDING':
      return nearestOpenDay(date, -1, calendar);
    case 'MODIFIED_FOLLOWING': {
      const following = nearestOpenDay(date, 1, calendar);
      const sameMonth = monthOf(following) === monthOf(date);
      return sameMonth ? following : nearestOpenDay(date, -1, calendar);
    }
    default:
      return unreachable(convention);
  }
}

function nearestOpenDay(date: BusinessDate, step: 1 | -1, calendar: BusinessCalendar) {
  let candidate = date;
  for (let tried = 0; tried <= CALENDAR.closedDaysInARowMax; tried += 1) {
    if (isBusinessDay(candidate, calendar)) return candidate;
    candidate = addDays(candidate, step);
  }
  // A longer closure shows that the calendar is wrong. Continuing would settle trades in the far
  // future.
  assert(false, 'a calendar opens again within the limit of closed days');
}
