// Sends SIGTERM at random moments, under load and during startup. Each time, the server exits
// within ten seconds with the expected exit code, loses nothing that it acknowledged, and does
// nothing twice when callers retry. COUNTINGHOUSE_KILLS sets the number of moments, and
// COUNTINGHOUSE_SEED selects them.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, callerOf, DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ExchangeProcess, startExchangeProcess } from '../support/process/exchange-process.js';
import { killsOr } from '../support/process/kill.js';
import { freePort } from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { randomFrom } from '../support/random.js';
import { assertBooksTieOut, assertFates, assertNothingLost } from './flow-check.js';
import { countOf, type KeyedFlow, startKeyedFlow } from './keyed-flow.js';
import { type Ended, type ServeProcess, startServe } from './serve-process.js';

const STOPS = killsOr(1);
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_126);
/** With --demo the market is open at any hour. */
const WORDS = ['--no-auth', '--demo'];
const CALLERS = 4;
/**
 * The latest moment, in milliseconds. Startup takes about two seconds here, so a third of the
 * moments fall into it.
 */
const MOMENT_MAX_MS = 6_000;
/** Exports slow enough that some are always in progress. */
const EXPORTS = ['security/audit/list/xlsx', 'order/tradeorder/list/xlsx'] as const;

describe('SIGTERM at random moments', () => {
  let database: TestDatabase;
  let folder: string;
  let exchange: ExchangeProcess;
  let environment: Record<string, string>;
  let client: Caller;
  let flow: KeyedFlow | undefined;
  let server: ServeProcess | undefined;
  before(async () => {
    database = await createTestDatabase(DEMO);
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-stop-moment-'));
    await writeTestKeys(folder);
    const [port, exchangePort] = [await freePort(), await freePort()];
    exchange = await startExchangeProcess(database.url, exchangePort);
    environment = {
      ...{ DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder, PORT: String(port) },
      ...{ COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: String(exchangePort) },
    };
    client = callerOf(`http://127.0.0.1:${port}`, {});
  });
  after(async () => {
    flow?.abandon();
    server?.child.kill('SIGKILL');
    await exchange?.kill();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it(`ends each of ${STOPS} times, loses and duplicates nothing`, async () => {
    const random = randomFrom(SEED);
    server = await startServe(environment, WORDS);
    await server.ready();
    const ordersBefore = await countOf(client, 'order/tradeorder/list');
    const paymentsBefore = await countOf(client, 'finance/cash-transaction/list');
    flow = startKeyedFlow(client, 'stop-moment', CALLERS);
    const ends: Ended[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      const exporting = EXPORTS.map((list) => client.get(`/api/v1/${list}`).catch(() => undefined));
      await pause(random() * MOMENT_MAX_MS);
      ends.push(await endOf(server));
      await Promise.all(exporting);
      server = await startServe(environment, WORDS);
    }
    await server.ready();
    await flow.more(1);
    await flow.end();
    const { orders, posted } = flow.acknowledged;
    await assertNothingLost(client, flow.acknowledged);
    await assertFates(client, orders);
    const ordersMade = (await countOf(client, 'order/tradeorder/list')) - ordersBefore;
    const paymentsMade = (await countOf(client, 'finance/cash-transaction/list')) - paymentsBefore;
    assert.equal(ordersMade, orders.length, 'each order once');
    assert.equal(paymentsMade, posted.length, 'each payment once');
    await assertBooksTieOut(client);
    await server.stop();
    sayProof(`SIGTERM at random moments, seed ${SEED}`, {
      ...{ stops: STOPS, orders: orders.length, payments: posted.length, lost: 0, doubled: 0 },
      repeated: flow.repeats(),
      's at most until the end': rounded(Math.max(...ends.map(({ seconds }) => seconds))),
      'with exit code 0': ends.filter(({ code }) => code === 0).length,
      'with exit code 1': ends.filter(({ code }) => code === 1).length,
      'before the program ran': ends.filter(({ code }) => code === null).length,
    });
  });
});

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

/**
 * Stops the server and checks how it ended. With exit code 1 the server must have logged the
 * unfinished work. In its first moments, the signal itself may end the process before anything is
 * logged.
 */
async function endOf(server: ServeProcess): Promise<Ended> {
  const ended = await server.stop();
  if (ended.code === 0 || (ended.signal === 'SIGTERM' && server.said() === '')) return ended;
  assert.equal(ended.signal, null, `it had to be killed: ${server.said()}`);
  assert.equal(ended.code, 1, server.said());
  assert.match(server.said(), /left behind|did not (end|stop) in time/);
  return ended;
}
