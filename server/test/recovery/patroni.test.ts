// Failovers of a database under Patroni while two nodes take payments and orders. Nothing
// acknowledged is lost, nothing is done twice, no reply is 500, and the exchange session continues
// its sequence numbers. Run with `npm run proofs -- patroni`.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { closingPrice, SIMULATED } from '../exchanges/kill-stage.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { ExchangeProcess } from '../support/process/exchange-process.js';
import { HAS_PATRONI, type PatroniCluster, startPatroni } from '../support/process/patroni.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { type FailoverLoad, startFailoverLoad } from './failover-load.js';

const FAILOVERS = Number(process.env.COUNTINGHOUSE_FAILOVERS ?? 0);
const KINDS = ['kill', 'freeze'] as const;
/**
 * Maximum seconds from the failure until each node stores a payment. Most of that is Patroni's
 * `ttl` of 20 seconds.
 */
const WRITES_MAX_SECONDS = 25;
/**
 * Maximum seconds from the first commit of the new primary until each node stores a payment. The
 * callers retry every half second.
 */
const DELAY_MAX_SECONDS = 2;
/** Maximum seconds from the failure until an order from each node is executed at the exchange. */
const ORDERS_MAX_SECONDS = 30;
/** Maximum seconds without acknowledged commits after a standby is lost. */
const STANDBY_MAX_SECONDS = 10;
/** A pause in commits longer than this, in milliseconds, is attributed to the lost standby. */
const LOST_MS = 300;
/** The duration of the load before and after each failover, in milliseconds. */
const CALM_MS = 3_000;
/**
 * The time for which the control's standbys receive nothing before the primary dies, in
 * milliseconds.
 */
const BEHIND_MS = 2_000;
const PAYMENT = {
  transType: 'RECEIPT',
  transMethod: 'BANK_TRANSFER',
  partnerName: '0000000001',
  currency: 'NGN',
  amount: 1_000,
};

const reason = HAS_PATRONI
  ? 'COUNTINGHOUSE_FAILOVERS is not set'
  : 'no patroni, etcd and haproxy here';
const skip = FAILOVERS > 0 && HAS_PATRONI ? false : reason;

interface Stage {
  readonly cluster: PatroniCluster;
  readonly ours: TestDatabase;
  readonly theirs: TestDatabase;
  readonly load: FailoverLoad;
  readonly close: () => Promise<void>;
}

/**
 * Opens two nodes, one through HAProxy and one with a list of all hosts, and an exchange on another
 * database. If a part fails to start, the others are closed: their processes would keep this file
 * from ending.
 */
