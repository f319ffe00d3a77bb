// Day counts: the fraction of a year between two dates. It is kept as a fraction to avoid early
// rounding.

import { unreachable } from '../../../platform/assert.js';
import {
  type BusinessDate,
  dateOf,
  dayOf,
  daysBetween,
  isLeapYear,
  monthOf,
  yearOf,
} from '../../../platform/calendar/business-date.js';

/**
 * The day counts that a product may use. ACT counts calendar days. ACT_ACT_ISDA divides each year's
 * days by that year's length; ACT_366_LEAP divides all days by the length of the start date's year.
 * THIRTY_360 is the bond basis and THIRTY_E_360 the eurobond basis. Source: ISDA 2006 definitions,
 * 4.16.
 */
export const DAY_COUNTS = [
  'ACT_365F',
  'ACT_360',
  'ACT_364',
  'ACT_ACT_ISDA',
  'ACT_366_LEAP',
  'THIRTY_360',
  'THIRTY_E_360',
] as const;

/** The convention that converts days to a fraction of a year. */
export type DayCount = (typeof DAY_COUNTS)[number];

/**
 * A fraction of a year in whole numbers, such as 91 over 365. Dividing last ensures that exact ties
 * are rounded correctly.
 */
export type YearFraction = { readonly numerator: number; readonly denominator: number };

/**
 * Returns the fraction of a year from start to end, including the start day and excluding the end
 * day.
 */
export function yearFraction(
  start: BusinessDate,
  end: BusinessDate,
  dayCount: DayCount,
): YearFraction {
  if (dayCount === 'ACT_ACT_ISDA') return isdaFraction(start, end);
  const numerator = dayCountDays(start, end, dayCount);
  return { numerator, denominator: yearDays(start, dayCount) };
}

/** Returns the number of days from start to end under the convention. */
export function dayCountDays(start: BusinessDate, end: BusinessDate, dayCount: DayCount): number {
  switch (dayCount) {
    case 'ACT_365F':
    case 'ACT_360':
    case 'ACT_364':
    case 'ACT_ACT_ISDA':
    case 'ACT_366_LEAP':
      return daysBetween(start, end);
    case 'THIRTY_360': {
      const startDay = Math.min(dayOf(start), 30);
      const endDay = startDay === 30 ? Math.min(dayOf(end), 30) : dayOf(end);
      return thirtyDays(start, end) + endDay - startDay;
    }
    case 'THIRTY_E_360':
      return thirtyDays(start, end) + Math.min(dayOf(end), 30) - Math.min(dayOf(start), 30);
    default:
      return unreachable(dayCount);
  }
}

function yearDays(start: BusinessDate, dayCount: Exclude<DayCount, 'ACT_ACT_ISDA'>): number {
  switch (dayCount) {
    case 'ACT_365F':
      return 365;
    case 'ACT_364':
      return 364;
    case 'ACT_366_LEAP':
      return isLeapYear(yearOf(start)) ? 366 : 365;
    case 'ACT_360':
    case 'THIRTY_360':
    case 'THIRTY_E_360':
      return 360;
    default:
      return unreachable(dayCount);
  }
}

function thirtyDays(start: BusinessDate, end: BusinessDate): number {
  return 360 * (yearOf(end) - yearOf(start)) + 30 * (monthOf(end) - monthOf(start));
}

// Adds the days outside leap years over 365 and the days in leap years over 366, with a common
// denominator.
function isdaFraction(start: BusinessDate, end: BusinessDate): YearFraction {
  const leapDays = leapYearDaysBefore(end) - leapYearDaysBefore(start);
  const otherDays = daysBetween(start, end) - leapDays;
  return { numerator: otherDays * 366 + leapDays * 365, denominator: 365 * 366 };
}

function leapYearDaysBefore(date: BusinessDate): number {
  const year = yearOf(date);
  const before = year - 1;
  const leapYears = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return leapYears * 366 + (isLeapYear(year) ? daysBetween(dateOf(year, 1, 1), date) : 0);
}
