// Roles keep mail delivery away from orders: an order costs its node the same CPU time while
// another node drains notifications. In the control, one node with both roles bears the cost of
// delivery. This is a measurement, so it runs only with `npm run proofs -- role-drain`;
// `role.test.ts` tests the roles. The test compares CPU time, because response time depends on the
// whole machine.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFakeMailServer } from '../../src/gateways/fake/mail-server.js';
import { setAroundTheClock } from '../../src/modules/market/index.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { contextOn } from '../platform/job-node.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { orderBody } from '../support/order.js';
import { type ExchangeProcess, startExchangeProcess } from '../support/process/exchange-process.js';
import { freePort } from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { type ServeProcess, startServe } from './serve-process.js';

const NOTIFICATIONS = Number(process.env.COUNTINGHOUSE_MESSAGES);
const ORDERS = Number(process.env.COUNTINGHOUSE_OPERATIONS);
const skip = !(NOTIFICATIONS > 0 && ORDERS > 0);
const ROUNDS = 3;
const CALLERS = 4;
/**
 * Maximum CPU time of an order while mails drain, as a multiple of the CPU time while nothing
 * drains.
 */
const SAME_MAX = 1.5;
const NICEST = 19;
const FIRST_LEAD = 9_000_000;

let database: TestDatabase;
let folder: string;
let exchange: ExchangeProcess;
let environment: Record<string, string>;
let mails = 0;
let leads = 0;
const closing: (() => Promise<unknown>)[] = [];

interface Round {
  /** The node's CPU time per order, in milliseconds. */
  readonly cpuMs: number;
  /** Response times of the orders, in milliseconds. */
  readonly tookMs: readonly number[];
}

