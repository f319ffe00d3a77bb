// The lease worker on its own table: one holder per row, takeover, draining, and errors.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import { heldRows, leaseEnd } from '../../src/platform/lease/queries.js';
import {
  type Lease,
  LeaseLost,
  type LeaseWork,
  RunTimedOut,
  StopWaitOver,
  startLeaseWorker,
} from '../../src/platform/lease/worker.js';
import type { RunningWorker } from '../../src/platform/worker.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until, waitFor } from '../support/wait.js';
import { contextOn } from './job-node.js';

const LIMITS = { heldMax: 4, pollIntervalMs: 20, renewIntervalMs: 50, stopWaitMs: 300 };
// The length of leases that must expire, but not early on a busy machine, in milliseconds.
const LEASE_MS = 1_500;
// The length of leases that must not expire, in milliseconds.
const LONG_LEASE_MS = 600_000;
const WAKE = 'parcel';

interface Parcel {
  readonly id: bigint;
  readonly run: number;
}

interface Stored extends Parcel {
  readonly state: string;
  readonly node: string | null;
}

interface Node {
  /**
   * Rows that this node is processing now. `most` is the maximum number that it processed at once.
   */
  readonly running: Map<bigint, Lease>;
  most: number;
  readonly worker: RunningWorker;
  readonly close: () => Promise<void>;
}

interface Changes extends Partial<LeaseWork<Parcel>> {
  readonly leaseMs?: number;
}

type Deed = (parcel: Parcel, lease: Lease) => Promise<void>;

let database: TestDatabase;
let nodes: Node[] = [];

before(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`
    create table parcel (id bigint primary key, state text not null default 'WAITING', node text,
      run integer not null default 0, lease_until timestamptz)`);
});
after(() => database?.drop());
beforeEach(async () => {
  await database.db.query(sql`delete from parcel`);
});
afterEach(async () => {
  for (const { worker, close } of nodes) {
    await worker.stop();
    await close();
  }
  nodes = [];
});

async function put(count: number): Promise<void> {
  await database.db.query(sql`
    insert into parcel (id) select * from generate_series(1, ${count}::integer)`);
}

function stored(): Promise<Stored[]> {
  return database.db.query<Stored>(sql`select id, run, state, node from parcel order by id`);
}

const states = async (): Promise<string> => (await stored()).map(({ state }) => state).join(' ');

/** Starts a node that performs `deed` on each row before it marks the row as done. */
function start(
  name: string,
  deed: Deed,
  { leaseMs = LONG_LEASE_MS, ...changes }: Changes = {},
): Node {
  const { context, close } = contextOn(database.url);
  const { db } = context;
  const running = new Map<bigint, Lease>();
  const worker = startLeaseWorker<Parcel>(context, {
    name: 'parcel',
    wakeOn: WAKE,
    limits: LIMITS,
    idOf: ({ id }) => id,
    claim: (free) =>
      db.query<Parcel>(sql`
        with waiting as (
          select id from parcel where state = 'WAITING' order by id limit ${free}
          for update skip locked
        )
        update parcel p set state = 'RUNNING', run = run + 1, node = ${name},
          lease_until = ${leaseEnd(leaseMs)}
        from waiting where p.id = waiting.id
        returning p.id, p.run`),
    run: async (parcel, lease) => {
      running.set(parcel.id, lease);
      node.most = Math.max(node.most, running.size);
      await deed(parcel, lease).finally(() => running.delete(parcel.id));
      await db.query(sql`
        update parcel set state = 'DONE' where id = ${parcel.id} and run = ${parcel.run}`);
    },
    renew: async (rows) => {
      const kept = await db.query<{ id: bigint }>(sql`
        update parcel p set lease_until = ${leaseEnd(leaseMs)} from ${heldRows(rows)}
        where p.id = mine.id and p.run = mine.run and p.state = 'RUNNING' returning p.id`);
      return new Set(kept.map(({ id }) => id));
    },
    takeBack: async () => {
      const lost = await db.query<{ id: bigint }>(sql`
        update parcel set state = 'WAITING'
        where state = 'RUNNING' and lease_until < clock_timestamp() returning id`);
      return lost.length;
    },
    giveBack: async (rows) => {
      await db.query(sql`
        update parcel p set state = 'WAITING' from ${heldRows(rows)}
        where p.id = mine.id and p.run = mine.run and p.state = 'RUNNING'`);
    },
    ...changes,
  });
  const node: Node = { running, most: 0, worker, close };
  nodes.push(node);
  return node;
}

