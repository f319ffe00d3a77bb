// The age of a price, in business days.

import {
  type BusinessCalendar,
  isBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import {
  addDays,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { WEALTH } from '../limits.js';
import type { PriceAge } from './line.js';

/** The settings for measuring the age of a price. */
interface AgeRule {
  readonly date: BusinessDate;
  readonly calendar: BusinessCalendar;
  /** A price older than this number of business days is stale. */
  readonly staleDays: number;
}

/** Returns whether a price is too old to be used. Without a limit, no price is too old. */
export function isUnusable({ daysOld }: Pick<PriceAge, 'daysOld'>, daysMax?: number): boolean {
  return daysMax !== undefined && daysOld > daysMax;
}

/** Returns the age of a price on a date. */
export function ageOf(priceDate: BusinessDate, rule: AgeRule): PriceAge {
  const daysOld = businessDaysAfter(priceDate, rule);
  return { date: priceDate, daysOld, isStale: daysOld > rule.staleDays };
}

/** Returns an age of zero, for a value computed for the date itself. */
export function ageless(date: BusinessDate): PriceAge {
  return { date, daysOld: 0, isStale: false };
}

/**
 * Returns the number of business days after `from`, up to and including `date`. For a long gap, the
 * number is estimated as five days per week.
 */
export function businessDaysAfter(
  from: BusinessDate,
  { date, calendar }: Pick<AgeRule, 'date' | 'calendar'>,
): number {
  const days = daysBetween(from, date);
  if (days > WEALTH.daysCountedMax) return Math.floor((days * 5) / 7);
  let count = 0;
  for (let day = addDays(from, 1); day <= date; day = addDays(day, 1)) {
    if (isBusinessDay(day, calendar)) count += 1;
  }
  return count;
}
