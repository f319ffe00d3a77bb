// Jobs: enqueued in a transaction, run by any node, and completed once. Dead jobs stay visible.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { JOB } from '../../src/limits.js';
import type { Context } from '../../src/platform/context.js';
import type { TxOptions } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { enqueue, type JobHandler, jobHandler } from '../../src/platform/jobs/job.js';
import { finishJob } from '../../src/platform/jobs/queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { programBeside } from '../support/process/program.js';
import { waitFor } from '../support/wait.js';
import { contextOn, HANGS, kindOf, startNode, type TestNode } from './job-node.js';

type Kind = ReturnType<typeof kindOf>;

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly run: number;
  readonly last_error: string | null;
}

const NEVER_POLLS = { pollIntervalMs: 3_600_000 } as const;

let database: TestDatabase;
let context: Context;
let close: () => Promise<void>;
let nodes: TestNode[] = [];
let programs: ChildProcess[] = [];

before(async () => {
  database = await createTestDatabase();
  ({ context, close } = contextOn(database.url));
});
after(async () => {
  await close?.();
  await database?.drop();
});
beforeEach(async () => {
  await database.db.query(sql`drop table if exists probe`);
  await database.db.query(sql`create table probe (job_id bigint not null, node text)`);
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  programs = [];
  await database.db.query(sql`delete from job`);
});

async function start(...handlers: JobHandler[]): Promise<TestNode> {
  const node = await startNode(database.url, handlers);
  nodes.push(node);
  return node;
}

/** Enqueues jobs of a kind in one transaction, on a node that need not be a worker. */
function ask(
  kind: Kind,
  job: { readonly count?: number; readonly key?: string; readonly on?: Context } = {},
  options?: TxOptions,
): Promise<(bigint | undefined)[]> {
  const on = job.on ?? context;
  return on.db.transaction(async (tx) => {
    const ids = [];
    for (let number = 1; number <= (job.count ?? 1); number += 1) {
      ids.push(
        await enqueue({ context: on, tx, requestId: 'test' }, kind, {
          data: { number: BigInt(number) },
          ...(job.key === undefined ? {} : { key: job.key }),
        }),
      );
    }
    return ids;
  }, options);
}

async function askOne(kind: Kind, job: { readonly on?: Context } = {}): Promise<bigint> {
  const [id] = await ask(kind, job);
  assert.ok(id !== undefined);
  return id;
}

async function row(id: bigint): Promise<Row> {
  const [found] = await database.db.query<Row>(sql`
    select state, attempts, run, last_error
    from job where id = ${id}`);
  assert.ok(found, `job ${id} is there`);
  return found;
}

const inState = (id: bigint, state: string, timeoutMs?: number): Promise<Row> =>
  waitFor(
    `job ${id} to be ${state}`,
    async () => {
      const found = await row(id);
      return found.state === state && found;
    },
    timeoutMs,
  );

/** Returns a handler that records each run under its node's name. */
const noting = (kind: Kind, node = 'node'): JobHandler =>
  jobHandler({
    kind,
    run: async ({ db }, { id }) => {
      await db.query(sql`insert into probe (job_id, node) values (${id}, ${node})`);
    },
  });

const noted = (): Promise<{ job_id: bigint; node: string }[]> =>
  database.db.query(sql`select job_id, node from probe order by job_id`);

