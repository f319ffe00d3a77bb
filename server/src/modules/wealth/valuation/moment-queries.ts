// SQL for the latest time at which the books are complete.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** A time up to which every record is visible. */
interface KnownMoment {
  /** Whether the requested time is in the future. */
  readonly isFuture: boolean;
  /** The time with microseconds, in PostgreSQL's format. */
  readonly knownAt: string;
}

/**
 * Returns the requested time, by default now. It is moved back to the start of the oldest open
 * transaction that has written anything, because the records of that transaction may become visible
 * only later. Must be called before the snapshot for reading is taken, and before the first write
 * of the caller's transaction.
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
