// The worker that sends webhooks: each node holds some endpoints by a lease, and no endpoint is in
// the hands of two.

import { hostname } from 'node:os';
import type { Context } from '../../platform/context.js';
import { EVENT_POSITIONED } from '../../platform/events/sequence.js';
import type { RunningWorker, Worker } from '../../platform/http/module.js';
import { startLoop } from '../../platform/loop.js';
import { createFeed } from './feed.js';
import { type Lane, openLane, refreshLane, type Sending, sendDue } from './lane.js';
import { SENDING, type SendingLimits } from './limits.js';
import type { Owners } from './owner.js';
import { createPostman } from './post.js';
import {
  claimEndpoints,
  type HeldEndpoint,
  type Keeping,
  keepEndpoints,
  measureSending,
  releaseEndpoints,
} from './sending-queries.js';

/** Raised after the commit of what a caller wants of an endpoint. */
export const WEBHOOK_SIGNAL = 'webhook';

/** The worker; start it on as many nodes as there are. */
export function webhookSender(owners: Owners, limits: SendingLimits = SENDING): Worker {
  return { name: 'webhooks', start: async (context) => startNode(context, owners, limits) };
}

interface Held {
  readonly lane: Lane;
  readonly loop: RunningWorker;
}

interface Node {
  readonly sending: Sending;
  readonly name: string;
  readonly lanes: Map<bigint, Held>;
}

function startNode(context: Context, owners: Owners, limits: SendingLimits): RunningWorker {
  const sending: Sending = {
    ...{ context, owners, limits },
    feed: createFeed(context.db, limits),
    postman: createPostman(context.config, context.clock),
    abort: new AbortController(),
  };
  const node: Node = { sending, name: `${hostname()}:${process.pid}`, lanes: new Map() };
  const loops = [
    startLoop(context, {
      name: 'webhook-lease',
      everyMs: limits.keepEveryMs,
      wakeOn: WEBHOOK_SIGNAL,
      round: () => keepLanes(node),
    }),
    startLoop(context, {
      name: 'webhook-measure',
      everyMs: limits.measureEveryMs,
      round: () => measure(context),
    }),
  ];
  return {
    ready: () => true,
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await stopLanes(node);
      sending.postman.close();
    },
  };
}

// Leases are prolonged, changes of callers taken over, and endpoints that nobody holds are taken.
async function keepLanes(node: Node): Promise<void> {
  const { sending, lanes } = node;
  const { db } = sending.context;
  const { leaseMs, endpointsPerNodeMost } = sending.limits;
  const mine = [...lanes.values()].map(({ lane }) => lane);
  if (mine.length > 0) {
    const kept = await keepEndpoints(db, mine.map(keepingOf), leaseMs);
    const byId = new Map(kept.map((endpoint) => [endpoint.id, endpoint]));
    for (const lane of mine) takeOver(sending, lane, byId.get(lane.endpoint.id));
  }
  const ended = [...lanes].filter(([, { lane }]) => lane.over);
  for (const [id, { loop }] of ended) {
    lanes.delete(id);
    await loop.stop();
  }
  await releaseEndpoints(
    db,
    ended.map(([, { lane }]) => keepingOf(lane)),
  );
  const most = endpointsPerNodeMost - lanes.size;
  if (most <= 0) return;
  for (const endpoint of await claimEndpoints(db, { node: node.name, most, leaseMs })) {
    lanes.set(endpoint.id, runLane(sending, endpoint));
  }
}

// What is not told has become another node's while this one was slow.
function takeOver(sending: Sending, lane: Lane, endpoint: HeldEndpoint | undefined): void {
  if (endpoint === undefined || endpoint.run !== lane.endpoint.run) lane.over = true;
  else refreshLane(sending, lane, endpoint);
}

function keepingOf({ endpoint, position }: Lane): Keeping {
  return { id: endpoint.id, run: endpoint.run, position };
}

function runLane(sending: Sending, endpoint: HeldEndpoint): Held {
  const lane = openLane(sending, endpoint);
  const loop = startLoop(sending.context, {
    name: 'webhook-lane',
    everyMs: sending.limits.lookEveryMs,
    wakeOn: EVENT_POSITIONED,
    round: () => sendDue(sending, lane),
  });
  return { lane, loop };
}

// What is under way may end; what does not is sent again by whoever holds the endpoint next.
async function stopLanes({ sending, lanes }: Node): Promise<void> {
  const held = [...lanes.values()];
  for (const { lane } of held) lane.over = true;
  const hangUp = setTimeout(() => sending.abort.abort(), sending.limits.stopWaitMs);
  await Promise.all(held.map(({ loop }) => loop.stop()));
  clearTimeout(hangUp);
  await releaseEndpoints(
    sending.context.db,
    held.map(({ lane }) => keepingOf(lane)),
  );
}

async function measure({ db, metrics }: Context): Promise<void> {
  const { failing, waiting, behind } = await measureSending(db);
  metrics.gauges.set({ name: 'webhook_endpoints_failing' }, failing);
  metrics.gauges.set({ name: 'webhook_deliveries_waiting' }, waiting);
  metrics.gauges.set({ name: 'webhook_events_behind' }, behind);
}