/** A deed that fails with the abort reason when its lease is aborted. */
const untilAborted: Deed = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Returns a deed that runs until `open` is called. */
function gate(): { readonly deed: Deed; readonly open: () => void } {
  const opening = new AbortController();
  const opened = new Promise<void>((resolve) => {
    opening.signal.addEventListener('abort', () => resolve());
  });
  return { deed: () => opened, open: () => opening.abort() };
}

test('two nodes share the rows and never hold the same one', async () => {
  const held = new Set<bigint>();
  const twice: bigint[] = [];
  const byNode = { a: 0, b: 0 };
  const deedOf =
    (name: 'a' | 'b'): Deed =>
    async ({ id }) => {
      if (held.has(id)) twice.push(id);
      held.add(id);
      byNode[name] += 1;
      await until(() => byNode.a > 0 && byNode.b > 0);
      held.delete(id);
    };
  await put(60);
  const a = start('a', deedOf('a'));
  const b = start('b', deedOf('b'));
  await waitFor('all rows to be done', async () => !/WAITING|RUNNING/.test(await states()));
  assert.deepEqual(twice, []);
  assert.deepEqual(new Set((await stored()).map(({ run }) => run)), new Set([1]));
  assert.equal(byNode.a + byNode.b, 60);
  assert.ok(a.most <= LIMITS.heldMax && b.most <= LIMITS.heldMax);
});

test('a row of a silent node is taken over when its lease has run out', async () => {
  await put(1);
  const [dead] = await database.db.query<{ until: string }>(sql`
    update parcel set state = 'RUNNING', run = 1, node = 'dead', lease_until = ${leaseEnd(LEASE_MS)}
    returning lease_until as until`);
  const early: boolean[] = [];
  start('b', async () => {
    const [row] = await database.db.query<{ early: boolean }>(sql`
      select clock_timestamp() < ${dead?.until} as early`);
    early.push(row?.early ?? true);
  });
  await waitFor('the row to be done', async () => (await states()) === 'DONE');
  assert.deepEqual(early, [false]);
  const [taken] = await stored();
  assert.deepEqual([taken?.node, taken?.run], ['b', 2]);
});

test('a lease is renewed for as long as the run takes', async () => {
  await put(1);
  const { deed, open } = gate();
  const a = start('a', deed, { leaseMs: LEASE_MS });
  await until(() => a.running.size === 1);
  start('b', async () => undefined);
  const ends = async (): Promise<number> => {
    const [row] = await database.db.query<{ ms: number }>(sql`
      select extract(epoch from lease_until)::float8 * 1000 as ms from parcel`);
    return row?.ms ?? 0;
  };
  const first = await ends();
  await waitFor('twice the lease to pass', async () => (await ends()) > first + 2 * LEASE_MS);
  open();
  await waitFor('the row to be done', async () => (await states()) === 'DONE');
  assert.equal((await stored())[0]?.run, 1);
});

test('a run whose row another node has taken is aborted, and its row is not marked', async () => {
  await put(1);
  const a = start('a', untilAborted);
  const lease = await waitFor('the row to run', async () => a.running.get(1n));
  await database.db.query(sql`update parcel set run = run + 1, node = 'other'`);
  await until(() => lease.signal.aborted);
  assert.ok(lease.signal.reason instanceof LeaseLost);
  assert.deepEqual((await stored())[0], { id: 1n, run: 2, state: 'RUNNING', node: 'other' });
});

