// `countinghouse serve` as a process: its output, and the configurations that it rejects.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { mainProgram, shippedProgram } from '../support/process/program.js';
import { freePort } from '../support/process/server-process.js';
import { waitFor } from '../support/wait.js';

let database: TestDatabase;
let folder: string;
before(async () => {
  database = await createTestDatabase(DEMO);
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-serve-'));
  await writeTestKeys(folder);
});
after(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Serving {
  readonly child: ChildProcess;
  /** Returns standard error so far. */
  readonly said: () => string;
  readonly ended: Promise<unknown>;
}

function serve(
  words: readonly string[],
  environment: Record<string, string> = {},
  program = mainProgram(),
): Serving {
  const child = spawn(process.execPath, [...program, 'serve', ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      COUNTINGHOUSE_DATA: folder,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_LOG_LEVEL: 'silent',
      COUNTINGHOUSE_STOP_NOTICE_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return { child, said: () => said, ended: once(child, 'close') };
}

describe('serve --no-auth', () => {
  const elsewhere: Readonly<Record<string, () => Serving>> = {
    'by --host': () => serve(['--no-auth', '--host', '0.0.0.0', '--port', '0']),
    'by HOST': () => serve(['--no-auth', '--port', '0'], { HOST: '192.0.2.1' }),
    'on every IPv6 address': () => serve(['--no-auth', '--host', '::', '--port', '0']),
  };
  for (const [how, start] of Object.entries(elsewhere)) {
    it(`refuses an address that others can reach, ${how}, with the reason`, async () => {
      const { child, said, ended } = start();
      await ended;
      assert.equal(child.exitCode, 2);
      assert.match(said(), /--no-auth .*may only bind a loopback address/);
    });
  }

  it('warns at each start that every caller may do everything', async () => {
    for (const start of ['first', 'second']) {
      const port = await freePort();
      const { child, said, ended } = serve(['--no-auth', '--port', String(port)]);
      const url = `http://127.0.0.1:${port}`;
      await waitFor(
        `the ${start} start`,
        async () => {
          assert.equal(child.exitCode, null, said());
          const reply = await fetch(`${url}/readyz`).catch(() => undefined);
          return reply?.status === 200;
        },
        60_000,
      );
      assert.match(said(), /NO AUTHENTICATION/, start);
      const reply = await fetch(`${url}/api/v1/finance/integrity`);
      assert.equal(reply.status, 200);
      child.kill('SIGTERM');
      await ended;
      assert.equal(child.exitCode, 0);
    }
  });
});

describe('serve', () => {
  it('requires credentials otherwise, and does not print the warning', async () => {
    const port = await freePort();
    const { child, said, ended } = serve(['--port', String(port)], {}, shippedProgram());
    const reply = await waitFor(
      'a reply',
      () => fetch(`http://127.0.0.1:${port}/api/v1/finance/integrity`).catch(() => undefined),
      60_000,
    );
    assert.equal(reply.status, 401);
    child.kill('SIGTERM');
    await ended;
    assert.equal(child.exitCode, 0);
    assert.doesNotMatch(said(), /AUTHENTICATION/);
  });

  const ports: Readonly<Record<string, (port: string) => Serving>> = {
    'PORT or --port': (port) => serve(['--port', port]),
    FIX_PORT: (port) => serve(['--port', '0', '--demo'], { FIX_PORT: port }),
  };
  for (const [setting, start] of Object.entries(ports)) {
    it(`ends with exit code 1 if another program uses the port of ${setting}`, async () => {
      const port = await freePort();
      const other = createServer().listen(port, '127.0.0.1');
      await once(other, 'listening');
      const { child, said, ended } = start(String(port));
      await waitFor('the program to end', async () => child.exitCode !== null).catch(() => {
        child.kill('SIGKILL');
      });
      await ended;
      other.close();
      assert.equal(child.exitCode, 1, said());
      assert.match(said(), new RegExp(`Port ${port} is in use by another program.*${setting}`));
    });
  }

  it('refuses unknown options, with exit code 2', async () => {
    const { child, said, ended } = serve(['--no-such-thing']);
    await ended;
    assert.equal(child.exitCode, 2);
    assert.match(said(), /unknown option/);
  });
});
