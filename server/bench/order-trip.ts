// Measures the whole path of an order: HTTP, commit, FIX to an exchange in another process,
// execution, commit. Also measures the time from the call to the wire.

import { sql } from '../src/platform/database/sql.js';
import { bareRate, startSink } from './fix-send.js';
import { clockMs } from './load.js';
import { type Effort, type Figures, median } from './measured.js';
import type { BenchServer } from './own-server.js';
import { meanOf, type ProcessorTime, perRound } from './processor.js';
import type { Stage } from './stage.js';
import { setTripStage, submitOrders, type TripStage, untilEnded } from './trip-stage.js';

const BARE_BATCHES = 100;

/**
 * Measures the whole path. The limit is a bare writer that sends the same orders in the same run.
 */
export async function measureOrderTrip(server: BenchServer, effort: Effort): Promise<Figures> {
  const trip = await setTripStage(server, effort);
  try {
    const { trips, limits, toWire, processor } = await playRounds(trip, effort);
    const [limitPerSecond, perSecond] = [median(limits), median(trips)];
    toWire.sort((left, right) => left - right);
    return {
      name: 'order-trip',
      limit:
        'the same orders by a bare socket writer; times from caller to wire, notifications ' +
        (effort.notifications ? 'on' : 'off'),
      callers: effort.callers,
      limitPerSecond,
      perSecond,
      ratio: perSecond / limitPerSecond,
      p50Ms: toWire[Math.floor(toWire.length * 0.5)] ?? 0,
      p99Ms: toWire[Math.floor(toWire.length * 0.99)] ?? 0,
      residentMegabytes: Math.round(process.memoryUsage().rss / 1_048_576),
      processor: meanOf(processor),
    };
  } finally {
    await trip.stop();
  }
}

async function playRounds({ stage, leftAt, readProcessor }: TripStage, effort: Effort) {
  const sink = await startSink();
  const trips: number[] = [];
  const limits: number[] = [];
  const toWire: number[] = [];
  const processor: ProcessorTime[] = [];
  // The first seconds of a new process are not representative.
  await tripRate(stage, effort);
  for (let round = 0; round < effort.rounds; round += 1) {
    limits.push(await bareRate(sink, BARE_BATCHES));
    const before = readProcessor();
    const { rate, load } = await tripRate(stage, effort);
    trips.push(rate);
    processor.push(perRound(before, readProcessor(), load.rounds));
    for (const [id, beganMs] of load.stamps) {
      const left = leftAt.get(id);
      if (left === undefined) throw new Error(`order-trip: order ${id} never left`);
      toWire.push(left - beganMs);
    }
  }
  sink.stop();
  return { trips, limits, toWire, processor };
}

/** Measures orders per second from the first call until the last order is executed and booked. */
async function tripRate(stage: Stage, effort: Effort) {
  const load = await submitOrders(stage, effort);
  await untilEnded(stage);
  const endedMs = clockMs();
  const [row] = await stage.app.context.db.query<{ count: bigint }>(
    sql`select count(*) from trade_order where order_status <> 'EXECUTED'`,
  );
  if (row?.count !== 0n) throw new Error(`order-trip: ${row?.count} orders were not executed`);
  const beganMs = load.stamps.reduce((least, [, at]) => Math.min(least, at), Infinity);
  return { rate: load.stamps.length / ((endedMs - beganMs) / 1_000), load };
}
