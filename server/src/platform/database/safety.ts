// Refuses a server that is too old or that could lose a commit which we acknowledged.

import type { Database } from './database.js';
import { sql } from './sql.js';

/** Why the server may not be used; the program ends with exit code 1 and this sentence. */
export class UnsafeDatabase extends Error {}

const OLDEST_VERSION = 150_000;

/** Checks version, fsync, full_page_writes and synchronous_commit. */
export async function checkDatabase(db: Database, allowUnsafe: boolean): Promise<void> {
  const rows = await db.query<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings
    where name in ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`);
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  if (Number(settings.get('server_version_num')) < OLDEST_VERSION) {
    throw new UnsafeDatabase('PostgreSQL 15 or later is needed');
  }
  if (allowUnsafe) return;
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings.get(name) === 'off') {
      throw new UnsafeDatabase(
        `the server runs with ${name} = off and could lose an acknowledged commit; ` +
          'turn it on, or set COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE=yes where losing data is ' +
          'acceptable',
      );
    }
  }
}
