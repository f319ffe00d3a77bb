// Business dates: calendar days without a time or zone, stored as text, with arithmetic in whole
// days.

import { Temporal } from 'temporal-polyfill';
import { assert } from '../assert.js';

declare const businessDateBrand: unique symbol;

/** A real calendar day as `yyyy-MM-dd`, from 1900 to 2199. Sorting the strings sorts the dates. */
export type BusinessDate = string & { readonly [businessDateBrand]: true };

const DAY_MS = 86_400_000;
const PATTERN = /^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/**
 * Parses `yyyy-MM-dd` strictly. Returns undefined for 30 February, other formats, and years out of
 * range.
 */
export function parseBusinessDate(text: string): BusinessDate | undefined {
  return isBusinessDate(text) ? text : undefined;
}

/** Returns whether the text is a business date. */
export function isBusinessDate(text: string): text is BusinessDate {
  if (!PATTERN.test(text)) return false;
  return Number(text.slice(8)) <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

/**
 * Converts a literal or stored value that is known to be a business date. Any other value is a bug.
 */
export function businessDate(text: string): BusinessDate {
  assert(isBusinessDate(text), `${text} is a business date`);
  return text;
}

/** Returns an instant's date in an IANA time zone. The instant is ISO 8601 with an offset. */
export function dateOfInstant(instant: string, timeZone: string): BusinessDate {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return businessDate(local.toPlainDate().toString());
}

/** Returns the day number, counted from 1970-01-01 as 0. */
export function toEpochDay(date: BusinessDate): number {
  return Date.UTC(yearOf(date), monthOf(date) - 1, dayOf(date)) / DAY_MS;
}

/** Returns the date with the given day number. */
export function fromEpochDay(day: number): BusinessDate {
  return businessDate(new Date(day * DAY_MS).toISOString().slice(0, 10));
}

/** Moves the date by this many calendar days, backwards if negative. */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  return fromEpochDay(toEpochDay(date) + days);
}

/**
 * Moves the date by this many months, backwards if negative. If that month has no such day, returns
 * its last day.
 */
export function addMonths(date: BusinessDate, months: number): BusinessDate {
  const index = yearOf(date) * 12 + monthOf(date) - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return dateOf(year, month, Math.min(dayOf(date), daysInMonth(year, month)));
}

/**
 * Counts the calendar days from start (inclusive) to end (exclusive). Negative if end is before
 * start.
 */
export function daysBetween(start: BusinessDate, end: BusinessDate): number {
  return toEpochDay(end) - toEpochDay(start);
}

/**
 * Returns a negative number if left is earlier, 0 if the dates are equal, and a positive number if
 * left is later.
 */
export function compareDates(left: BusinessDate, right: BusinessDate): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Returns the day of the week by ISO 8601. 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: BusinessDate): number {
  // Day 0 was a Thursday. The double remainder keeps the result positive for days before 1970.
  return ((((toEpochDay(date) + 3) % 7) + 7) % 7) + 1;
}

/** Returns whether the date is a Saturday or Sunday. A market's own weekend is in its calendar. */
export function isWeekend(date: BusinessDate): boolean {
  return weekdayOf(date) >= 6;
}

/** Returns the year, 1900 to 2199. */
export function yearOf(date: BusinessDate): number {
  return Number(date.slice(0, 4));
}

/** Returns the month, 1 to 12. */
export function monthOf(date: BusinessDate): number {
  return Number(date.slice(5, 7));
}

/** Returns the day of the month, 1 to 31. */
export function dayOf(date: BusinessDate): number {
  return Number(date.slice(8, 10));
}

/** Returns the first day of the date's month. */
export function firstOfMonth(date: BusinessDate): BusinessDate {
  return dateOf(yearOf(date), monthOf(date), 1);
}

/** Returns the last day of the date's month. */
export function lastOfMonth(date: BusinessDate): BusinessDate {
  return dateOf(yearOf(date), monthOf(date), daysInMonth(yearOf(date), monthOf(date)));
}

/** Returns whether the date is the last day of its month. */
export function isLastOfMonth(date: BusinessDate): boolean {
  return dayOf(date) === daysInMonth(yearOf(date), monthOf(date));
}

/** Returns whether the year has a 29 February. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the number of days in a month, 28 to 31. Months count from 1. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Returns the date with this year, month (from 1) and day, which must exist. */
export function dateOf(year: number, month: number, day: number): BusinessDate {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return businessDate(`${year}-${twoDigits(month)}-${twoDigits(day)}`);
}
