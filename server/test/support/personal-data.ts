// What tests look for where no personal data may be: numbers and addresses as their people have
// them.

import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

/**
 * A BVN as the fixtures have them (222… and 229…), a Nigerian phone number with its country code,
 * an address below an example domain. The same for JavaScript and for PostgreSQL. Digits inside a
 * hexadecimal id are none.
 */
export const PERSONAL = '(^|[^0-9a-f])22[29][0-9]{8}([^0-9a-f]|$)|[+]234[0-9]{10}|@[a-z.-]*example';

const pattern = new RegExp(PERSONAL);

/** The first piece of personal data in a text, with a little around it; undefined when none is. */
export function personalDataIn(text: string): string | undefined {
  const at = text.search(pattern);
  return at < 0 ? undefined : text.slice(Math.max(0, at - 80), at + 80);
}

/** Tables that tell of work, and what they may never hold. */
const TELLING = ['outbox_event', 'audit_entry', 'job'] as const;

/** Rows of a table with a text that this pattern finds, as text. */
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

/** Every table of a database. */
export async function tablesOf(db: Database): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  return rows.map(({ name }) => name);
}

/** Throws when what an app told of its work, to anybody, holds personal data. */
export async function refuseTold(db: Database, metrics: string): Promise<void> {
  const found = personalDataIn(metrics);
  if (found !== undefined) throw new Error(`personal data in the metrics: ${found}`);
  for (const table of TELLING) {
    const [row] = await rowsWith(db, table, PERSONAL);
    if (row !== undefined) throw new Error(`personal data in ${table}: ${row}`);
  }
}
