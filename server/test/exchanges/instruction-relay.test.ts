// When one node accepts an order, the node that owns its session is woken immediately.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readConfig } from '../../src/config/config.js';
import { instructionRelay } from '../../src/exchanges/instruction-relay.js';
import { instructionTopic } from '../../src/modules/order/index.js';
import type { Context } from '../../src/platform/context.js';
import type { RunningWorker } from '../../src/platform/worker.js';
import { contextOn } from '../platform/job-node.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/wait.js';

const TOPIC = instructionTopic('fix');
/** Finds the listening connection. Its last statement is either this `listen` or a probe. */
const LISTENERS = `select pid from pg_stat_activity
  where datname = current_database() and query in ('listen countinghouse_instruction', 'select')`;

let database: TestDatabase;
let taker: Context;
let owner: Context;
let woken = 0;
const workers: RunningWorker[] = [];
const closing: (() => Promise<void>)[] = [];

before(async () => {
  database = await createTestDatabase();
  taker = await startNode('http,jobs');
  owner = await startNode('fix');
  owner.signals.on(TOPIC, () => {
    woken += 1;
  });
});
after(async () => {
  for (const worker of workers) await worker.stop();
  for (const close of closing) await close();
  await database.drop();
});

async function startNode(role: string): Promise<Context> {
  const { context, close } = contextOn(database.url);
  closing.push(close);
  const outside = { COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: '4000' };
  const environment = { DATABASE_URL: database.url, COUNTINGHOUSE_ROLE: role, ...outside };
  const loopIntervalsMs = { 'instruction-relay': 20 };
  const node = { ...context, config: readConfig(environment, { loopIntervalsMs }) };
  workers.push(await instructionRelay.start(node));
  return node;
}

async function untilListening(without?: number): Promise<number> {
  let pid: number | undefined;
  await until(async () => {
    const { rows } = await database.db.pool.query<{ pid: number }>(LISTENERS);
    pid = rows[0]?.pid;
    return rows.length === 1 && pid !== without;
  });
  assert.ok(pid !== undefined);
  return pid;
}

it('wakes the owner once for a session that is raised again and again', async () => {
  await untilListening();
  for (let raised = 0; raised < 100; raised += 1) taker.signals.raise(TOPIC);
  await until(() => woken > 0);
  assert.ok(woken <= 2, `${woken} for 100`);
});

it('leaves other signals in their process', async () => {
  const before = woken;
  let foreign = 0;
  owner.signals.on('job', () => {
    foreign += 1;
  });
  taker.signals.raise('job');
  taker.signals.raise(instructionTopic('elsewhere'));
  taker.signals.raise(TOPIC);
  await until(() => woken > before);
  assert.equal(foreign, 0);
});

it('receives signals again after its connection was cut', async () => {
  const pid = await untilListening();
  await database.db.pool.query('select pg_terminate_backend($1)', [pid]);
  await untilListening(pid);
  const before = woken;
  taker.signals.raise(TOPIC);
  await until(() => woken > before);
});
