// SQL fragments for all tables with leases. All times come from the database, so the nodes' clocks
// need not agree.

import { type Sql, sql } from '../database/sql.js';

/** A claim of a row. Only its run number can renew or end it. */
export interface LeaseKey {
  readonly id: bigint;
  readonly run: number;
}

/** Builds an interval of this many milliseconds. */
export function milliseconds(count: number): Sql {
  return sql`(${count}::double precision * interval '1 millisecond')`;
}

/** Returns the end of a lease that begins now. */
export function leaseEnd(leaseMs: number): Sql {
  return sql`clock_timestamp() + ${milliseconds(leaseMs)}`;
}

/** Returns the claims as an SQL table `mine(id, run)`. */
export function heldRows(keys: readonly LeaseKey[]): Sql {
  return sql`unnest(${keys.map(({ id }) => String(id))}::bigint[],
    ${keys.map(({ run }) => run)}::integer[]) as mine(id, run)`;
}
