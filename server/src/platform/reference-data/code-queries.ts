// SQL that finds reference data by its current code or a former one. Each of these tables has the
// columns `name` and `aliases`. Aliases are stored in upper case.

import type { Database, Tx } from '../database/database.js';
import { type Sql, sql, sqlName } from '../database/sql.js';

/** SQL condition: the code is the row's code or one of its aliases. Case is ignored. */
export function hasCode(row: Sql, code: Sql | string | null): Sql {
  return sql`upper(trim(${code}::text)) = any (${row}.aliases || upper(${row}.name))`;
}

/** SQL value: the id of the table's row with this code or alias. Null if there is none. */
export function idOfCode(table: Sql, code: Sql | string | null): Sql {
  return sql`(select coded.id from ${table} coded where ${hasCode(sql`coded`, code)})`;
}

/**
 * Locks the codes of a table until the transaction ends, so that two records cannot get the same
 * code at the same time.
 */
export async function lockCodes(tx: Tx, table: string): Promise<void> {
  const key = `codes of ${table}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** All codes of one record, in upper case. */
interface CodeSet {
  readonly name: string;
  readonly codes: readonly string[];
}

/** Finds another record that has one of the codes, and returns its code. */
export async function selectOtherOwner(
  on: Database | Tx,
  table: string,
  { name, codes }: CodeSet,
): Promise<{ readonly name: string; readonly codes: readonly string[] } | undefined> {
  const [row] = await on.query<{ name: string; codes: string[] }>(sql`
    select t.name, t.aliases || upper(t.name) as codes from ${sqlName(table)} t
    where t.name <> ${name} and (t.aliases || upper(t.name)) && ${[...codes]}::text[]
    order by t.id limit 1`);
  return row;
}
