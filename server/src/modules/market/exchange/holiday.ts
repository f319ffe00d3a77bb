// An exchange's holidays. Initially, these are Nigeria's public holidays; they can be changed
// later.

import { assert } from '../../../platform/assert.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
  isWeekend,
} from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { MARKET } from '../limits.js';
import { type Holiday, upsertHolidays } from './queries.js';

// Days in the package's calendar that are in fact working days: Children's Day, Youth Day, and a
// New Year that only some states observe.
const WORKED_DAYS = new Set(["Children's Day", 'National Youth Day', 'Islamic New Year']);

/**
 * Returns Nigeria's public holidays on which its markets close, by date. Islamic holidays are
 * computed. The government confirms them only a few days in advance, so they may have to be moved.
 * A holiday on a weekend is observed on the next working day.
 * @param years the first and the last calendar year
 */
export async function nigerianHolidays(years: Years): Promise<Holiday[]> {
  assert(years.to - years.from < MARKET.holidayYearsPerCallMax, 'a limited number of years');
  const found = await publicHolidays(years);
  const taken = new Map(found.map(({ holiday, label }) => [holiday, label]));
  for (const { holiday, label } of found) {
    if (!isWeekend(holiday)) continue;
    taken.delete(holiday);
    taken.set(substituteOf(holiday, taken), label);
  }
  return [...taken]
    .map(([holiday, label]) => ({ holiday, label }))
    .sort((left, right) => (left.holiday < right.holiday ? -1 : 1));
}

interface Years {
  readonly from: number;
  readonly to: number;
}

async function publicHolidays(years: Years): Promise<Holiday[]> {
  // Loaded on first use, because the package contains the calendars of all countries and is seldom
  // needed.
  const { default: Holidays } = await import('date-holidays');
  const source = new Holidays('NG', { languages: ['en'] });
  const found: Holiday[] = [];
  for (let year = years.from; year <= years.to; year += 1) {
    for (const holiday of source.getHolidays(year)) {
      // Substitute days are computed above by one rule, because the package has them only for some
      // holidays.
      const skipped = holiday.type !== 'public' || holiday.substitute === true;
      if (skipped || WORKED_DAYS.has(holiday.name)) continue;
      const first = businessDate(holiday.date.slice(0, 10));
      for (let day = 0; day < wholeDays(holiday.start, holiday.end); day += 1) {
        found.push({ holiday: addDays(first, day), label: holiday.name });
      }
    }
  }
  return found;
}

/** Adds holidays to an exchange. An existing holiday gets the new label. */
export async function addHolidays(
  tx: Tx,
  exchangeId: bigint,
  holidays: readonly Holiday[],
): Promise<void> {
  assert(holidays.length <= MARKET.holidaysPerCallMax, 'a limited number of holidays per call');
  await upsertHolidays(tx, exchangeId, holidays);
}

function substituteOf(date: BusinessDate, taken: ReadonlyMap<BusinessDate, string>): BusinessDate {
  for (let later = 1; later <= MARKET.substituteDaysMax; later += 1) {
    const candidate = addDays(date, later);
    if (!isWeekend(candidate) && !taken.has(candidate)) return candidate;
  }
  assert(false, 'a working day follows a holiday on a weekend');
}

function wholeDays(start: Date, end: Date): number {
  return Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000));
}
