// The schema files and the database: each function is in one place, the golden file matches, and
// the comparison of databases works.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readSchema } from '../../src/platform/database/schema.js';
import { sql } from '../../src/platform/database/sql.js';
import { packageFolder } from '../../src/platform/package-folder.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { differencesOf, readObjects, schemaText } from './schema-object.js';

const GOLDEN = join(packageFolder(), 'test', 'golden', 'schema.sql');

/** One change of each kind, with the only line that the comparison must report for it. */
const PLANTED = {
  'a column is missing': {
    statement: sql`alter table customer drop column decision_reason`,
    line: /^column customer\.decision_reason is only in the first$/,
  },
  'a column is new': {
    statement: sql`alter table customer add column nickname text`,
    line: /^column customer\.nickname is only in the second$/,
  },
  'a column has another type': {
    statement: sql`alter table customer alter column title type varchar(9)`,
    line: /^column customer\.title differs: text \| character varying\(9\)$/,
  },
  'a column has lost its default': {
    statement: sql`alter table job alter column attempts drop default`,
    line: /^column job\.attempts differs: integer not null default 0 \| integer not null$/,
  },
  'a column may be null': {
    statement: sql`alter table job alter column kind drop not null`,
    line: /^column job\.kind differs: text not null \| text$/,
  },
  'a constraint is missing': {
    statement: sql`alter table job drop constraint job_state`,
    line: /^constraint job\.job_state is only in the first$/,
  },
  'an index is missing': {
    statement: sql`drop index customer_by_email`,
    line: /^index customer\.customer_by_email is only in the first$/,
  },
  'a function has another body': {
    statement: sql`create or replace function period_lock() returns bigint language sql immutable
      as 'select 1::bigint'`,
    line: /^function period_lock\(\) differs: /,
  },
  'a trigger is missing': {
    statement: sql`drop trigger account_is_kept on account`,
    line: /^trigger account\.account_is_kept is only in the first$/,
  },
  'a sequence counts otherwise': {
    statement: sql`alter sequence account_id increment by 1`,
    line: /^sequence account_id differs: .* increment 50 .* \| .* increment 1 /,
  },
  'a table is stored otherwise': {
    statement: sql`alter table holding set (fillfactor = 90)`,
    line: /^table holding differs: fillfactor=70 \| fillfactor=90$/,
  },
  'a view is new': {
    statement: sql`create view customer_name as select name from customer`,
    line: /^view customer_name is only in the second$/,
  },
};

describe('the files of the schema', () => {
  it('are each listed once in its order', async () => {
    const all = await readdir(join(packageFolder(), 'schema'), { recursive: true });
    const files = all
      .filter((path) => path.endsWith('.sql'))
      .map((path) => path.replaceAll('\\', '/'));
    const ordered = readSchema().files.map(({ path }) => path);
    assert.deepEqual([...ordered].sort(), files.sort());
  });

  it('contain each function once, in the file with its name', () => {
    const made = readSchema().files.flatMap(({ path, text }) =>
      [...text.matchAll(/create (?:or replace )?function (\w+)/gi)].map(([, name]) => [path, name]),
    );
    assert.ok(made.some(([, name]) => name === 'post_journals'));
    for (const [path = '', name] of made) {
      assert.equal(basename(path), `${name}.sql`);
      assert.match(path, /^[a-z]+\/function\//);
    }
    assert.equal(new Set(made.map(([, name]) => name)).size, made.length);
    const functionFiles = readSchema().files.filter(({ path }) => path.includes('/function/'));
    assert.equal(functionFiles.length, made.length);
  });
});

describe('the database that the schema makes', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('matches the golden file (UPDATE_GOLDEN=1 renews it)', async () => {
    const schema = schemaText(await readObjects(database.db));
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(GOLDEN, schema);
    assert.equal(schema, await readFile(GOLDEN, 'utf8'));
  });

  for (const [what, { statement, line }] of Object.entries(PLANTED)) {
    it(`differs from another if ${what}`, async () => {
      const expected = await readObjects(database.db);
      const found = await database.db.transaction(
        async (tx) => {
          await tx.query(statement);
          return differencesOf(expected, await readObjects(tx));
        },
        { dryRun: true },
      );
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', line);
    });
  }
});
