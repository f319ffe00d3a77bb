// Sends one order with thousands of fills over a FIX session. The server is a separate process;
// this process is its exchange. All fills are booked, even after booking has been paused, and the
// server keeps answering test requests. At full volume, the last fills must cost no more than the
// first, and every answer must arrive within its time limit.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { FIX_LIMIT } from '../../src/exchanges/fix/session/limits.js';
import { sql } from '../../src/platform/database/sql.js';
import { DEMO } from '../support/app.js';
import { writeTestKeys } from '../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { assertBooks, orderBody } from '../support/order.js';
import { backendsMs, processorMs, usedBetween } from '../support/process/processor-time.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from '../support/process/server-process.js';
import { sayProof } from '../support/proof.js';
import { waitFor } from '../support/wait.js';
import { openStrangeExchange, type StrangeExchange } from './misbehaviour/strange-exchange.js';

const WHOLE = process.env.COUNTINGHOUSE_MESSAGES;
const FILLS = Number(WHOLE ?? 300);
const STOP_SECONDS = Number(process.env.COUNTINGHOUSE_STOP_SECONDS ?? 2);
const WINDOWS = 10;
const WINDOW = FILLS / WINDOWS;
/**
 * The maximum answer time, in milliseconds: the CPU time of the server and database plus the
 * session's intentional waits. Wall time is meaningless on a busy machine. Applies only at full
 * volume.
 */
const ANSWER_MAX_MS = 1_000;
const WAIT_MS = FIX_LIMIT.testRequestPatienceMs + FIX_LIMIT.tickMs;
const GROWTH_MAX = 1.2;
const QUIET_MS = 500;
const QUIET_SHARE = 0.1;
/** The advisory lock that a booker takes, as in `store/delivery-queries.ts`. */
const BOOKING_LOCK = 0x424f4b;

