// The trading calendar of an exchange, read once per content: each change of a holiday gives it a
// new name.

import { present } from '../../../platform/assert.js';
import {
  type BusinessCalendar,
  calendarOf as calendarFrom,
} from '../../../platform/calendar/business-calendar.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { MARKET } from '../limits.js';
import { selectCalendar, selectCalendarVersion } from './queries.js';

// A version names a content, so an entry is never wrong; the limit only keeps the map small.
const read = new Map<string, BusinessCalendar>();

/** The calendar of an exchange, which must exist. Costs one small read to learn its version. */
export async function calendarOf(on: Database | Tx, exchangeId: bigint): Promise<BusinessCalendar> {
  const version = present(await selectCalendarVersion(on, exchangeId), 'the exchange exists');
  return calendarAt(on, exchangeId, version);
}

/**
 * As `calendarOf`, for a caller that has just read the exchange or a security and knows the
 * version.
 */
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
