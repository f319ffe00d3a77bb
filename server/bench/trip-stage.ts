// The stage for whole order paths: a server, and an exchange in a separate process.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from '../src/platform/database/sql.js';
import { freePort } from './free-port.js';
import { clockMs, type LoadResult, type LoadStep, runLoad } from './load.js';
import type { Effort } from './measured.js';
import type { BenchServer } from './own-server.js';
import { processorOf, type ReadProcessor } from './processor.js';
import { type Stage, setStage } from './stage.js';

const POLL_INTERVAL_MS = 20;
const WAIT_MS = 120_000;

/** A server whose orders go to an exchange. */
export interface TripStage {
  readonly stage: Stage;
  /** When each order was written to a socket, by order id, on the clock of `clockMs`. */
  readonly leftAt: ReadonlyMap<number, number>;
  readonly readProcessor: ReadProcessor;
  readonly stop: () => Promise<void>;
}

interface TripSetting {
  /** The number of orders that the tables contain from earlier days. */
  readonly orders: number;
  /** True if the demonstration's rules send contract notes and other messages. */
  readonly notifications: boolean;
}

/** Starts the server and the exchange, and waits for the logon. */
export async function setTripStage(server: BenchServer, setting: TripSetting): Promise<TripStage> {
  const exchangeDatabase = await server.createDatabase();
  const port = await freePort();
  const exchange = await startExchange(exchangeDatabase.url, port);
  const wire = watchWire();
  const settings = {
    COUNTINGHOUSE_EXCHANGE: 'fix',
    FIX_PORT: String(port),
    FIX_SENDER: 'BROKER1',
    FIX_TARGET: 'NGX',
  };
  const stage = await setStage(server, { settings, orders: setting.orders });
  const { db } = stage.app.context;
  await db.query(sql`update notification_rule set active = active and ${setting.notifications}`);
  const readProcessor = await processorOf(stage.databaseUrl, {
    exchange: { pid: exchange.pid, databaseUrl: exchangeDatabase.url },
  });
  const stop = async () => {
    await stage.stop();
    wire.stop();
    exchange.kill('SIGTERM');
    await once(exchange, 'exit');
    await exchangeDatabase.drop();
  };
  await until('the logon', () => isLoggedOn(stage)).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { stage, leftAt: wire.leftAt, readProcessor, stop };
}

/** Market buys of one unit by every demonstration customer. */
export const TRIP_STEP: LoadStep = {
  method: 'POST',
  path: '/api/v1/order/tradeorder/submit',
  bodies: Array.from({ length: 50 }, (_, index) => bodyOf(index + 1)),
};

function bodyOf(customer: number): string {
  return JSON.stringify({
    portfolioName: String(customer).padStart(10, '0'),
    securityName: 'ACCESS',
    orderType: 'BUY',
    priceType: 'MARKET',
    quantityRequested: '1',
    orderTermName: 'DAY',
    orderOrigin: 'API',
  });
}

/** Submits trip orders for a while, and records the time of each call. */
export async function submitOrders(
  stage: Stage,
  { callers, seconds }: Pick<Effort, 'callers' | 'seconds'>,
): Promise<LoadResult> {
  const load = await runLoad({
    url: stage.app.url,
    headers: stage.headers,
    steps: [TRIP_STEP],
    callers,
    seconds,
    keepStamps: true,
  });
  if (load.failures > 0) throw new Error(`order-trip: ${load.firstFailure}`);
  return load;
}

/** Waits until no order is live. */
export function untilEnded(stage: Stage): Promise<void> {
  return until('every order to end', async () => (await openOrders(stage)) === 0);
}

async function openOrders({ app }: Stage): Promise<number> {
  const [row] = await app.context.db.query<{ count: bigint }>(
    sql`select count(*) from trade_order where order_status in ('BOOKED', 'EXECUTING')`,
  );
  return Number(row?.count ?? 0n);
}

/** Returns whether the session with the exchange is logged on. */
export async function isLoggedOn({ app }: Stage): Promise<boolean> {
  const rows = await app.context.db.query(
    sql`select from fix_session where phase = 'active' and target_comp_id = 'NGX'`,
  );
  return rows.length > 0;
}

/** Records when each new order is written to a socket of this process. */
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

/** Starts an exchange in its own process. */
export async function startExchange(url: string, port: number): Promise<ChildProcess> {
  const main = fileURLToPath(import.meta.url).replace(
    /bench[/\\]trip-stage\.(ts|js)$/,
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

/** Waits until a condition holds. Throws if it does not hold in time. */
export async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_INTERVAL_MS) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new Error(`waited for ${what}`);
}
