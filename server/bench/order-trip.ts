// The whole trip of an order: HTTP, commit, FIX to an exchange in another process, execution,
// commit; and how long an order takes from its caller to the wire.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from '../src/platform/database/sql.js';
import type { BenchServer } from './bench-server.js';
import { bareRate, startSink } from './fix-send.js';
import { clockMs, type LoadResult, runLoad } from './load.js';
import { type Effort, type Figures, median } from './measured.js';
import { type Stage, setStage } from './stage.js';

const BARE_BATCHES = 100;
const LOOK_EVERY_MS = 20;
const WAIT_MS = 120_000;

const bodyOf = (customer: number) =>
  JSON.stringify({
    portfolioName: String(customer).padStart(10, '0'),
    securityName: 'ACCESS',
    orderType: 'BUY',
    priceType: 'MARKET',
    quantityRequested: '1',
    orderTermName: 'DAY',
    orderOrigin: 'API',
  });

/** Measures the trip; the limit is the same orders by a bare writer in the same run. */
export async function measureOrderTrip(server: BenchServer, effort: Effort): Promise<Figures> {
  const exchangeDatabase = await server.createDatabase();
  const port = await freePort();
  const exchange = await startExchange(exchangeDatabase.url, port);
  const wire = watchWire();
  const stage = await setStage(server, {
    COUNTINGHOUSE_EXCHANGE: 'fix',
    FIX_PORT: String(port),
    FIX_SENDER: 'BROKER1',
    FIX_TARGET: 'NGX',
  });
  try {
    await until('the logon', () => isLoggedOn(stage));
    const { trips, limits, toWire } = await playRounds(stage, wire.leftAt, effort);
    const [limitPerSecond, perSecond] = [median(limits), median(trips)];
    toWire.sort((left, right) => left - right);
    return {
      name: 'order-trip',
      limit: 'the same orders by a bare socket writer; times from caller to wire',
      callers: effort.callers,
      limitPerSecond,
      perSecond,
      ratio: perSecond / limitPerSecond,
      p50Ms: toWire[Math.floor(toWire.length * 0.5)] ?? 0,
      p99Ms: toWire[Math.floor(toWire.length * 0.99)] ?? 0,
      residentMegabytes: Math.round(process.memoryUsage().rss / 1_048_576),
    };
  } finally {
    await stage.stop();
    wire.stop();
    exchange.kill('SIGTERM');
    await once(exchange, 'exit');
    await exchangeDatabase.drop();
  }
}

async function playRounds(stage: Stage, leftAt: ReadonlyMap<number, number>, effort: Effort) {
  const sink = await startSink();
  const trips: number[] = [];
  const limits: number[] = [];
  const toWire: number[] = [];
  // The first seconds of a fresh process are not like the rest of its life.
  await tripRate(stage, effort);
  for (let round = 0; round < effort.rounds; round += 1) {
    limits.push(await bareRate(sink, BARE_BATCHES));
    const { rate, load } = await tripRate(stage, effort);
    trips.push(rate);
    for (const [id, beganMs] of load.stamps) {
      const left = leftAt.get(id);
      if (left === undefined) throw new Error(`order-trip: order ${id} never left`);
      toWire.push(left - beganMs);
    }
  }
  sink.stop();
  return { trips, limits, toWire };
}

/** Orders per second from the first call until the last one is executed and booked. */
async function tripRate(stage: Stage, effort: Effort) {
  const load: LoadResult = await runLoad({
    url: stage.app.url,
    headers: stage.headers,
    steps: [
      {
        method: 'POST',
        path: '/api/v1/order/tradeorder/submit',
        bodies: Array.from({ length: 50 }, (_, index) => bodyOf(index + 1)),
      },
    ],
    callers: effort.callers,
    seconds: effort.seconds,
    keepStamps: true,
  });
  if (load.failures > 0) throw new Error(`order-trip: ${load.firstFailure}`);
  await until('every order to end', async () => (await openOrders(stage)) === 0);
  const endedMs = clockMs();
  const [row] = await stage.app.context.db.query<{ count: bigint }>(
    sql`select count(*) from trade_order where order_status <> 'EXECUTED'`,
  );
  if (row?.count !== 0n) throw new Error(`order-trip: ${row?.count} orders were not executed`);
  const beganMs = load.stamps.reduce((least, [, at]) => Math.min(least, at), Infinity);
  return { rate: load.stamps.length / ((endedMs - beganMs) / 1_000), load };
}

async function openOrders({ app }: Stage): Promise<number> {
  const [row] = await app.context.db.query<{ count: bigint }>(
    sql`select count(*) from trade_order where order_status in ('BOOKED', 'EXECUTING')`,
  );
  return Number(row?.count ?? 0n);
}

async function isLoggedOn({ app }: Stage): Promise<boolean> {
  const rows = await app.context.db.query(
    sql`select from fix_session where phase = 'active' and target_comp_id = 'NGX'`,
  );
  return rows.length > 0;
}

/** Notes when each new order is handed to a socket of this process. */
function watchWire() {
  const leftAt = new Map<number, number>();
  const original = Socket.prototype.write;
  const listening = function (this: Socket, ...args: unknown[]): unknown {
    const result = Reflect.apply(original, this, args);
    const [chunk] = args;
    if (Buffer.isBuffer(chunk)) note(chunk, leftAt);
    return result;
  };
  Reflect.set(Socket.prototype, 'write', listening);
  return { leftAt, stop: () => Reflect.set(Socket.prototype, 'write', original) };
}

function note(chunk: Buffer, leftAt: Map<number, number>): void {
  if (!chunk.includes('\u000135=D\u0001', 0, 'latin1')) return;
  const nowMs = clockMs();
  for (const [, id] of chunk.toString('latin1').matchAll(/35=D.*?11=0*(\d+)-/gs)) {
    leftAt.set(Number(id), nowMs);
  }
}

async function startExchange(url: string, port: number): Promise<ChildProcess> {
  const main = fileURLToPath(import.meta.url).replace(
    /bench[/\\]order-trip\.(ts|js)$/,
    'src/main.$1',
  );
  const words = ['exchange', '--port', String(port), '--seed', 'bench', '--members', '1'];
  const child = spawn(process.execPath, [...process.execArgv, main, ...words], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`order-trip: waited for ${what}`);
}
