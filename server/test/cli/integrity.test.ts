// `countinghouse integrity` against a running server: its output and exit code.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { mainProgram } from '../support/process/program.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
before(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-integrity-'));
  await writeTestKeys(folder);
  server = await startServerProcess(folder, await freePort(), {
    DATABASE_URL: database.url,
    COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
    COUNTINGHOUSE_EXCHANGE: 'none',
  });
});
after(async () => {
  await server.end('SIGTERM');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function integrity(...words: readonly string[]) {
  const { port } = new URL(server.url);
  const child = spawn(
    process.execPath,
    [...mainProgram(), 'integrity', '--data', folder, '--port', port, ...words],
    { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

describe('countinghouse integrity', () => {
  it('ends with 0 and lists every invariant with its rows while the books hold', async () => {
    const { code, said } = await integrity();
    assert.equal(code, 0, said);
    assert.match(said, /^ 1 {2}holds {3}[1-9]\d* rows {2}Every journal has at least two lines/);
    assert.match(said, /the books hold\n$/);
    const told = JSON.parse((await integrity('--json')).said);
    assert.equal(told.holds, true);
  });

  it('ends with 1 and names the broken invariant', async () => {
    await database.db.query(sql`
      update account_balance set balance_minor = balance_minor + 1
      where account_id = (select min(id) from account where inline)`);
    const { code, said } = await integrity();
    assert.equal(code, 1);
    assert.match(said, /^ 3 {2}BROKEN .*\n {6}\d+: \d+ is not \d+\n {6}1 violation in total$/m);
    assert.match(said, /THE BOOKS ARE BROKEN\n$/);
  });
});