describe('enqueueing', () => {
  test('a job of a committed transaction runs, with its data', async () => {
    const seen: unknown[] = [];
    const kind = kindOf('probe.read');
    await start(jobHandler({ kind, run: async (_, { data }) => void seen.push(data) }));
    await inState(await askOne(kind), 'DONE');
    assert.deepEqual(seen, [{ number: 1n }]);
  });

  test('a job of a rolled back transaction never runs', async () => {
    const kind = kindOf('probe.rollback');
    await start(noting(kind));
    const refused = context.db.transaction(async (tx) => {
      await enqueue({ context, tx, requestId: 'test' }, kind, { data: {} });
      throw new Error('no');
    });
    await assert.rejects(refused, /no/);
    // A job enqueued later has run, so the node has polled since then.
    const later = await askOne(kind);
    await inState(later, 'DONE');
    assert.deepEqual(await noted(), [{ job_id: later, node: 'node' }]);
    assert.deepEqual(await database.db.query(sql`select id from job`), [{ id: later }]);
  });

  test('a dry run enqueues nothing', async () => {
    const kind = kindOf('probe.dry');
    assert.deepEqual(await ask(kind, {}, { dryRun: true }), [undefined]);
    assert.deepEqual(await database.db.query(sql`select id from job`), []);
  });

  test('a key is used once, even by ten concurrent callers', async () => {
    const kind = kindOf('probe.key');
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(kind, { key: 'only' })));
    assert.equal(asked.flat().filter((id) => id !== undefined).length, 1);
  });

  test('a node starts its own job at the commit, not at its next poll', async () => {
    const kind = kindOf('probe.quick');
    const node = await startNode(database.url, [noting(kind)], NEVER_POLLS);
    nodes.push(node);
    await inState(await askOne(kind, { on: node.context }), 'DONE');
  });

  test('a node starts a job that another one enqueued', async () => {
    const kind = kindOf('probe.other');
    await start(noting(kind));
    await inState(await askOne(kind), 'DONE');
  });
});

test('with more kinds than slots, each kind gets a turn', async () => {
  const kinds = Array.from({ length: JOB.atOncePerNodeMax * 3 }, (_, at) => kindOf(`many.k${at}`));
  await start(...kinds.map((kind) => noting(kind)));
  for (const kind of [kinds[0], kinds.at(-1)]) {
    assert.ok(kind);
    await inState(await askOne(kind), 'DONE');
  }
});

describe('failing', () => {
  test('a handler that always throws leaves a dead job after its attempts', async () => {
    let runs = 0;
    const kind = kindOf('probe.throw', 3);
    const throws = jobHandler({
      kind,
      backoffFirstMs: 20,
      run: async () => {
        runs += 1;
        throw new Error(`no luck in run ${runs}`);
      },
    });
    const other = kindOf('probe.after');
    await start(throws, noting(other));
    const dead = await inState(await askOne(kind), 'DEAD');
    // The node has claimed other jobs since then, but not this one.
    await inState(await askOne(other), 'DONE');
    assert.deepEqual([runs, dead.attempts], [3, 3]);
    assert.equal(dead.last_error, 'Error: no luck in run 3');
  });

  test('an attempt that takes too long is aborted, fails and is retried', async () => {
    const reasons: string[] = [];
    const kind = kindOf('probe.slow', 2);
    const slow = jobHandler({
      kind,
      timeoutMs: 50,
      backoffFirstMs: 10,
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(String(signal.reason));
            reject(signal.reason);
          });
        }),
    });
    await start(slow);
    const dead = await inState(await askOne(kind), 'DEAD');
    assert.equal(dead.last_error, 'Error: took more than 50 ms');
    assert.equal(reasons.length, 2);
  });

  test('a lost database costs a job no attempt', async () => {
    const kind = kindOf('probe.lost', 1);
    let runs = 0;
    const losing = jobHandler({
      kind,
      run: async ({ db }) => {
        runs += 1;
        if (runs === 1) await db.query(sql`select pg_terminate_backend(pg_backend_pid())`);
      },
    });
    await start(losing);
    const done = await inState(await askOne(kind), 'DONE');
    assert.deepEqual([runs, done.attempts, done.run], [2, 1, 2]);
  });

  test('data that no longer fits the kind kills the job, not the node', async () => {
    const kind = kindOf('probe.shape', 1);
    await start(noting(kind));
    const [stored] = await database.db.query<{ id: bigint }>(sql`
      insert into job (kind, data, attempts_most) values ('probe.shape', '{"number":"x"}', 1)
      returning id`);
    await inState(stored?.id ?? 0n, 'DEAD');
    await inState(await askOne(kind), 'DONE');
  });
});

