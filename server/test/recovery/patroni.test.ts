// Failovers of a database under Patroni while two nodes write: no acknowledged write is lost,
// nothing is done twice, and no reply is 500. COUNTINGHOUSE_FAILOVERS=1 runs it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type App, startApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { operationsOf, readDocument } from '../api/platform/document.js';
import { type Caller, callerOf, type Json, startTestApp, type TestApp } from '../support/app.js';
import { HAS_PATRONI, type PatroniCluster, startPatroni } from '../support/process/patroni.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';

const CREATE = '/api/v1/finance/cash-transaction/create';
const FAILOVERS = Number(process.env.COUNTINGHOUSE_FAILOVERS ?? 0);
const KINDS = ['kill', 'freeze'] as const;
/**
 * From the failure of the primary to the next write of each node: Patroni's `ttl` of 20 seconds,
 * and in strict mode the time in which a standby attaches to the new primary.
 */
const BOUND_SECONDS = 30;
const BETWEEN_WRITES_MS = 100;
const RETRY_MS = 500;
/** Writes before and after each failover. */
const CALM_MS = 3_000;

const reason = HAS_PATRONI
  ? 'COUNTINGHOUSE_FAILOVERS is not set'
  : 'no patroni, etcd and haproxy here';

describe('failovers', { skip: FAILOVERS > 0 && HAS_PATRONI ? false : reason }, () => {
  let cluster: PatroniCluster;
  let proxied: TestApp;
  let direct: App;
  let load: Load;

  before(async () => {
    cluster = await startPatroni();
    // A run of the test command has filled templates for its own server.
    process.env.TEST_DATABASE_URL = cluster.proxyUrl;
    delete process.env.TEST_RUN;
    delete process.env.TEST_BUNDLE;
    proxied = await startTestApp({ demo: true, exchange: 'none', allowUnsafeDatabase: false });
    const { databaseUrl, ...others } = proxied.context.config;
    const name = new URL(databaseUrl ?? '').pathname;
    const url = cluster.hostsUrl.replace(/\/postgres$/, name);
    direct = await startApp(readConfig({ DATABASE_URL: url }, { ...others, port: 0 }));
    const header = await proxied.header('CLIENT');
    const operations = operationsOf(await readDocument(proxied));
    const body = operations.find(({ id }) => id === 'createCashTransaction')?.example;
    load = startLoad([callerOf(proxied.url, header), callerOf(direct.url, header)], body);
  });
  after(async () => {
    await load?.end();
    await direct?.stop();
    await proxied?.stop();
    await cluster?.stop();
  });

  const seconds: number[] = [];
  for (let number = 0; number < FAILOVERS; number += 1) {
    const kind = KINDS[number % KINDS.length] ?? 'kill';
    it(`goes on writing within ${BOUND_SECONDS} s after a ${kind} (${number + 1})`, async () => {
      await cluster.whole();
      await pause(CALM_MS);
      const begun = performance.now();
      const repair = await failOver(cluster, kind);
      await waitFor('writes by both nodes', async () => load.lastGap(begun) !== undefined);
      seconds.push((load.lastGap(begun) ?? 0) / 1_000);
      await pause(CALM_MS);
      await repair();
      assert.ok((seconds.at(-1) ?? 0) <= BOUND_SECONDS, `${seconds.at(-1)} s`);
    });
  }

  it('has lost nothing, and done nothing twice', async () => {
    await cluster.whole();
    const { keys, ids, statuses, longestMs } = await load.end();
    assert.deepEqual(
      [...statuses.keys()].filter((status) => ![201, 409, 503].includes(status)),
      [],
    );
    const { rows } = await proxied.db.pool.query<{ key: string; id: string }>(
      `select key, (reply::jsonb ->> 'id') as id from idempotency_key where key like 'failover-%'`,
    );
    const stored = new Map(rows.map(({ key, id }) => [key, Number(id)]));
    const lost = [...ids].filter(([key, id]) => stored.get(key) !== id);
    assert.deepEqual(lost, []);
    assert.equal(stored.size, keys);
    assert.equal(new Set(ids.values()).size, keys);
    sayProof('failovers of the database', {
      ...{ failovers: FAILOVERS, writes: keys, lost: lost.length },
      'refusals (503)': statuses.get(503) ?? 0,
      'seconds until writes at most': Math.round(Math.max(...seconds) * 10) / 10,
      'seconds of the longest reply': Math.round(longestMs / 100) / 10,
    });
  });
});

type Kind = (typeof KINDS)[number];

function failOver(cluster: PatroniCluster, kind: Kind): Promise<() => Promise<void>> {
  return kind === 'kill' ? cluster.killPrimary() : cluster.freezePrimary();
}

interface Outcome {
  readonly keys: number;
  readonly ids: ReadonlyMap<string, number>;
  readonly statuses: ReadonlyMap<number, number>;
  readonly longestMs: number;
}

interface Load {
  /**
   * Milliseconds from a moment to the first write of the slower node that started after it and was
   * answered after a refusal or a wait; undefined until each node has written.
   */
  readonly lastGap: (sinceMs: number) => number | undefined;
  /** Waits for all writes in progress. */
  readonly end: () => Promise<Outcome>;
}

// Each node gets a new write at each turn; each write is repeated with its key until it is done.
function startLoad(callers: readonly Caller[], body: Json): Load {
  const ids = new Map<string, number>();
  const statuses = new Map<number, number>();
  const wrote = callers.map((): { beganMs: number; endedMs: number }[] => []);
  const open = new Set<Promise<void>>();
  let keys = 0;
  let longestMs = 0;
  let isOver = false;
  const write = async (node: number, key: string) => {
    for (;;) {
      const beganMs = performance.now();
      const reply = await callers[node]?.post(CREATE, body, { 'idempotency-key': key });
      const endedMs = performance.now();
      longestMs = Math.max(longestMs, endedMs - beganMs);
      const status = reply?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) {
        ids.set(key, reply?.body.id);
        wrote[node]?.push({ beganMs, endedMs });
        return;
      }
      if (![409, 503].includes(status)) return;
      await pause(RETRY_MS);
    }
  };
  const turns = async () => {
    while (!isOver) {
      for (const node of callers.keys()) {
        keys += 1;
        const writing = write(node, `failover-of-the-database-${keys}`);
        open.add(writing);
        void writing.finally(() => open.delete(writing));
      }
      await pause(BETWEEN_WRITES_MS);
    }
  };
  const running = turns();
  return {
    lastGap: (sinceMs) => {
      const gaps = wrote.map((writes) => largestGapEnd(writes, sinceMs));
      if (gaps.some((gap) => gap === undefined)) return undefined;
      return Math.max(...gaps.map((gap) => (gap ?? 0) - sinceMs));
    },
    end: async () => {
      isOver = true;
      await running;
      await Promise.all(open);
      return { keys, ids, statuses, longestMs };
    },
  };
}

/** A longer pause between writes is caused by the failover. */
const GAP_MS = 800;

function largestGapEnd(
  writes: readonly { readonly endedMs: number }[],
  sinceMs: number,
): number | undefined {
  const ends = writes.map(({ endedMs }) => endedMs).filter((ms) => ms > sinceMs);
  let earlier = sinceMs;
  for (const ms of ends) {
    if (ms - earlier > GAP_MS) return ms;
    earlier = ms;
  }
  return undefined;
}
