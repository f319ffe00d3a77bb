// A connection pooler in front of the database. A pooler that shares sessions between clients is
// refused before anything is locked or written. One in session mode works.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkDatabase, UnsafeDatabase } from '../../src/platform/database/connection/safety.js';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { sql } from '../../src/platform/database/sql.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { HAS_PGBOUNCER, startPgBouncer } from '../support/process/pgbouncer.js';

const SHORT = { watchIntervalMs: 20, silenceMaxMs: 200, probeTimeoutMs: 60_000 };

let database: TestDatabase;

async function through(
  mode: 'session' | 'transaction' | 'statement',
  use: (db: Database) => Promise<void>,
): Promise<void> {
  const pooler = await startPgBouncer(database.url, mode);
  const db = openDatabase({ connectionString: pooler.url, max: 3 }, SHORT);
  try {
    await use(db);
  } finally {
    await db.close();
    await pooler.stop();
  }
}

async function leftBehind(): Promise<object | undefined> {
  const [row] = await database.db.query<{ locks: bigint; tables: bigint }>(sql`
    select (select count(*) from pg_locks
        where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())) as locks,
      (select count(*) from pg_tables where schemaname = 'public') as tables`);
  return row;
}

describe('PgBouncer', { skip: HAS_PGBOUNCER ? false : 'no pgbouncer here' }, () => {
  before(async () => {
    database = await createEmptyDatabase();
  });
  after(() => database.drop());

  for (const mode of ['transaction', 'statement'] as const) {
    it(`is refused in ${mode} mode, before anything is written`, async () => {
      await through(mode, async (db) => {
        await assert.rejects(checkDatabase(db, true), (error: unknown) => {
          assert.ok(error instanceof UnsafeDatabase, String(error));
          assert.match(error.message, /pool_mode = session/);
          return true;
        });
        assert.deepEqual(await leftBehind(), { locks: 0n, tables: 0n });
      });
    });
  }

  it('works in session mode, also with a slow statement', async () => {
    await through('session', async (db) => {
      await checkDatabase(db, true);
      assert.deepEqual(await migrate(db), ['schema']);
      const [row] = await db.query<{ done: string }>(sql`
        select 'done' as done from pg_sleep(${(4 * SHORT.silenceMaxMs) / 1_000})`);
      assert.equal(row?.done, 'done');
    });
  });
});