async function openStage(isSynchronous: boolean): Promise<Stage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    return { ...(await openParts(isSynchronous, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  isSynchronous: boolean,
  closing: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-failover-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const theirs = await createTestDatabase();
  const { TEST_DATABASE_URL, TEST_RUN } = process.env;
  const usual = { TEST_DATABASE_URL, TEST_RUN };
  closing.push(async () => {
    for (const [name, value] of Object.entries(usual)) setEnvironment(name, value);
    await theirs.drop();
  });
  const cluster = await startPatroni(isSynchronous);
  closing.push(cluster.stop);
  // Filled templates of a test run exist only on the run's own server, so TEST_RUN is removed too.
  setEnvironment('TEST_DATABASE_URL', cluster.proxyUrl);
  setEnvironment('TEST_RUN', undefined);
  const ours = await createTestDatabase();
  closing.push(ours.db.close);
  const exchangePort = await freePort();
  const sessions = await writeSession(folder, exchangePort);
  const start = async (url: string): Promise<ServerProcess> => {
    const node = await startServerProcess(folder, await freePort(), {
      DATABASE_URL: url,
      COUNTINGHOUSE_EXCHANGE: 'none',
      COUNTINGHOUSE_SESSIONS: sessions,
    });
    closing.push(() => node.end('SIGTERM'));
    return node;
  };
  const byHosts = cluster.hostsUrl.replace(/\/postgres$/, new URL(ours.url).pathname);
  const nodes = [await start(ours.url), await start(byHosts)];
  const price = await closingPrice(ours);
  const exchange: ExchangeProcess = await SIMULATED.start(theirs.url, exchangePort, price);
  closing.push(exchange.end);
  const callers = await Promise.all(nodes.map((node) => node.as('CLIENT')));
  const load = startFailoverLoad(callers, PAYMENT);
  closing.push(async () => load.abandon());
  return { cluster, ours, theirs, load };
}

function setEnvironment(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** Writes the settings of the session with the exchange, and returns their file. */
async function writeSession(folder: string, port: number): Promise<string> {
  const file = join(folder, 'sessions.json');
  const session = {
    ...{ name: 'ngx', exchange: 'NGX', host: '127.0.0.1', port },
    ...{ beginString: 'FIX.4.4', sender: 'BROKER1', target: 'NGX', heartbeatSeconds: 2 },
  };
  await writeFile(file, JSON.stringify({ sessions: [session] }));
  return file;
}

describe('failovers to a synchronous standby', { skip }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage(true);
  });
  after(() => stage?.close());

  const commits: number[] = [];
  const writes: number[] = [];
  const delays: number[] = [];
  const trades: number[] = [];
  for (let number = 0; number < FAILOVERS; number += 1) {
    const kind = KINDS[number % KINDS.length] ?? 'kill';
    it(`the nodes store and trade again after a ${kind} (${number + 1})`, async () => {
      const { cluster, load } = stage;
      await cluster.whole();
      await pause(CALM_MS);
      const lostMs = performance.now();
      const repair = await (kind === 'kill' ? cluster.killPrimary() : cluster.freezePrimary());
      const back = (what: 'payment' | 'order') =>
        waitFor(`each node to take a ${what}`, async () => load.backAfter(what, lostMs));
      await cluster.committing();
      const commitSeconds = (performance.now() - lostMs) / 1_000;
      const writeSeconds = Math.max(...(await back('payment')));
      commits.push(commitSeconds);
      writes.push(writeSeconds);
      delays.push(writeSeconds - commitSeconds);
      trades.push(Math.max(...(await back('order'))));
      await pause(CALM_MS);
      await repair();
    });
  }

  const pauses: number[] = [];
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    it(`commits continue after a standby gets a ${signal}`, async () => {
      const { cluster } = stage;
      await cluster.whole();
      await pause(CALM_MS);
      const lostMs = performance.now();
      const repair = await cluster.loseStandby(signal);
      await pause(LOST_MS);
      await cluster.committing();
      pauses.push((performance.now() - lostMs) / 1_000);
      await pause(CALM_MS);
      await repair();
    });
  }

  it('lose and repeat nothing, and keep the sequence numbers of the session', async () => {
    const { cluster, load, ours, theirs } = stage;
    await cluster.whole();
    const { keys, ids, orders, statuses, longestMs } = await load.end();
    sayProof('failovers of the database', {
      ...{ failovers: FAILOVERS, writes: keys, orders: orders.size },
      lost: (await lostOf(ours, ids)).length,
      'refusals (503)': statuses.get(503) ?? 0,
      'seconds until the database commits at most': rounded(Math.max(...commits)),
      'seconds until writes at least': rounded(Math.min(...writes)),
      'seconds until writes at most': rounded(Math.max(...writes)),
      'seconds from the first commit to writes at most': rounded(Math.max(...delays)),
      'seconds until orders are executed at most': rounded(Math.max(...trades)),
      'seconds until the database commits without a standby at most': rounded(Math.max(...pauses)),
      'seconds of the longest reply': rounded(longestMs / 1_000),
    });
    const strange = [...statuses.keys()].filter((status) => ![201, 409, 503].includes(status));
    assert.deepEqual(strange, []);
    assert.deepEqual(await lostOf(ours, ids), []);
    assert.equal(new Set(ids.keys()).size, keys);
    // Compares every order and fill on both sides, and detects a session whose numbers were reset.
    await SIMULATED.assertTruth({ ours, theirs, acknowledged: orders, amended: new Set() });
    assert.ok(Math.max(...writes) <= WRITES_MAX_SECONDS, writes.join());
    assert.ok(Math.max(...delays) <= DELAY_MAX_SECONDS, delays.join());
    assert.ok(Math.max(...pauses) <= STANDBY_MAX_SECONDS, pauses.join());
    assert.ok(Math.max(...trades) <= ORDERS_MAX_SECONDS, trades.join());
  });
});

describe('the control: a failover to a standby that is behind', { skip }, () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage(false);
  });
  after(() => stage?.close());

  it('loses acknowledged writes', async () => {
    const { cluster, load, ours } = stage;
    await pause(CALM_MS);
    await cluster.stopSenders();
    const before = load.acknowledged();
    await pause(BEHIND_MS);
    assert.ok(load.acknowledged() > before, 'writes go on without a standby');
    const lostMs = performance.now();
    await cluster.killPrimary();
    await waitFor('writes', async () => load.backAfter('payment', lostMs));
    // The exchange has seen numbers that our side lost, so it keeps refusing the session, and no
    // order is executed.
    load.abandon();
    const { keys, ids } = await load.end();
    const lost = await lostOf(ours, ids);
    sayProof('the control without synchronous standbys', { writes: keys, lost: lost.length });
    assert.ok(lost.length > 0);
  });
});

/** Returns the acknowledged keys whose record is missing or different. */
async function lostOf(
  { db }: TestDatabase,
  ids: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ key: string; id: string }>(
    `select key, (reply::jsonb ->> 'id') as id from idempotency_key where key like 'failover-%'`,
  );
  const stored = new Map(rows.map(({ key, id }) => [key, Number(id)]));
  return [...ids].filter(([key, id]) => stored.get(key) !== id).map(([key]) => key);
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
