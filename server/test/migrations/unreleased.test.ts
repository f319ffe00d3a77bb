// A database that was not created by a release is refused without a stack trace, with a message
// that explains what to do.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDatabase } from '../../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.js';
import { migrate, UnreleasedDatabase } from '../../src/platform/database/migrate.js';
import { type Sql, sql } from '../../src/platform/database/sql.js';
import { createTestDatabase } from '../support/database.js';
import { makePassingFolder } from '../support/passing-folder.js';
import { mainProgram } from '../support/process/program.js';

// Migrations before the first release were recorded under their own names.
const MADE_BEFORE = sql`
  update schema_migration set name = '0001-platform.sql' where name = 'schema'`;
const WAY_OUT = /Move or delete the data folder, or set DATABASE_URL to an empty database\.$/;

describe('a database that no release made', () => {
  const kinds: Readonly<Record<string, readonly [Sql, RegExp]>> = {
    'by other schema files': [
      sql`update schema_migration set checksum = repeat('0a', 32) where name = 'schema'`,
      /The checksum of its schema, 0a0a0a0a0a0a, does not belong to any release\. /,
    ],
    'by migrations': [MADE_BEFORE, /It begins with 0001-platform\.sql instead of a schema\. /],
  };
  for (const [how, [statement, words]] of Object.entries(kinds)) {
    it(`${how} is refused, and left as it is`, async () => {
      const { db, url, drop } = await createTestDatabase();
      await db.query(statement);
      await assert.rejects(migrate(db), UnreleasedDatabase);
      const { code, lines } = await run(['migrate'], { DATABASE_URL: url });
      assert.equal(code, 1);
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(lines[0] ?? '', words);
      assert.match(lines[0] ?? '', WAY_OUT);
      await drop();
    });
  }

  it('in a data folder is refused by serve', async () => {
    const folder = await makePassingFolder('countinghouse-unreleased-');
    // The embedded server may run as another user, which needs access through this folder.
    await chmod(folder, 0o711);
    const data = join(folder, 'data');
    const server = await startEmbeddedPostgres({ dataFolder: data, log: () => undefined });
    const db = openDatabase(server.connection);
    await migrate(db);
    await db.query(MADE_BEFORE);
    await db.close();
    await server.stop();
    const { code, lines } = await run(['serve', '--port', '0'], { COUNTINGHOUSE_DATA: data });
    assert.equal(code, 1);
    assert.match(lines.at(-1) ?? '', /^countinghouse: The database was made by an unreleased /);
    assert.match(lines.at(-1) ?? '', WAY_OUT);
    assert.ok(!lines.some((line) => /^\s+at /.test(line)), lines.join('\n'));
    await rm(folder, { recursive: true });
  });
});

/** Runs the program until it ends. `lines` are the lines on standard error. */
async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const child = spawn(process.execPath, [...mainProgram(), ...words], {
    env: { PATH: process.env.PATH, COUNTINGHOUSE_LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    // If the program serves the database instead of refusing it, this timeout ends it, and its exit
    // code makes the test fail.
    timeout: 60_000,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  await once(child, 'close');
  return { code: child.exitCode, lines: said.trim().split('\n') };
}
