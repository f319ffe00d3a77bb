// Which texts are time zones: the program and the database each count days, so both must know one.

import type { Database, Instant, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import { dateOfInstant } from './business-date.js';

/** Names that the database knew: it reads a folder of 600 files to answer. */
const known = new Set<string>();

/**
 * Whether a text is a time zone of the IANA database, such as `Africa/Lagos`. The program and the
 * database each know names that the other does not.
 */
export async function isTimeZone(on: Database | Tx, text: string, now: Instant): Promise<boolean> {
  if (!isCounted(text, now)) return false;
  if (known.has(text)) return true;
  const rows = await on.query(sql`select from pg_timezone_names where name = ${text}`);
  if (rows.length > 0) known.add(text);
  return rows.length > 0;
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
