// Database creation by the program: from the schema, only once if several nodes start together, and
// by migrating an earlier release.

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkDatabase, UnsafeDatabase } from '../../src/platform/database/connection/safety.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { MigrationChanged, migrate } from '../../src/platform/database/migrate.js';
import { readSchema } from '../../src/platform/database/schema.js';
import { sql } from '../../src/platform/database/sql.js';
import { packageFolder } from '../../src/platform/package-folder.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { differencesOf, readObjects } from './schema-object.js';

const FUNCTION_FILE = 'finance/function/known_journal.sql';

/**
 * The changes since a made-up earlier release: the file, its current text, and its earlier text.
 */
const CHANGES = [
  ['party/office.sql', /^ {2}customer_approval .*\n/m, ''],
  ['platform/job.sql', /^ {2}constraint job_attempts .*\n/m, ''],
  ['party/customer.sql', /^create index customer_by_email .*\n/m, ''],
  [FUNCTION_FILE, 'known bigint := 0', 'known bigint := 1'],
] as const;

const MIGRATIONS = {
  '0001-customer-approval.sql': `-- Offices approve customers, and jobs have attempts.
    alter table business_office add column customer_approval boolean not null default false;
    alter table job add constraint job_attempts check (attempts >= 0 and attempts_most > 0);`,
  '0002-known-journal.sql': `-- Journals are known from the first one on.
-- replaces: ${FUNCTION_FILE}
create index customer_by_email on customer (email_key);`,
  '0003-known-journal-again.sql': `-- The function is replaced once, by the last file.
-- replaces: ${FUNCTION_FILE}
`,
};

describe('a database by the schema', () => {
  it('is created once when four nodes start at the same time', async () => {
    const { db, url, drop } = await createEmptyDatabase();
    const nodes = Array.from({ length: 4 }, () => openDatabase({ connectionString: url, max: 2 }));
    const applied = await Promise.all(nodes.map((node) => migrate(node)));
    assert.deepEqual(applied.flat(), ['schema']);
    await Promise.all(nodes.map((node) => node.close()));
    const rows = await db.query(sql`select name, checksum from schema_migration`);
    assert.deepEqual(rows, [{ name: 'schema', checksum: readSchema().checksum }]);
    await drop();
  });

  it('does not exist if a file of the schema fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countinghouse-schema-'));
    await copyOfPackage(folder);
    await writeFile(join(folder, 'schema', 'demo', 'demo.sql'), 'create table broken (');
    const { db, drop } = await createEmptyDatabase();
    await assert.rejects(migrate(db, folder), /syntax error/);
    assert.deepEqual(await readObjects(db), []);
    await drop();
    await rm(folder, { recursive: true });
  });
});

describe('a database of an earlier release', () => {
  let folder: string;
  let [earlier, later] = ['', ''];
  let old: TestDatabase;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-release-'));
    [earlier, later] = [join(folder, 'earlier'), join(folder, 'later')];
    await copyOfPackage(earlier);
    for (const [path, now, then] of CHANGES) await change(join(earlier, 'schema', path), now, then);
    await copyOfPackage(later);
    for (const [name, text] of Object.entries(MIGRATIONS)) {
      await writeFile(join(later, 'migrations', name), text);
    }
    await writeFile(
      join(later, 'migrations', 'released.txt'),
      `${readSchema(earlier).checksum} 1.0.0\n`,
    );
    old = await createEmptyDatabase();
    assert.deepEqual(await migrate(old.db, earlier), ['schema']);
  });
  after(async () => {
    await old.drop();
    await rm(folder, { recursive: true });
  });

  it('becomes equal to the schema by migrations that each run once', async () => {
    const made = await createTestDatabase();
    const expected = await readObjects(made.db);
    await made.drop();
    assert.deepEqual(
      differencesOf(await readObjects(old.db), expected).map((line) => line.split(':')[0]),
      [
        'column business_office.customer_approval is only in the second',
        'constraint job.job_attempts is only in the second',
        'function known_journal(timestamp with time zone) differs',
        'index customer.customer_by_email is only in the second',
      ],
    );
    assert.deepEqual(await migrate(old.db, later), Object.keys(MIGRATIONS));
    assert.deepEqual(differencesOf(await readObjects(old.db), expected), []);
    assert.deepEqual(await migrate(old.db, later), []);
  });

  it('is refused once the text of an applied migration has changed', async () => {
    await migrate(old.db, later);
    await old.db.query(
      sql`update schema_migration set checksum = 'another' where name like '0001-%'`,
    );
    await assert.rejects(migrate(old.db, later), MigrationChanged);
  });

  it('runs its migrations alone: a new database gets their result from the schema', async () => {
    const { db, drop } = await createEmptyDatabase();
    assert.deepEqual(await migrate(db, later), ['schema']);
    const rows = await db.query<{ name: string }>(
      sql`select name from schema_migration order by name`,
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      [...Object.keys(MIGRATIONS), 'schema'],
    );
    assert.deepEqual(await migrate(db, later), []);
    await drop();
  });
});

describe('a server that could lose an acknowledged commit', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('is refused with the name of the setting, unless that setting is allowed', async () => {
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

async function copyOfPackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'migrations'), { recursive: true });
  await cp(join(packageFolder(), 'schema'), join(folder, 'schema'), { recursive: true });
}

async function change(file: string, now: string | RegExp, then: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(now, then);
  assert.notEqual(changed, text, `${file} contains ${now}`);
  await writeFile(file, changed);
}
