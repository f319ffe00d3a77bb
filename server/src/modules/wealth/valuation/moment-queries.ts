// SQL for the moment up to which the books are known.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** A moment up to which every record is visible. */
export interface KnownMoment {
  /** Whether the requested moment is still to come. */
  readonly isFuture: boolean;
  /** With microseconds, as PostgreSQL writes it. */
  readonly knownAt: string;
}

/**
 * Returns the requested moment, by default now. It is cut at the start of the oldest transaction
 * that has written and is still open, because what that one records may become visible only later.
 * Must be called before the snapshot on which the records are read, and in a transaction before its
 * first write.
 */
export async function selectKnownMoment(
  db: Pick<Database | Tx, 'query'>,
  asOf?: Instant,
): Promise<KnownMoment> {
  const [row] = await db.query<KnownMoment>(sql`
    select now.asked > now.moment as "isFuture",
      least(now.asked, now.moment, open.since - interval '1 microsecond')::text as "knownAt"
    from (select ${asOf ?? null}::timestamptz as asked, clock_timestamp() as moment) now
    cross join (
      select min(xact_start) as since from pg_stat_activity
      where datname = current_database() and backend_xid is not null
    ) open`);
  return { isFuture: row?.isFuture ?? false, knownAt: row?.knownAt ?? '-infinity' };
}
