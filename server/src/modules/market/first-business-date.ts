// Determines the business date on which a new installation starts.

import { adjust, calendarOf } from '../../platform/calendar/business-calendar.js';
import { type BusinessDate, dateOfInstant, yearOf } from '../../platform/calendar/business-date.js';
import type { Instant } from '../../platform/database/database.js';
import { nigerianHolidays } from './exchange/holiday.js';

/**
 * Returns the current calendar day in Lagos or, on a weekend or holiday, the first business day
 * after it.
 */
export async function firstBusinessDate(now: Instant): Promise<BusinessDate> {
  const today = dateOfInstant(now, 'Africa/Lagos');
  // The next year is also needed, because the last days of December may be followed by holidays in
  // January.
  const holidays = await nigerianHolidays({ from: yearOf(today), to: yearOf(today) + 1 });
  return adjust(today, 'FOLLOWING', calendarOf(holidays.map((holiday) => holiday.holiday)));
}
