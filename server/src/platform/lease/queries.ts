// SQL fragments of all tables with leases. Times are the database's, so that the clocks of the
// nodes need not agree.

import { type Sql, sql } from '../database/sql.js';

/** One claim of a row: only the holder of its number can renew or end it. */
export interface LeaseKey {
  readonly id: bigint;
  readonly run: number;
}

/** A duration. */
export function milliseconds(count: number): Sql {
  return sql`(${count}::double precision * interval '1 millisecond')`;
}

/** The end of a lease that begins now. */
export function leaseEnd(leaseMs: number): Sql {
  return sql`clock_timestamp() + ${milliseconds(leaseMs)}`;
}

/** The claims as a table `mine(id, run)`. */
export function heldRows(keys: readonly LeaseKey[]): Sql {
  return sql`unnest(${keys.map(({ id }) => String(id))}::bigint[],
    ${keys.map(({ run }) => run)}::integer[]) as mine(id, run)`;
}
