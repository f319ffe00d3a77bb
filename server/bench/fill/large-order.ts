// Measures one order with very many fills, some of which contradict it: the booking rate, and the
// processor time per fill at the start and at the end of the order.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from '../../src/platform/database/sql.js';
import { clockMs } from '../load.js';
import { openBenchServer } from '../own-server.js';
import { type ProcessorTime, perRound, processorOf, type ReadProcessor } from '../processor.js';
import { type Stage, setStage } from '../stage.js';
import { isLoggedOn, until } from '../trip-stage.js';

const WINDOWS = 10;
const WARM_UP_FILLS_MAX = 2_000;
const SOURCE_WAIT_MS = 30_000;

interface FillRun {
  readonly databaseUrl: string | undefined;
  readonly fills: number;
  /** The percentage of fills with a price beyond the order's limit. */
  readonly contradictions: number;
  readonly notifications: boolean;
}

export interface FillFigures {
  readonly fills: number;
  /** The number of work items opened by the contradictions. */
  readonly workItems: number;
  readonly perSecond: number;
  readonly notifications: boolean;
  /** The processor time per fill over the whole order and over its first and last tenths. */
  readonly processor: ProcessorTime;
  readonly first: ProcessorTime;
  readonly last: ProcessorTime;
  /**
   * The processor time per fill in the last tenth relative to the first, for server and database
   * together.
   */
  readonly growth: number;
}

/** Measures one order, after a smaller one that warms up the server. */
export async function measureLargeOrder(run: FillRun): Promise<FillFigures> {
  const server = await openBenchServer(run.databaseUrl);
  try {
    const source = await startSource();
    try {
      const stage = await setStage(server, { settings: settingsFor(source.port) });
      try {
        return await playOrders({ stage, source, run });
      } finally {
        await stage.stop();
      }
    } finally {
      source.child.kill();
    }
  } finally {
    await server.stop();
  }
}

function settingsFor(port: number): Record<string, string> {
  return {
    COUNTINGHOUSE_EXCHANGE: 'fix',
    FIX_PORT: String(port),
    FIX_SENDER: 'BROKER1',
    FIX_TARGET: 'NGX',
  };
}

interface Source {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startSource(): Promise<Source> {
  const file = fileURLToPath(import.meta.url).replace(/large-order\.(ts|js)$/, 'source.$1');
  const child = fork(file, { execArgv: process.execArgv });
  return { child, port: await next(child, 'port') };
}

async function next(child: ChildProcess, member: string): Promise<number> {
  const signal = AbortSignal.timeout(SOURCE_WAIT_MS);
  for (;;) {
    const [message]: Record<string, number>[] = await once(child, 'message', { signal });
    const value = message?.[member];
    if (value !== undefined) return value;
  }
}

interface Playing {
  readonly stage: Stage;
  readonly source: Source;
  readonly run: FillRun;
}

async function playOrders(playing: Playing): Promise<FillFigures> {
  const { stage, source, run } = playing;
  const { db } = stage.app.context;
  await db.query(sql`update notification_rule set active = active and ${run.notifications}`);
  await until('the logon', () => isLoggedOn(stage));
  const readProcessor = await processorOf(stage.databaseUrl, {
    otherPids: source.child.pid === undefined ? [] : [source.child.pid],
  });
  await playOrder(playing, { fills: Math.min(run.fills, WARM_UP_FILLS_MAX), readProcessor });
  const { windows, whole, seconds } = await playOrder(playing, { fills: run.fills, readProcessor });
  const [first, last] = [windows[0] ?? whole, windows.at(-1) ?? whole];
  const [items] = await db.query<{ count: bigint }>(
    sql`select count(*) from unmatched_report where resolution is null`,
  );
  return {
    fills: run.fills,
    workItems: Number(items?.count ?? 0n),
    perSecond: run.fills / seconds,
    notifications: run.notifications,
    ...{ processor: whole, first, last },
    growth: costOf(last) / costOf(first),
  };
}

function costOf({ serverMs, databaseMs = 0 }: ProcessorTime): number {
  return serverMs + databaseMs;
}

interface Play {
  readonly fills: number;
  readonly readProcessor: ReadProcessor;
}

async function playOrder({ stage, source, run }: Playing, { fills, readProcessor }: Play) {
  const accepted = next(source.child, 'accepted');
  const id = await submit(stage, fills);
  await accepted;
  const began = { processor: readProcessor(), ms: clockMs() };
  const windows: ProcessorTime[] = [];
  const contradictEvery = run.contradictions === 0 ? 0 : Math.round(100 / run.contradictions);
  let filled = 0;
  for (let window = 1; window <= WINDOWS; window += 1) {
    const count = Math.round((fills * window) / WINDOWS) - filled;
    if (count === 0) continue;
    filled += count;
    const before = readProcessor();
    source.child.send({ fills: count, contradictEvery });
    await until('the fills to be booked', async () => (await filledOf(stage, id)) === filled);
    windows.push(perRound(before, readProcessor(), count));
  }
  return {
    windows,
    whole: perRound(began.processor, readProcessor(), fills),
    seconds: (clockMs() - began.ms) / 1_000,
  };
}

async function submit({ app, headers }: Stage, quantity: number): Promise<bigint> {
  const [found] = await app.context.db.query<{ price: string }>(sql`
    select trim_scale(round(p.previous_close * 0.95, 1))::text as price
    from security s join security_price p on p.security_id = s.id where s.name = 'ACCESS'`);
  const response = await fetch(`${app.url}/api/v1/order/tradeorder/submit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
      ...{ priceType: 'LIMIT', limitPrice: found?.price, quantityRequested: String(quantity) },
      ...{ orderTermName: 'DAY', orderOrigin: 'API' },
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`large-order: ${text}`);
  return BigInt(/"id":(\d+)/.exec(text)?.[1] ?? '0');
}

async function filledOf({ app }: Stage, id: bigint): Promise<number> {
  const [row] = await app.context.db.query<{ filled: bigint }>(
    sql`select quantity_filled as filled from trade_order where id = ${id}`,
  );
  return Number(row?.filled ?? 0n);
}
