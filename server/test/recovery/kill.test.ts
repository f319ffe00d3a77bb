// Kills the whole server under load. No acknowledged write is missing, and writes in progress are
// finished.

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Caller } from '../support/app.js';
import { orderBody } from '../support/order.js';
import { makePassingFolder } from '../support/passing-folder.js';
import { killsOr } from '../support/process/kill.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import {
  type Acknowledged,
  assertBooksTieOut,
  assertFates,
  assertNothingLost,
} from './flow-check.js';

const KILLS = killsOr(1);
const CALLERS = 6;
/** The number of orders and payments acknowledged before the kill. */
const FLOW = 24;

describe('kill -9 under load', () => {
  let folder: string;
  let port: number;
  let server: ServerProcess;
  const acknowledged: Acknowledged = { orders: [], posted: [] };

  before(async () => {
    folder = await makePassingFolder('countinghouse-kill-');
    port = await freePort();
    server = await startServerProcess(folder, port);
  });
  after(async () => {
    await server.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  for (let kill = 1; kill <= KILLS; kill += 1) {
    it(`keeps every acknowledged order and payment over kill ${kill} of ${KILLS}`, async () => {
      await flowAndKill(server, acknowledged);
      server = await startServerProcess(folder, port);
      const client = await server.as('CLIENT');
      await assertNothingLost(client, acknowledged);
      await assertFates(client, acknowledged.orders);
      await assertBooksTieOut(await server.as('FINANCE'));
      if (kill < KILLS) return;
      const { orders, posted } = acknowledged;
      const figures = { kills: kill, orders: orders.length, payments: posted.length, lost: 0 };
      sayProof('server killed under load', figures);
    });
  }

  it('ends within ten seconds of SIGTERM, and resumes where it stopped', async () => {
    const ended = server.end('SIGTERM');
    await waitFor('the server to end', async () => server.child.exitCode !== null, 10_000);
    assert.equal(await ended, 0);
    server = await startServerProcess(folder, port);
    await assertNothingLost(await server.as('CLIENT'), acknowledged);
  });
});

// Callers send until the kill breaks their connections. Only answered requests count as
// acknowledged.
async function flowAndKill(server: ServerProcess, acknowledged: Acknowledged): Promise<void> {
  const client = await server.as('CLIENT');
  const before = { orders: acknowledged.orders.length, posted: acknowledged.posted.length };
  let stopped = false;
  const callers = Array.from({ length: CALLERS }, async (_, index) => {
    while (!stopped) {
      const done = await sendOne(client, index + 1, acknowledged).catch(() => 'broken');
      if (done === 'broken') return;
    }
  });
  await waitFor(
    'orders and payments to be acknowledged',
    async () =>
      acknowledged.orders.length >= before.orders + FLOW &&
      acknowledged.posted.length >= before.posted + FLOW,
  );
  await server.end('SIGKILL');
  stopped = true;
  await Promise.all(callers);
}

async function sendOne(client: Caller, customer: number, acknowledged: Acknowledged) {
  const name = String(customer).padStart(10, '0');
  const order = await client.post(
    '/api/v1/order/tradeorder/submit',
    orderBody({ portfolioName: name, quantityRequested: '10' }),
  );
  if (order.status === 201) acknowledged.orders.push(order.body.id);
  const cash = await client.post('/api/v1/finance/cash-transaction/create', {
    transType: 'RECEIPT',
    transMethod: 'BANK_TRANSFER',
    partnerName: name,
    currency: 'NGN',
    amount: 1000,
  });
  const post = await client.put(`/api/v1/finance/cash-transaction/post/id/${cash.body.id}`);
  if (post.status === 200) acknowledged.posted.push(cash.body.id);
}
