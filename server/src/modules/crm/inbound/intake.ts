// Stores deliveries before they are acknowledged, and reads their items in parallel lanes.

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../platform/context.js';
import type { Delivery, MessageSink } from '../channel/inbound.js';
import { INBOUND } from '../limits.js';
import { dueLanes, insertDelivery } from './queries.js';
import { type ReadingParts, readNext } from './read.js';

/** The signal that items are waiting. */
export const INBOUND_SIGNAL = 'inbound';

/** Stores deliveries and reads them, on one node. */
export interface Intake {
  readonly sink: (context: Context) => MessageSink;
  /** Reads all items that are due. Rejects if the database is unavailable. */
  readonly readDue: (context: Context) => Promise<void>;
  /** Stops all reads after the current item. The remaining items wait until the next start. */
  readonly end: () => Promise<void>;
}

/** The reads of one lane: the running one, and the next one if requested. */
interface Lane {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

/** Creates the intake of a node, which is shared by the webhook, the gateways and the worker. */
export function messageIntake(parts: ReadingParts): Intake {
  const lanes = new Map<number, Lane>();
  let isEnding = false;
  const readLane = (context: Context, lane: number) =>
    readInTurn(lanes, lane, async () => {
      for (let items = 0; items < INBOUND.itemsPerTurnMax; items += 1) {
        if (isEnding || !(await readNext(context, lane, parts))) return;
      }
      context.signals.raise(INBOUND_SIGNAL);
    });
  const readLanes = async (context: Context, numbers: readonly number[]) => {
    await Promise.all(numbers.map((lane) => readLane(context, lane)));
  };
  return {
    sink: (context) => ({
      store: (delivery) => store(context, delivery),
      read: (numbers) => withinWait(context, readLanes(context, numbers)),
    }),
    readDue: async (context) => readLanes(context, await dueLanes(context.db)),
    end: async () => {
      isEnding = true;
      await Promise.allSettled([...lanes.values()].map(({ running, next }) => next ?? running));
    },
  };
}

async function store(context: Context, delivery: Delivery): Promise<readonly number[]> {
  const lanes = delivery.items.map(({ sender }) => laneOf(sender));
  await insertDelivery(context.db, delivery, lanes);
  context.metrics.events.inc({ name: 'inbound_delivery' });
  return [...new Set(lanes)];
}

function laneOf(sender: string): number {
  return createHash('sha256').update(sender).digest().readUInt32BE(0) % INBOUND.lanes;
}

// Runs at most one read per lane. A request during a read waits for the next read, because only the
// next one is certain to find everything stored before the request.
function readInTurn(
  lanes: Map<number, Lane>,
  number: number,
  run: () => Promise<void>,
): Promise<void> {
  const lane = lanes.get(number);
  if (lane !== undefined) {
    lane.next ??= lane.running.catch(() => undefined).then(() => begin(lanes, number, run));
    return lane.next;
  }
  return begin(lanes, number, run);
}

function begin(lanes: Map<number, Lane>, number: number, run: () => Promise<void>): Promise<void> {
  const lane: Lane = { running: Promise.resolve(), next: undefined };
  lanes.set(number, lane);
  lane.running = run().finally(() => {
    if (lane.next === undefined) lanes.delete(number);
  });
  return lane.running;
}

// The provider waits for our acknowledgement, so it sends no faster than we read. However, a slow
// read must not delay the acknowledgement for long.
async function withinWait(context: Context, reading: Promise<void>): Promise<void> {
  const over = new AbortController();
  const read = reading.catch((error: unknown) => {
    context.log.warn({ err: error }, 'a delivery was stored but not read yet');
    context.signals.raise(INBOUND_SIGNAL);
  });
  await Promise.race([
    read,
    pause(INBOUND.readWaitMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
}
