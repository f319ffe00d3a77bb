// Processor time of other processes, if the system shows it.

import { statOf } from '../../../bench/process-stat.js';
import type { Database } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';

/** Processor time of a process so far; 0 if it has ended, or none is shown. */
export function processorMs(pid: number): number {
  return statOf(pid)?.ownMs ?? 0;
}

/** Processor time of each of the present backends of a database. */
export async function backendsMs(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database()`);
  return new Map(rows.map(({ pid }) => [pid, processorMs(pid)]));
}

/** What the backends of a database used in between, without those that ended meanwhile. */
export function usedBetween(
  earlier: ReadonlyMap<number, number>,
  later: ReadonlyMap<number, number>,
): number {
  return [...later].reduce((sum, [pid, ms]) => sum + ms - (earlier.get(pid) ?? 0), 0);
}
