// Kills only the embedded PostgreSQL server. It is restarted, within limits, on the same folder and
// socket.

import assert from 'node:assert/strict';
import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import pg from 'pg';
import type { EmbeddedConnection } from '../../src/platform/database/embedded/postgres.js';
import { startRestartingPostgres } from '../../src/platform/database/embedded/restart.js';
import { makePassingFolder } from '../support/passing-folder.js';
import { parentOf, postmasterOf } from '../support/process/embedded-process.js';
import { until, waitFor } from '../support/wait.js';

const FAST = { fsync: 'off' };

let temporary: string;
before(async () => {
  temporary = await makePassingFolder('ckp-');
  await chmod(temporary, 0o755);
});
let folders = 0;
type RestartingPostgres = Awaited<ReturnType<typeof startRestartingPostgres>>;

const running: RestartingPostgres[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});
after(() => rm(temporary, { recursive: true, force: true, maxRetries: 10 }));

async function start(
  options: Partial<Parameters<typeof startRestartingPostgres>[0]> = {},
  name = String(++folders),
) {
  const dataFolder = path.join(temporary, name);
  const changes: string[] = [];
  const onChange = (change: string) => void changes.push(change);
  const kept = await startRestartingPostgres({ dataFolder, settings: FAST, onChange, ...options });
  running.push(kept);
  return { kept, dataFolder, changes };
}

async function query(connection: EmbeddedConnection, text: string): Promise<object[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function untilAnswers(connection: EmbeddedConnection, text: string): Promise<object[]> {
  return waitFor('the server to run again', () => query(connection, text).catch(() => undefined));
}

/** The processes that are killed: the server, its supervisor, or both. */
const VICTIMS = [
  { who: 'the server alone', server: true, supervisor: false },
  { who: 'its supervisor alone', server: false, supervisor: true },
  { who: 'the server and its supervisor at once', server: true, supervisor: true },
];
for (const { who, ...dies } of VICTIMS) {
  test(`after kill -9 of ${who} it runs again, and keeps its rows`, async () => {
    const { kept, dataFolder, changes } = await start({ settings: {} });
    await query(kept.connection, 'create table kept as select 7 as value');
    const before = await postmasterOf(dataFolder);
    const supervisor = await parentOf(before);
    if (dies.supervisor) process.kill(supervisor, 'SIGKILL');
    if (dies.server) process.kill(before, 'SIGKILL');
    await until(() => changes.includes('RESTARTED'));
    const rows = await untilAnswers(kept.connection, 'select value from kept');
    assert.deepEqual(rows, [{ value: 7 }]);
    assert.notEqual(await postmasterOf(dataFolder), before);
    assert.deepEqual(changes, ['ENDED', 'RESTARTED']);
  });
}

test('a socket outside a long data folder is found at the same place again', async () => {
  const { kept, dataFolder, changes } = await start({}, `${'long'.repeat(25)}`);
  assert.ok(!kept.connection.host.startsWith(dataFolder), 'the socket is elsewhere');
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  await until(() => changes.includes('RESTARTED'));
  assert.deepEqual(await untilAnswers(kept.connection, 'select 1 as one'), [{ one: 1 }]);
});

test('a server that cannot be restarted is abandoned in the end, with its log', async () => {
  const limits = { restartsMax: 5, restartWindowMs: 60_000, restartAttempts: 2 };
  const logged: string[] = [];
  const { kept, dataFolder, changes } = await start({
    limits: { ...limits, restartPauseMs: 1 },
    log: (message) => void logged.push(message),
  });
  const control = path.join(dataFolder, 'cluster', 'global', 'pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  assert.match(await reasonOf(kept), /ended, and 2 starts failed: .*could not .*pg_control/s);
  assert.equal(logged.filter((each) => /did not start again/.test(each)).length, 1);
  assert.deepEqual(changes, ['ENDED']);
});

test('a server that ends repeatedly is abandoned', async () => {
  const limits = { restartsMax: 1, restartWindowMs: 600_000, restartAttempts: 1 };
  const { kept, dataFolder, changes } = await start({ limits: { ...limits, restartPauseMs: 1 } });
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  await until(() => changes.includes('RESTARTED'));
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  assert.match(await reasonOf(kept), /ended 2 times within 10 minutes/);
});

test('a stopped server is not started again, even during a restart', async () => {
  const { kept, dataFolder, changes } = await start();
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  await until(() => changes.includes('ENDED'));
  await kept.stop();
  await assert.rejects(query(kept.connection, 'select 1'));
  const claim = await readFile(path.join(dataFolder, 'claim', await newestClaim(dataFolder)));
  assert.equal(claim.toString(), '', 'the folder is free');
});

/**
 * Returns the reason why the server is no longer restarted. Polls, because the server does not keep
 * the waiting program alive.
 */
async function reasonOf(kept: RestartingPostgres): Promise<string> {
  let reason: string | undefined;
  void kept.lost.then(({ message }) => {
    reason = message;
  });
  return waitFor('the server to be given up', async () => reason);
}

async function newestClaim(dataFolder: string): Promise<string> {
  const names = await readdir(path.join(dataFolder, 'claim'));
  const numbers = names.map((name) => Number(name.split('-')[1]));
  return `claim-${Math.max(...numbers)}`;
}