describe('orders and notifications', { skip }, () => {
  before(async () => {
    database = await createTestDatabase(DEMO);
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-drain-'));
    await writeTestKeys(folder);
    const mail = await startFakeMailServer({
      onMail: async () => {
        mails += 1;
      },
    });
    closing.push(mail.close);
    const port = await freePort();
    exchange = await startExchangeProcess(database.url, port);
    closing.push(exchange.kill);
    environment = {
      ...{ DATABASE_URL: database.url, COUNTINGHOUSE_DATA: folder },
      ...{ COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: String(port) },
      ...{ SMTP_URL: mail.url, SMTP_FROM: 'no-reply@firm.example' },
    };
    await database.db.query(sql`
      insert into principal (id, kind, name, label, email_address, secret_hash, roles,
        created_by, created_at, modified_by, modified_at)
      values (9000000, 'user', 'rita', 'Rita', 'rita@firm.example', '-', array['CRM'],
        'test', now(), 'test', now())`);
    await database.db.query(sql`
      update notification_rule set active = (name = 'LEAD-ASSIGNED'), enabled_from = now()`);
  });
  after(async () => {
    for (const close of closing.reverse()) await close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('an order costs its node the same while notifications drain on another one', async () => {
    const apart = await measure(['http', 'fix', 'jobs']);
    const together = await measure(['http,fix,jobs']);
    sayProof('orders while notifications drain', {
      notifications: NOTIFICATIONS,
      'orders a round': ORDERS,
      ...figuresOf('on a node of their own', apart),
      ...figuresOf('on one node', together),
    });
    const said = JSON.stringify({ apart, together });
    assert.ok(ratioOf(apart) < SAME_MAX, said);
    assert.ok(ratioOf(together) > ratioOf(apart), said);
  });
});

interface Measured {
  readonly quiet: Round;
  readonly draining: Round;
}

function figuresOf(where: string, { quiet, draining }: Measured): Record<string, number> {
  return {
    [`ms of processor an order ${where}, quiet`]: rounded(quiet.cpuMs),
    [`ms draining ${where}`]: rounded(draining.cpuMs),
    [`ms until the reply ${where}, quiet (p50)`]: percentile(quiet, 0.5),
    [`ms draining (p50) ${where}`]: percentile(draining, 0.5),
    [`ms until the reply ${where}, quiet (p99)`]: percentile(quiet, 0.99),
    [`ms draining (p99) ${where}`]: percentile(draining, 0.99),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
/** Returns this percentile of the orders' response times, in milliseconds. */
function percentile({ tookMs }: Round, share: number): number {
  const sorted = tookMs.toSorted((a, b) => a - b);
  return rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}

const ratioOf = ({ quiet, draining }: Measured): number => draining.cpuMs / quiet.cpuMs;

/**
 * Places orders on the first node: first with no other work, then while notifications drain on all
 * nodes with that role.
 */
async function measure(roles: readonly string[]): Promise<Measured> {
  const nodes: ServeProcess[] = [];
  for (const role of roles) {
    const node = await startServe(environment, ['--no-auth', '--role', role]);
    nodes.push(node);
    // In production this node runs on another machine. Here it gets only the CPU time that orders
    // leave free.
    if (role === 'jobs' && node.child.pid !== undefined) setPriority(node.child.pid, NICEST);
    closing.push(async () => node.child.kill('SIGKILL'));
  }
  for (const node of nodes) await node.ready();
  await setAroundTheClock(database.db, true);
  const [first] = nodes;
  assert.ok(first);
  // Warms up, so that first-use costs are not counted as the cost of an order.
  await takeOrders(first);
  const quiet = await best(first);
  const before = mails;
  await notify();
  await waitFor('the first mail', async () => mails > before);
  const draining = await best(first);
  assert.ok(mails < before + NOTIFICATIONS, 'notifications drained all the while');
  await waitFor('all mails', async () => mails >= before + NOTIFICATIONS, 600_000);
  for (const node of nodes) await node.stop();
  return { quiet, draining };
}

/**
 * Returns the CPU time of the cheapest of several rounds (because disturbances only add cost) and
 * the response times of all rounds.
 */
async function best(node: ServeProcess): Promise<Round> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await takeOrders(node));
  return {
    cpuMs: Math.min(...rounds.map(({ cpuMs }) => cpuMs)),
    tookMs: rounds.flatMap(({ tookMs }) => tookMs),
  };
}

async function takeOrders(node: ServeProcess): Promise<Round> {
  const beganMs = await processorMs(node);
  const tookMs: number[] = [];
  let left = ORDERS;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (left > 0) {
      left -= 1;
      const sentMs = performance.now();
      const reply = await fetch(`${node.url}/api/v1/order/tradeorder/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(orderBody({ quantityRequested: '1' })),
      });
      assert.equal(reply.status, 201, await reply.text());
      tookMs.push(performance.now() - sentMs);
    }
  });
  await Promise.all(callers);
  const cpuMs = ((await processorMs(node)) - beganMs) / ORDERS;
  return { cpuMs, tookMs };
}

async function processorMs({ url }: ServeProcess): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  const seconds = /^countinghouse_process_cpu_seconds_total (\S+)$/m.exec(figures)?.[1];
  assert.ok(seconds);
  return Number(seconds) * 1_000;
}

/** Creates leads, each of which notifies its user. */
async function notify(): Promise<void> {
  const from = FIRST_LEAD + leads;
  leads += NOTIFICATIONS;
  const { context, close } = contextOn(database.url);
  const rows = await database.db.query<{ id: bigint; office_id: bigint }>(sql`
    insert into lead (id, name, active, office_id, lead_type, status, first_name, assigned_to,
      do_not_call, do_not_share, email_opt_out, sms_opt_out, details, home_country, version,
      created_by, created_at, modified_by, modified_at)
    select id, id::text, true, (select min(o.id) from business_office o), 'INDIVIDUAL', 'ASSIGNED',
      'Lead ' || id, 9000000, false, false, false, false, '{}', 'NG', 1, 'test', now(), 'test',
      now()
    from generate_series(${from}::integer, ${from + NOTIFICATIONS - 1}::integer) id
    returning id, office_id`);
  await systemWork(context, 'test', async (work) => {
    for (const { id, office_id: officeId } of rows) {
      const data = { assignedTo: 9_000_000n, previously: null };
      work.events.push({ type: 'lead.assigned', subjectId: id, officeId, data });
    }
  });
  await close();
}
