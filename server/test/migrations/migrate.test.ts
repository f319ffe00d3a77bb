// Migrations: applied once whoever comes first, never changed afterwards, and the schema that
// they make.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../src/platform/database/database.js';
import { MigrationChanged, migrate, readMigrations } from '../../src/platform/database/migrate.js';
import { checkDatabase, UnsafeDatabase } from '../../src/platform/database/safety.js';
import { sql } from '../../src/platform/database/sql.js';
import { packageFolder } from '../../src/platform/files/package-folder.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';

const GOLDEN = join(packageFolder(), 'test', 'golden', 'schema.txt');

describe('migrations', () => {
  it('run once when four nodes start at the same time', async () => {
    const { url, drop } = await createEmptyDatabase();
    const nodes = Array.from({ length: 4 }, () => openDatabase({ connectionString: url, max: 2 }));
    const applied = await Promise.all(nodes.map((node) => migrate(node)));
    const names = readMigrations().map(({ name }) => name);
    assert.deepEqual(applied.flat().sort(), names);
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });

  it('refuse to start on a database that ran another text of them', async () => {
    const database = await createTestDatabase();
    await database.db.query(
      sql`update schema_migration set checksum = 'another' where name = '0001-platform.sql'`,
    );
    await assert.rejects(migrate(database.db), MigrationChanged);
    await database.drop();
  });

  it('make the schema that the golden file shows (UPDATE_GOLDEN=1 renews it)', async () => {
    const database = await createTestDatabase();
    const schema = await schemaOf(database);
    await database.drop();
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(GOLDEN, schema);
    assert.equal(schema, await readFile(GOLDEN, 'utf8'));
  });
});

describe('a server that could lose an acknowledged commit', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('is refused by the name of the setting, unless that is allowed by name', async () => {
    const careless = openDatabase({
      connectionString: database.url,
      options: '-c synchronous_commit=off',
      max: 1,
    });
    await assert.rejects(checkDatabase(careless, false), UnsafeDatabase);
    await checkDatabase(careless, true);
    await careless.close();
  });
});

// Columns, constraints and indexes in words that are the same on every supported version of
// PostgreSQL.
async function schemaOf({ db }: TestDatabase): Promise<string> {
  const rows = await db.query<{ line: string }>(sql`
    select c.table_name || '.' || c.column_name || ' ' || c.data_type
      || case when c.is_nullable = 'NO' then ' not null' else '' end as line
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    union all
    select r.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
    from pg_constraint k join pg_class r on r.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c')
    union all
    select i.tablename || ' ' || i.indexdef from pg_indexes i where i.schemaname = 'public'
    union all
    select r.relname || ' trigger ' || t.tgname from pg_trigger t
    join pg_class r on r.oid = t.tgrelid where not t.tgisinternal`);
  const lines = rows.map(({ line }) => line.replaceAll(/\s+/g, ' ')).sort();
  return `${lines.join('\n')}\n`;
}