describe('several nodes', () => {
  test('200 jobs on two nodes are each done once, and both nodes work', async () => {
    const kind = kindOf('probe.share');
    await start(noting(kind, 'a'));
    await start(noting(kind, 'b'));
    const ids = await ask(kind, { count: 200 });
    const counts = () =>
      database.db.query<{ state: string; count: bigint; runs: bigint }>(
        sql`select state, count(*) as count, sum(run) as runs from job group by state`,
      );
    await waitFor('all to be done', async () => {
      const states = await counts();
      return states.length === 1 && states[0]?.state === 'DONE';
    });
    const runs = await noted();
    assert.deepEqual(new Set(runs.map((run) => run.job_id)), new Set(ids));
    assert.equal(runs.length, 200, 'no node died, so nothing ran twice');
    assert.deepEqual(new Set(runs.map((run) => run.node)), new Set(['a', 'b']));
  });

  test('another node completes a job whose node gets kill -9', async () => {
    const id = await askOne(HANGS);
    const words = [...programBeside(import.meta.url, 'job-node-process'), database.url];
    const program = spawn(process.execPath, words, {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    programs.push(program);
    await waitFor('the program to begin', async () => (await noted()).length === 1);
    program.kill('SIGKILL');
    const [lease] = await database.db.query<{ left_ms: number }>(sql`
      select (extract(epoch from lease_until - clock_timestamp()) * 1000)::float8 as left_ms
      from job where id = ${id}`);
    assert.ok(lease && lease.left_ms > 0 && lease.left_ms <= JOB.leaseMs, `${lease?.left_ms} ms`);
    // No node renews this lease any more; ending it here simulates its expiry.
    await database.db.query(sql`
      update job set lease_until = clock_timestamp() where id = ${id}`);
    await start(noting(HANGS, 'heir'));
    const done = await inState(id, 'DONE');
    assert.deepEqual([done.attempts, done.run], [2, 2]);
    assert.deepEqual(
      (await noted()).map((run) => run.node),
      ['killed', 'heir'],
    );
  });

  test('a node that lost its lease cannot end a job that another node has taken', async () => {
    const kind = kindOf('probe.fence');
    const id = await askOne(kind);
    await database.db.query(sql`
      update job set state = 'RUNNING', run = 2, attempts = 2,
        lease_until = now() + interval '1 minute'
      where id = ${id}`);
    assert.equal(await finishJob(database.db, { id, run: 1 }), false);
    assert.equal((await row(id)).state, 'RUNNING');
    assert.equal(await finishJob(database.db, { id, run: 2 }), true);
    assert.equal(await finishJob(database.db, { id, run: 2 }), false, 'once');
  });

  test('a node that stops returns unfinished jobs, without a lost attempt', async () => {
    const kind = kindOf('probe.stop');
    let began = false;
    const endless = jobHandler({
      kind,
      run: async () => {
        began = true;
        await new Promise(() => undefined);
      },
    });
    const node = await startNode(database.url, [endless], { stopWaitMs: 100 });
    const id = await askOne(kind);
    await waitFor('the job to begin', async () => began);
    await node.stop();
    const given = await row(id);
    assert.deepEqual([given.state, given.attempts], ['QUEUED', 0]);
  });
});

test('a daily job is enqueued once a day, however many nodes start', async () => {
  const kind = kindOf('probe.daily');
  const daily = { ...noting(kind), dailyAtUtc: '00:00' };
  await Promise.all([start(daily), start(daily), start(daily)]);
  await waitFor('the run', async () => (await noted()).length > 0);
  // Each node schedules the job once when it starts, and does not stop before it has done so.
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  const jobs = await database.db.query<{ state: string }>(sql`select state from job`);
  assert.deepEqual(jobs, [{ state: 'DONE' }]);
});
