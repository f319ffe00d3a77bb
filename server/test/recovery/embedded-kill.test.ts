// Kills only the embedded PostgreSQL under load. The server process keeps running, no acknowledged
// write is lost, and no repeated write is applied twice.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packageFolder } from '../../src/platform/package-folder.js';
import { makePassingFolder } from '../support/passing-folder.js';
import { parentOf, postmasterOf } from '../support/process/embedded-process.js';
import { killsOr } from '../support/process/kill.js';
import { mainProgram } from '../support/process/program.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { assertBooksTieOut, assertFates, assertNothingLost } from './flow-check.js';
import { countOf, type KeyedFlow, startKeyedFlow } from './keyed-flow.js';
import { startServe } from './serve-process.js';

const KILLS = killsOr(2);
const CALLERS = 4;
/** The number of orders and payments acknowledged between two kills. */
const FLOW = 12;
/** Maximum time from a kill to the next acknowledged write, in milliseconds. */
const BACK_MS = 10_000;

describe('kill -9 of the embedded PostgreSQL alone', () => {
  let folder: string;
  let server: ServerProcess;
  let flow: KeyedFlow | undefined;
  before(async () => {
    folder = await makePassingFolder('countinghouse-embedded-kill-');
    server = await startServerProcess(folder, await freePort());
  });
  after(async () => {
    flow?.abandon();
    await server.end('SIGTERM');
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it(`loses and duplicates nothing over ${KILLS} kills, and restarts automatically`, async () => {
    const client = await server.as('CLIENT');
    const ordersBefore = await countOf(client, 'order/tradeorder/list');
    const paymentsBefore = await countOf(client, 'finance/cash-transaction/list');
    flow = startKeyedFlow(client, 'embedded-kill', CALLERS);
    const backMs: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await flow.more(FLOW);
      const postmaster = await postmasterOf(folder);
      // Every second kill hits the supervisor, which leaves the server running.
      const victim = kill % 2 === 0 ? await parentOf(postmaster) : postmaster;
      const killedMs = performance.now();
      process.kill(victim, 'SIGKILL');
      await waitFor(
        'another server',
        async () => {
          const present = await postmasterOf(folder).catch(() => postmaster);
          return present !== postmaster && present !== victim;
        },
        BACK_MS,
      );
      await flow.more(1, BACK_MS);
      backMs.push(performance.now() - killedMs);
    }
    await flow.more(FLOW);
    await flow.end();

    const { orders, posted } = flow.acknowledged;
    assert.equal(server.child.exitCode, null, 'the program itself went on');
    await assertNothingLost(client, flow.acknowledged);
    await assertFates(client, orders);
    const ordersMade = (await countOf(client, 'order/tradeorder/list')) - ordersBefore;
    const made = (await countOf(client, 'finance/cash-transaction/list')) - paymentsBefore;
    assert.equal(ordersMade, orders.length, 'each order once');
    assert.equal(made, posted.length, 'each payment once');
    await assertBooksTieOut(await server.as('FINANCE'));
    sayProof('embedded PostgreSQL killed alone', {
      ...{ kills: KILLS, orders: orders.length, payments: posted.length, lost: 0, doubled: 0 },
      repeated: flow.repeats(),
      'ms at most until a write': Math.round(Math.max(...backMs)),
    });
  });

  it('counts the restarts in its metrics', async () => {
    const reply = await fetch(`${server.url}/metrics`);
    const figures = await reply.text();
    assert.match(figures, new RegExp(`name="embedded_postgres_ended"} ${KILLS}\\n`));
    assert.match(figures, new RegExp(`name="embedded_postgres_restarted"} ${KILLS}\\n`));
    assert.match(figures, /name="embedded_postgres_up"} 1\n/);
  });
});

describe('an embedded PostgreSQL that cannot be started again', { concurrency: true }, () => {
  it('ends the program with an explanation and exit code 1', async () => {
    const folder = await makePassingFolder('countinghouse-embedded-lost-');
    const environment = { COUNTINGHOUSE_DATA: folder };
    const server = await startServe(environment, ['--no-auth']);
    try {
      await server.ready();
      await killForGood(folder);
      await waitFor('the program to end', async () => server.child.exitCode !== null);
      assert.equal(server.child.exitCode, 1);
      assert.match(server.said(), /countinghouse: The embedded PostgreSQL .* 5 starts failed/);
    } finally {
      server.child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it('also ends the simulated exchange', async () => {
    const folder = await makePassingFolder('countinghouse-embedded-lost-');
    const words = ['exchange', '--port', '0', '--members', '1', '--data', folder];
    const exchange = spawn(process.execPath, [...mainProgram(), ...words], {
      env: { PATH: process.env.PATH, COUNTINGHOUSE_LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: packageFolder(),
    });
    let said = '';
    for (const stream of [exchange.stdout, exchange.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
    }
    try {
      await waitFor('the exchange to listen', async () => said.includes('listening on'));
      await killForGood(folder);
      await waitFor('the exchange to end', async () => exchange.exitCode !== null);
      assert.equal(exchange.exitCode, 1);
      assert.match(said, /countinghouse: The embedded PostgreSQL .* 5 starts failed/);
    } finally {
      exchange.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});

/** Kills the server and removes the files that it needs to start again. */
async function killForGood(folder: string): Promise<void> {
  const control = join(folder, 'cluster', 'global', 'pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmasterOf(folder), 'SIGKILL');
}