test('a row that its node lost and claimed again waits for the earlier run to end', async () => {
  await put(1);
  const { deed, open } = gate();
  const seen: number[] = [];
  const a = start('a', async (parcel, lease) => {
    seen.push(parcel.run);
    if (parcel.run === 1) await deed(parcel, lease);
  });
  const lease = await waitFor('the row to run', async () => a.running.get(1n));
  await database.db.query(sql`update parcel set state = 'WAITING'`);
  await waitFor('the row to be claimed again', async () => (await stored())[0]?.run === 2);
  await until(() => lease.signal.aborted);
  assert.deepEqual(seen, [1]);
  open();
  await waitFor('the row to be done', async () => (await states()) === 'DONE');
  assert.deepEqual(seen, [1, 2]);
});

test('an error in one run does not stop the others, and the row is run again', async () => {
  await put(8);
  const deed: Deed = async ({ id, run }) => {
    if (id === 3n && run === 1) throw new Error('no');
  };
  start('a', deed, { leaseMs: LEASE_MS });
  // The lease of a failed run is no longer renewed, so it expires.
  await waitFor('all rows to be done', async () => !/WAITING|RUNNING/.test(await states()));
  const again = (await stored()).filter(({ run }) => run > 1);
  assert.deepEqual(
    again.map(({ id, run }) => [id, run]),
    [[3n, 2]],
  );
});

test('an error while claiming or renewing does not end the worker', async () => {
  let failures = 0;
  const fail = async () => {
    failures += 1;
    throw new Error('the database is away');
  };
  const a = start('a', async () => undefined, { claim: fail, takeBack: fail });
  await until(() => failures > 6);
  await a.worker.stop();
});

test('a run that takes longer than it may is aborted', async () => {
  await put(1);
  const a = start('a', untilAborted, { timeoutMsOf: () => 50 });
  const lease = await waitFor('the row to run', async () => a.running.get(1n));
  await until(() => lease.signal.aborted);
  assert.ok(lease.signal.reason instanceof RunTimedOut);
});

test('a stopping node claims no more rows and waits for its runs', async () => {
  await put(LIMITS.heldMax + 1);
  const { deed, open } = gate();
  const a = start('a', deed, { limits: { ...LIMITS, stopWaitMs: 60_000 } });
  await until(() => a.running.size === LIMITS.heldMax);
  const leases = [...a.running.values()];
  let stopped = false;
  const stopping = a.worker.stop().then(() => {
    stopped = true;
  });
  await until(() => leases.every((each) => each.stopping.aborted));
  assert.equal(stopped, false);
  open();
  await stopping;
  assert.equal(await states(), 'DONE DONE DONE DONE WAITING');
});

test('a stopping node aborts its runs after a limited time and returns their rows', async () => {
  await put(2);
  const a = start('a', untilAborted);
  await until(() => a.running.size === 2);
  const leases = [...a.running.values()];
  await a.worker.stop();
  assert.ok(leases.every(({ signal }) => signal.reason instanceof StopWaitOver));
  assert.equal(await states(), 'WAITING WAITING');
});

test('a node that cannot return rows reports it, and leaves no loop running', async () => {
  await put(1);
  let rounds = 0;
  const beside = async () => {
    rounds += 1;
  };
  const a = start('a', untilAborted, {
    giveBack: () => Promise.reject(new Error('the database is away')),
    beside: [{ name: 'parcel-measure', everyMs: 1, round: beside }],
  });
  await until(() => a.running.size === 1 && rounds > 2);
  await assert.rejects(a.worker.stop(), /the database is away/);
  const ended = rounds;
  // If the loop were still running, it would complete many rounds during this wait.
  await until(async () => (await database.db.query(sql`select pg_sleep(0.2)`)).length === 1);
  assert.equal(rounds, ended);
});

test('a signal wakes the claiming at once', async () => {
  const { context, close } = contextOn(database.url);
  let looks = 0;
  const worker = startLeaseWorker<Parcel>(context, {
    ...{ name: 'parcel', wakeOn: WAKE, idOf: ({ id }) => id },
    limits: { ...LIMITS, pollIntervalMs: 3_600_000 },
    claim: async () => {
      looks += 1;
      return [];
    },
    run: async () => undefined,
    renew: async () => new Set(),
  });
  nodes.push({ running: new Map(), most: 0, worker, close });
  await until(() => looks === 1);
  context.signals.raise(WAKE);
  await until(() => looks === 2);
});
