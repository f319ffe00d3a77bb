// SQL fragments for lists: the condition on business offices and the count.

import type { Database, Tx } from './database.js';
import { type Sql, sql } from './sql.js';

/**
 * Builds the condition that a record belongs to one of the given business offices.
 * @param column the office id column, such as `t.office_id`
 * @param offices undefined means all offices
 */
export function inOffices(column: Sql, offices: readonly bigint[] | undefined): Sql {
  return offices === undefined ? sql`true` : sql`${column} = any(${offices}::bigint[])`;
}

/** Runs a `select count(*) …`. */
export async function countRows(on: Database | Tx, counting: Sql): Promise<bigint> {
  const [row] = await on.query<{ count: bigint }>(counting);
  return row?.count ?? 0n;
}
