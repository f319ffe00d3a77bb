// Measures orders that arrive at random times at a steady rate: the time until the reply, until the
// order is on the wire, and until its execution is booked.

import { sql } from '../src/platform/database/sql.js';
import { clockMs, runLoad } from './load.js';
import { openBenchServer } from './own-server.js';
import { type ProcessorTime, perRound } from './processor.js';
import type { Stage } from './stage.js';
import { setTripStage, TRIP_STEP, type TripStage, untilEnded } from './trip-stage.js';

/**
 * The number of client connections. A round waits for a free connection, and its time includes the
 * wait.
 */
const CONNECTIONS = 256;
const WARM_UP_SECONDS = 3;

interface FlowRun {
  readonly databaseUrl: string | undefined;
  /** The rates to measure, one after the other, in orders per second. */
  readonly rates: readonly number[];
  readonly seconds: number;
  readonly orders: number;
  readonly notifications: boolean;
}

/** Two percentiles, in milliseconds. */
interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface FlowFigures {
  /** Orders per second: the requested average and the accepted rate. */
  readonly rate: number;
  readonly perSecond: number;
  /** Measured from when the order was due. */
  readonly toReply: Times;
  readonly toWire: Times;
  /** Measured until the commit. Undefined if the database does not record commit times. */
  readonly toBooked: Times | undefined;
  readonly notifications: boolean;
  readonly processor: ProcessorTime;
}

/** Measures each rate on the same server. */
export async function* measureOrderFlow(run: FlowRun): AsyncGenerator<FlowFigures> {
  const server = await openBenchServer(run.databaseUrl);
  try {
    const trip = await setTripStage(server, run);
    try {
      // The first seconds of a new process are not representative.
      await flowOf(trip, { rate: 100, seconds: WARM_UP_SECONDS });
      for (const rate of run.rates) {
        const figures = await flowOf(trip, { rate, seconds: run.seconds });
        yield { ...figures, notifications: run.notifications };
      }
    } finally {
      await trip.stop();
    }
  } finally {
    await server.stop();
  }
}

async function flowOf(
  { stage, leftAt, readProcessor }: TripStage,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Omit<FlowFigures, 'notifications'>> {
  const before = readProcessor();
  const load = await runLoad({
    ...{ url: stage.app.url, headers: stage.headers, steps: [TRIP_STEP] },
    ...{ callers: CONNECTIONS, seconds, perSecond: rate, keepStamps: true },
  });
  if (load.failures > 0) throw new Error(`order-flow: ${load.firstFailure}`);
  await untilEnded(stage);
  const processor = perRound(before, readProcessor(), load.rounds);
  const booked = await bookedAt(stage, load.stamps);
  return {
    ...{ rate, perSecond: load.roundsPerSecond, processor },
    toReply: { p50Ms: load.p50Ms, p99Ms: load.p99Ms },
    toWire: timesOf(load.stamps, leftAt),
    toBooked: booked && timesOf(load.stamps, booked),
  };
}

function timesOf(
  stamps: readonly (readonly [id: number, dueMs: number])[],
  reachedMs: ReadonlyMap<number, number>,
): Times {
  const times = stamps.map(([id, dueMs]) => {
    const reached = reachedMs.get(id);
    if (reached === undefined) throw new Error(`order-flow: order ${id} did not get there`);
    return reached - dueMs;
  });
  times.sort((left, right) => left - right);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

// Returns, by our clock, when the transaction that stored the first fill committed.
async function bookedAt(
  { app }: Stage,
  stamps: readonly (readonly [id: number, dueMs: number])[],
): Promise<Map<number, number> | undefined> {
  const { db } = app.context;
  const [setting] = await db.query<{ on: string }>(
    sql`select current_setting('track_commit_timestamp') as on`,
  );
  if (setting?.on !== 'on') return undefined;
  const rows = await db.query<{ id: bigint; at: string }>(sql`
    select order_id as id,
      (extract(epoch from min(pg_xact_commit_timestamp(xmin))) * 1000)::text as at
    from execution_report
    where order_id = any(${stamps.map(([id]) => id)}::bigint[]) and kind = 'TRADE'
    group by order_id`);
  const ahead = performance.timeOrigin + performance.now() - clockMs();
  return new Map(rows.map(({ id, at }) => [Number(id), Number(at) - ahead]));
}
