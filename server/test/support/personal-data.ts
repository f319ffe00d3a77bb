// Detects personal data, such as BVNs, phone numbers and addresses, in places where it must not
// occur.

import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

/**
 * Matches a BVN in the fixtures (222… and 229…), a Nigerian phone number with country code, or an
 * address below an example domain. The pattern is valid in both JavaScript and PostgreSQL. It does
 * not match digits inside a hexadecimal id.
 */
export const PERSONAL = '(^|[^0-9a-f])22[29][0-9]{8}([^0-9a-f]|$)|[+]234[0-9]{10}|@[a-z.-]*example';

const pattern = new RegExp(PERSONAL);

/**
 * Returns the first piece of personal data in a text with some context, or undefined if there is
 * none.
 */
export function personalDataIn(text: string): string | undefined {
  const at = text.search(pattern);
  return at < 0 ? undefined : text.slice(Math.max(0, at - 80), at + 80);
}

/** Tables that record work and must never contain personal data. */
const TELLING = ['outbox_event', 'audit_entry', 'job'] as const;

/** Returns the rows of a table whose text matches this pattern, as text. */
export async function rowsWith(
  { pool }: Database,
  table: string,
  text: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `select t::text as row from "${table}" t where t::text ~ $1 limit 3`,
    [text],
  );
  return rows.map(({ row }) => row);
}

/** Returns the names of all tables in a database. */
export async function tablesOf(db: Database): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  return rows.map(({ name }) => name);
}

/** Throws if the metrics of an app, or the tables that record its work, contain personal data. */
export async function refusePersonalData(db: Database, metrics: string): Promise<void> {
  const found = personalDataIn(metrics);
  if (found !== undefined) throw new Error(`personal data in the metrics: ${found}`);
  for (const table of TELLING) {
    const [row] = await rowsWith(db, table, PERSONAL);
    if (row !== undefined) throw new Error(`personal data in ${table}: ${row}`);
  }
}
