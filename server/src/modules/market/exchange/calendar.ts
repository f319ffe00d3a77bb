// An exchange's trading calendar, cached by version. Each holiday change creates a new version.

import { present } from '../../../platform/assert.js';
import {
  type BusinessCalendar,
  calendarOf as calendarFrom,
} from '../../../platform/calendar/business-calendar.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { MARKET } from '../limits.js';
import { selectCalendar, selectCalendarVersion } from './queries.js';

// A version identifies its content, so an entry is never stale. The limit only bounds memory use.
const read = new Map<string, BusinessCalendar>();

/**
 * Returns the calendar of an exchange, which must exist. Reads its version, and reads the rest only
 * if it is not cached.
 */
export async function calendarOf(on: Database | Tx, exchangeId: bigint): Promise<BusinessCalendar> {
  const version = present(await selectCalendarVersion(on, exchangeId), 'the exchange exists');
  return calendarAt(on, exchangeId, version);
}

/** Like `calendarOf`, for a caller that knows the version from the exchange or a security. */
export async function calendarAt(
  on: Database | Tx,
  exchangeId: bigint,
  version: string,
): Promise<BusinessCalendar> {
  const known = read.get(version);
  if (known !== undefined) return known;
  const stored = present(await selectCalendar(on, exchangeId), 'the exchange exists');
  const calendar: BusinessCalendar = {
    ...calendarFrom(stored.holidays),
    weekend: new Set(stored.weekend),
  };
  if (read.size >= MARKET.calendarsCachedMax) read.clear();
  read.set(stored.version, calendar);
  return calendar;
}
