// Reads the CPU time of other processes, if the system reports it.

import { statOf } from '../../../bench/process-stat.js';
import type { Database } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';

/**
 * Returns the CPU time of a process so far, in milliseconds. Returns 0 if the process has ended or
 * the system does not report it.
 */
export function processorMs(pid: number): number {
  return statOf(pid)?.ownMs ?? 0;
}

/** Returns the CPU time of each current backend of a database, keyed by process id. */
export async function backendsMs(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database()`);
  return new Map(rows.map(({ pid }) => [pid, processorMs(pid)]));
}

/**
 * Returns the CPU time that backends used between two readings. Backends that have ended are left
 * out.
 */
export function usedBetween(
  earlier: ReadonlyMap<number, number>,
  later: ReadonlyMap<number, number>,
): number {
  return [...later].reduce((sum, [pid, ms]) => sum + ms - (earlier.get(pid) ?? 0), 0);
}
