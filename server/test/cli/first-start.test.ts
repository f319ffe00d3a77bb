// The first start as a service and on a terminal. Secrets are written to the file and to no log.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { firstStartLines } from '../../src/cli/first-secret.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { mainProgram } from '../support/process/program.js';
import { waitFor } from '../support/wait.js';

const SCRIPT = '/usr/bin/script';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-first-'));
  await writeTestKeys(folder);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a program's output until it is ready, then stops the program. */
async function wordsUntilReady(child: ChildProcess): Promise<string> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
  }
  const ended = once(child, 'close');
  await waitFor('the start', async () => {
    assert.equal(child.exitCode, null, said);
    return said.includes('Ready at');
  });
  child.kill('SIGTERM');
  await ended;
  return said;
}

function start(words: readonly string[]): ChildProcess {
  const [program = '', ...rest] = words;
  return spawn(program, rest, {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      COUNTINGHOUSE_STOP_NOTICE_SECONDS: '0',
      COUNTINGHOUSE_DATA: folder,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const SERVE = [process.execPath, ...mainProgram(), 'serve', '--port', '0'];

async function secrets(): Promise<readonly string[]> {
  const made = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  const passwords = made.users.map((user: { password: string }) => user.password);
  return [made.clientSecret, ...passwords];
}

describe('the first start', () => {
  it('writes secrets only to the file if its output goes to a log', async () => {
    const said = await wordsUntilReady(start(SERVE));
    const made = await secrets();
    assert.ok(made.length >= 2);
    for (const secret of made) assert.ok(!said.includes(secret), 'a secret is in the output');
    assert.ok(said.includes(`The secrets are in ${join(folder, 'credentials.json')}`), said);
  });

  it('shows secrets on a terminal', async (test) => {
    if (process.platform !== 'linux' || !existsSync(SCRIPT)) {
      test.diagnostic('no program on this machine creates a terminal');
      return;
    }
    const command = SERVE.map((word) => `'${word}'`).join(' ');
    const said = await wordsUntilReady(
      start([SCRIPT, '--quiet', '--flush', '--command', `exec ${command}`, '/dev/null']),
    );
    for (const secret of await secrets()) assert.ok(said.includes(secret), said);
  });

  it('names the file in both cases, and each user once', () => {
    const users = [
      { username: 'admin', password: 'shown to people alone', role: 'ADMIN' },
    ] as const;
    const made = { clientId: 'client-0', clientSecret: 'secret of the client', users };
    const file = '/data/credentials.json';
    const shown = firstStartLines(made, { file, isTerminal: true }).join('\n');
    assert.match(shown, /credentials\.json.*secret of the client.*admin {2}shown to people/s);
    const logged = firstStartLines(made, { file, isTerminal: false }).join('\n');
    assert.match(logged, /credentials\.json/);
    assert.doesNotMatch(logged, /secret of the client|shown to people/);
  });
});
