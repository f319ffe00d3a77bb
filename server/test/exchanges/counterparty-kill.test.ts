// The exchange killed in full flow while the server runs on: both know the same orders and the
// same fills.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import type { Caller, Json } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ExchangeProcess, startExchangeProcess } from '../support/exchange-process.js';
import { assertBooks, orderBody } from '../support/order.js';
import { freePort, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { waitFor } from '../support/wait.js';

const KILLS = Number(process.env.COUNTERPARTY_KILLS ?? 5);
const CALLERS = 4;
const FLOW_MS = 1_200;
const FATES_WITHIN_MS = 30_000;

describe('kill -9 of the exchange in full flow', () => {
  let folder: string;
  let port: number;
  let ours: TestDatabase;
  let theirs: TestDatabase;
  let server: ServerProcess;
  let exchange: ExchangeProcess;
  const orders: number[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-counterparty-'));
    [ours, theirs] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    port = await freePort();
    exchange = await startExchangeProcess(theirs.url, port);
    server = await startServerProcess(folder, await freePort(), {
      DATABASE_URL: ours.url,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_EXCHANGE: 'fix',
      FIX_PORT: String(port),
      FIX_SENDER: 'BROKER1',
      FIX_TARGET: 'NGX',
    });
  });
  after(async () => {
    assert.equal(await server.end('SIGTERM'), 0);
    assert.equal(await exchange.end(), 0);
    await Promise.all([ours.drop(), theirs.drop()]);
    await rm(folder, { recursive: true, force: true });
  });

  for (let kill = 1; kill <= KILLS; kill += 1) {
    it(`kill ${kill} of ${KILLS}: true fates, one booking a fill`, async () => {
      const client = await server.as('CLIENT');
      orders.push(...(await flowAndKill(client, exchange)));
      exchange = await startExchangeProcess(theirs.url, port);
      await assertFates(ours, orders.length);
      await assertSameFills(ours, theirs);
      await assertNoSequenceError(ours);
      await assertNoSequenceError(theirs);
      await assertBooks({ db: ours.db });
    });
  }
});

// Market orders fill at once, and limits near the market in parts; the server takes both all the
// time.
async function flowAndKill(client: Caller, exchange: ExchangeProcess): Promise<number[]> {
  const made: number[] = [];
  let stopped = false;
  const callers = Array.from({ length: CALLERS }, async (_, index) => {
    while (!stopped) {
      const reply = await client.post(
        '/api/v1/order/tradeorder/submit',
        orderBody({
          portfolioName: String(index + 1).padStart(10, '0'),
          quantityRequested: '10',
        }),
      );
      assert.equal(reply.status, 201, reply.text);
      made.push(reply.body.id);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, FLOW_MS));
  await exchange.kill();
  // The server does not notice: orders are taken and wait.
  await new Promise((resolve) => setTimeout(resolve, FLOW_MS / 4));
  stopped = true;
  await Promise.all(callers);
  assert.ok(made.length > CALLERS);
  return made;
}

/** Every order is a market order, so its fate is to be filled in full. */
async function assertFates({ db }: TestDatabase, count: number): Promise<void> {
  await waitFor(
    'every order to end',
    async () => {
      const [row] = await db.query<Json>(sql`
        select count(*)::int as all, count(*) filter (where order_status = 'EXECUTED'
          and quantity_filled = quantity)::int as executed from trade_order`);
      assert.equal(row.all, count);
      return row.executed === count;
    },
    FATES_WITHIN_MS,
  );
}

async function assertSameFills(ours: TestDatabase, theirs: TestDatabase): Promise<void> {
  const booked = await ours.db.query<Json>(sql`
    select exec_id, quantity::int as quantity from execution_report where kind = 'TRADE'`);
  const traded = await theirs.db.query<Json>(sql`
    select exec_id, quantity::int as quantity from simulator_execution`);
  const text = (rows: readonly Json[]) =>
    rows.map((row) => `${row.exec_id} ${row.quantity}`).sort();
  assert.ok(traded.length > 0);
  assert.deepEqual(text(booked), text(traded));
}

/** No reset, no rejected message, and nobody was ever told that a number was too low. */
async function assertNoSequenceError({ db }: TestDatabase): Promise<void> {
  const sessions = await db.query<Json>(sql`
    select roll from fix_session
    where target_comp_id in ('NGX', 'BROKER1') and next_out_seq_num > 1`);
  assert.deepEqual(sessions, [{ roll: 1 }]);
  const errors = await db.query<Json>(sql`
    select msg_type, convert_from(raw, 'LATIN1') as raw from fix_message
    where msg_type in ('3', 'j') or convert_from(raw, 'LATIN1') like '%too low%'`);
  assert.deepEqual(errors, []);
}