let ours: TestDatabase;
let exchange: StrangeExchange;
let server: ServerProcess;
let folder: string;
let price: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-big-order-'));
  ours = await createTestDatabase(DEMO);
  await writeTestKeys(folder);
  exchange = await openStrangeExchange('FIX.4.4');
  server = await startServerProcess(folder, await freePort(), {
    DATABASE_URL: ours.url,
    COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
    COUNTINGHOUSE_EXCHANGE: 'fix',
    FIX_PORT: String(exchange.port),
    FIX_SENDER: 'BROKER',
    FIX_TARGET: 'NGX',
  });
  const [found] = await ours.db.query<{ price: string }>(sql`
    select trim_scale(round(p.previous_close * 0.95, 1))::text as price
    from security s join security_price p on p.security_id = s.id where s.name = 'ACCESS'`);
  price = found?.price ?? '';
  const client = await server.as('CLIENT');
  const { body } = await client.post('/api/v1/finance/cash-transaction/create', {
    ...{ transType: 'RECEIPT', transMethod: 'BANK_TRANSFER', partnerName: '0000000001' },
    ...{ currency: 'NGN', amount: 9_000_000 },
  });
  const posted = await client.put(`/api/v1/finance/cash-transaction/post/id/${body.id}`);
  assert.equal(posted.status, 200, posted.text);
});
after(async () => {
  await server.end('SIGTERM');
  exchange.close();
  await ours.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Sent {
  readonly id: bigint;
  readonly clOrdId: string;
  readonly quantity: number;
  filled: number;
}

async function sendOrder(quantity: number): Promise<Sent> {
  const client = await server.as('CLIENT');
  const terms = { quantityRequested: String(quantity), priceType: 'LIMIT', limitPrice: price };
  const reply = await client.post('/api/v1/order/tradeorder/submit', orderBody(terms));
  assert.equal(reply.status, 201, reply.text);
  const id = BigInt(reply.body.id);
  const [order] = await ours.db.query<{ cl_ord_id: string }>(sql`
    select cl_ord_id from trade_order where id = ${id}`);
  const clOrdId = order?.cl_ord_id ?? '';
  await exchange.hear('35=D', `11=${clOrdId}`);
  const nothing = '32=0|31=0|14=0|6=0|60=@';
  const about = `11=${clOrdId}|37=O${id}|54=1|55=ACCESS`;
  exchange.say(`35=8|34=#|17=N${id}|150=0|39=0|151=${quantity}|${about}|${nothing}`);
  return { id, clOrdId, quantity, filled: 0 };
}

function sayFills(order: Sent, count: number): void {
  for (let said = 0; said < count; said += 1) {
    order.filled += 1;
    const { id, clOrdId, quantity, filled } = order;
    const status = filled === quantity ? 2 : 1;
    const about = `11=${clOrdId}|37=O${id}|17=E${id}-${filled}|54=1|55=ACCESS`;
    const sums = `151=${quantity - filled}|14=${filled}|6=${price}`;
    exchange.say(`35=8|34=#|150=F|39=${status}|${about}|32=1|31=${price}|${sums}|60=@`);
  }
}

let requests = 0;

/** The slowest answer so far, in wall time and in CPU time of the server and database. */
interface Answers {
  wallMs: number;
  ownMs: number;
}

async function askOnce(slowest: Answers): Promise<void> {
  requests += 1;
  const askedAt = performance.now();
  const used = await usedMs();
  exchange.say(`35=1|34=#|112=T${requests}`);
  await exchange.hear('35=0', `112=T${requests}`);
  const wallMs = performance.now() - askedAt;
  const ownMs = Math.min(wallMs, WAIT_MS + sumOf(used, await usedMs()));
  slowest.wallMs = Math.max(slowest.wallMs, wallMs);
  slowest.ownMs = Math.max(slowest.ownMs, ownMs);
}

function assertAnsweredInTime({ ownMs }: Answers): void {
  assert.ok(ownMs < ANSWER_MAX_MS, `a test request was answered after ${ownMs} ms`);
}

const answersOf = ({ wallMs, ownMs }: Answers) => ({
  'ms for the slowest answer': Math.round(ownMs),
  'ms by the wall of this machine': Math.round(wallMs),
});

interface Used {
  readonly server: number;
  readonly backends: ReadonlyMap<number, number>;
}

async function usedMs(): Promise<Used> {
  return { server: processorMs(server.child.pid ?? 0), backends: await backendsMs(ours.db) };
}

function sumOf(before: Used, after: Used): number {
  return after.server - before.server + usedBetween(before.backends, after.backends);
}

/** Waits until the server has finished earlier work, such as rendering contract notes. */
async function settled(): Promise<void> {
  await waitFor('the server to be quiet', async () => {
    const before = await usedMs();
    await pause(QUIET_MS);
    return sumOf(before, await usedMs()) < QUIET_MS * QUIET_SHARE;
  });
}

async function bookedOf({ id }: Sent): Promise<number> {
  const [order] = await ours.db.query<{ filled: bigint }>(sql`
    select quantity_filled as filled from trade_order where id = ${id}`);
  return Number(order?.filled);
}

/** Sends test requests until all reports are booked. */
async function askUntilBooked(order: Sent, slowest: Answers): Promise<void> {
  await waitFor('all fills to be booked', async () => {
    await askOnce(slowest);
    return (await bookedOf(order)) === order.filled;
  });
}

interface Window {
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** Sends this many fills at once and returns the cost per fill until all are booked. */
async function playWindow(order: Sent, fills: number, slowest: Answers): Promise<Window> {
  const before = await usedMs();
  sayFills(order, fills);
  await askUntilBooked(order, slowest);
  const after = await usedMs();
  return {
    serverMs: (after.server - before.server) / fills,
    databaseMs: usedBetween(before.backends, after.backends) / fills,
  };
}

const rounded = (figure: number) => Math.round(figure * 1_000) / 1_000;

async function assertAllBooked(order: Sent): Promise<void> {
  const [found] = await ours.db.query(sql`
    select t.order_status, t.quantity_filled, count(r.id) as fills,
      count(distinct r.exec_id) as ids,
      (select count(*) from unmatched_report) as unmatched,
      (select count(*) from fix_message where msg_type in ('3', 'j')) as rejected
    from trade_order t join execution_report r on r.order_id = t.id and r.kind = 'TRADE'
    where t.id = ${order.id} group by t.id`);
  const all = BigInt(order.quantity);
  const booked = { quantity_filled: all, fills: all, ids: all };
  const expected = { order_status: 'EXECUTED', ...booked, unmatched: 0n, rejected: 0n };
  assert.deepEqual(found, expected);
}

/** Returns how many times as much a late fill costs as an early one. */
function growthOf(start: Window, end: Window): number {
  return (end.serverMs + end.databaseMs) / Math.max(start.serverMs + start.databaseMs, 0.001);
}

/**
 * Asserts that late fills cost about as much as early ones. Fails if the system reports no CPU
 * time, because the comparison would prove nothing.
 */
function assertGrowth(windows: readonly [start: Window, end: Window]): void {
  for (const { serverMs, databaseMs } of windows) assert.ok(serverMs > 0 && databaseMs > 0);
  const growth = growthOf(...windows);
  assert.ok(growth <= GROWTH_MAX, `${growth} times the first`);
}

const COST =
  WHOLE === undefined
    ? 'is booked whole, window by window, and test requests are answered'
    : 'costs at its end what it does at its start, and test requests are answered in time';
const STOP =
  WHOLE === undefined
    ? 'is booked whole after a stop of the booking, and test requests are answered'
    : 'is booked whole after a long stop of the booking, and test requests are answered in time';

describe('one order of very many fills', () => {
  it(COST, async () => {
    // The first thousand fills run before code is JIT-compiled and statements have cached plans.
    const first = await sendOrder(Math.min(FILLS, 2_000));
    sayFills(first, first.quantity);
    const slowest = { wallMs: 0, ownMs: 0 };
    await askUntilBooked(first, slowest);
    const order = await sendOrder(FILLS);
    await settled();
    const windows: Window[] = [];
    for (let count = 0; count < WINDOWS; count += 1) {
      windows.push(await playWindow(order, WINDOW, slowest));
    }
    await assertAllBooked(order);
    const [start, end] = [windows[0], windows.at(-1)];
    assert.ok(start !== undefined && end !== undefined);
    sayProof('one order of very many fills', {
      fills: FILLS,
      'ms of server per fill at first': rounded(start.serverMs),
      'ms of database per fill at first': rounded(start.databaseMs),
      'ms of server per fill at last': rounded(end.serverMs),
      'ms of database per fill at last': rounded(end.databaseMs),
      'times the cost of the first': rounded(growthOf(start, end)),
      ...answersOf(slowest),
    });
    if (WHOLE !== undefined) {
      assertAnsweredInTime(slowest);
      assertGrowth([start, end]);
    }
    await assertBooks(ours);
  });

  it(STOP, async () => {
    const order = await sendOrder(FILLS);
    const holder = await ours.db.dedicated();
    await holder.query(
      `select pg_advisory_lock(${BOOKING_LOCK}, id) from fix_session where target_comp_id = 'NGX'`,
    );
    const slowest = { wallMs: 0, ownMs: 0 };
    const stoppedAt = performance.now();
    for (let count = 0; count < WINDOWS; count += 1) {
      sayFills(order, WINDOW);
      await askOnce(slowest);
    }
    while (performance.now() - stoppedAt < STOP_SECONDS * 1_000) {
      await askOnce(slowest);
      await pause(200);
    }
    assert.equal(await bookedOf(order), 0);
    await holder.end();
    const freedAt = performance.now();
    await askUntilBooked(order, slowest);
    const seconds = (performance.now() - freedAt) / 1_000;
    await assertAllBooked(order);
    sayProof('one order after a stop of the booking', {
      fills: FILLS,
      'seconds stopped': STOP_SECONDS,
      'seconds until booked': rounded(seconds),
      'fills a second': Math.round(FILLS / seconds),
      ...answersOf(slowest),
    });
    if (WHOLE !== undefined) assertAnsweredInTime(slowest);
    await assertBooks(ours);
  });
});
