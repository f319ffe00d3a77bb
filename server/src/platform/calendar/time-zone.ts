// Validates the names of time zones. The program and the database both compute dates, so both must
// recognise a time zone.

import type { Database, Instant, Tx } from '../database/database.js';
import { dateOfInstant } from './business-date.js';
import { isTimeZoneOfDatabase } from './queries.js';

/**
 * Names that the database is known to accept. Each query is slow, because the database reads a
 * folder of 600 files.
 */
const known = new Set<string>();

/**
 * Returns whether a string is an IANA time zone, such as `Africa/Lagos`. Both the program and the
 * database must recognise it, because each recognises names that the other does not.
 */
export async function isTimeZone(on: Database | Tx, text: string, now: Instant): Promise<boolean> {
  if (!isCounted(text, now)) return false;
  if (known.has(text)) return true;
  const isKnown = await isTimeZoneOfDatabase(on, text);
  if (isKnown) known.add(text);
  return isKnown;
}

function isCounted(timeZone: string, now: Instant): boolean {
  try {
    dateOfInstant(now, timeZone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
