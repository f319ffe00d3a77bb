// SQL conditions that select the journals known at a given time.

import { type Sql, sql } from '../../../platform/database/sql.js';

/**
 * Returns a condition: the journal with this number was known at the given time. Without a time,
 * every journal is known, as is a record without a journal.
 */
export function isKnownJournal(id: Sql, knownAt: string | undefined): Sql {
  if (knownAt === undefined) return sql`true`;
  return sql`coalesce(${id} <= (select known_journal(${knownAt}::timestamptz)), true)`;
}

/**
 * Returns a condition: the record stored at this time was known at the given time. Without a time,
 * every record is known.
 */
export function isRecordedBy(recordedAt: Sql, knownAt: string | undefined): Sql {
  return knownAt === undefined ? sql`true` : sql`${recordedAt} <= ${knownAt}::timestamptz`;
}
