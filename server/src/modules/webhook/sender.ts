// Webhook endpoints as leased rows: a node holds some of them, no endpoint is held by two, and each
// has a loop that sends what is due.

import { startLoop } from '../../platform/concurrency/loop.js';
import type { Context } from '../../platform/context.js';
import { EVENT_POSITIONED } from '../../platform/events/sequence.js';
import {
  type Lease,
  type LeaseWork,
  nodeName,
  StopWaitOver,
  startLeaseWorker,
} from '../../platform/lease/worker.js';
import { endEach } from '../../platform/stop.js';
import type { RunningWorker, Worker } from '../../platform/worker.js';
import { createFeed } from './feed.js';
import { type Lane, openLane, refreshLane, type Sending, sendDue } from './lane.js';
import { SENDING, type SendingLimits } from './limits.js';
import type { Owners } from './owner.js';
import { createPostman } from './post.js';
import {
  claimEndpoints,
  type Keeping,
  keepEndpoints,
  measureSending,
  releaseEndpoint,
} from './sending-queries.js';

/** Raised after the commit of what a caller wants of an endpoint. */
export const WEBHOOK_SIGNAL = 'webhook';

/** The worker; start it on as many nodes as there are. */
export function webhookSender(owners: Owners): Worker {
  return { name: 'webhooks', role: 'jobs', start: async (context) => startNode(context, owners) };
}

function startNode(context: Context, owners: Owners): RunningWorker {
  const rightsMs = context.config.webhookRightsMs ?? SENDING.rightsMs;
  const limits: SendingLimits = { ...SENDING, rightsMs };
  const sending: Sending = {
    ...{ context, owners, limits },
    feed: createFeed(context.db, limits),
    postman: createPostman(context.config, context.clock),
    abort: new AbortController(),
  };
  const worker = startLeaseWorker(context, leasesOf(sending));
  return {
    ready: () => true,
    stop: () => endEach(worker.stop, sending.postman.close),
  };
}

function leasesOf(sending: Sending): LeaseWork<Lane> {
  const { context, limits } = sending;
  const { endpointsPerNodeMax, keepEveryMs, stopWaitMs, measureEveryMs, leaseMs } = limits;
  return {
    name: 'webhook',
    wakeOn: WEBHOOK_SIGNAL,
    // What callers change of an endpoint comes with the renewal of its lease.
    renewOnWake: true,
    limits: {
      ...{ heldMax: endpointsPerNodeMax, pollIntervalMs: keepEveryMs },
      ...{ renewIntervalMs: keepEveryMs, stopWaitMs },
    },
    idOf: ({ endpoint }) => endpoint.id,
    claim: async (most) => {
      const claimed = await claimEndpoints(context.db, { node: nodeName(), most, leaseMs });
      return claimed.map((endpoint) => openLane(sending, endpoint));
    },
    run: (lane, lease) => runLane(sending, lane, lease),
    renew: (lanes) => renew(sending, lanes),
    beside: [{ name: 'webhook-measure', everyMs: measureEveryMs, round: () => measure(context) }],
  };
}

// An endpoint that is not returned has become another node's while this one was slow.
async function renew(sending: Sending, lanes: readonly Lane[]): Promise<ReadonlySet<bigint>> {
  const { context, limits } = sending;
  const kept = await keepEndpoints(context.db, lanes.map(keepingOf), limits.leaseMs);
  const byId = new Map(kept.map((endpoint) => [endpoint.id, endpoint]));
  for (const lane of lanes) {
    const endpoint = byId.get(lane.endpoint.id);
    if (endpoint?.run === lane.endpoint.run) refreshLane(sending, lane, endpoint);
    else lane.over = true;
  }
  return new Set(lanes.filter(({ over }) => !over).map(({ endpoint }) => endpoint.id));
}

function keepingOf({ endpoint, position }: Lane): Keeping {
  return { id: endpoint.id, run: endpoint.run, position };
}

// Until the endpoint is disabled or lost, or the node stops. A message that is under way may end;
// what a stopping node breaks off is sent again by the node that claims the endpoint next.
async function runLane(sending: Sending, lane: Lane, lease: Lease): Promise<void> {
  const { context, limits, abort } = sending;
  const { signal, stopping } = lease;
  const ends = new AbortController();
  const loop = startLoop(context, {
    name: 'webhook-lane',
    everyMs: limits.pollIntervalMs,
    wakeOn: EVENT_POSITIONED,
    round: async () => {
      await sendDue(sending, lane);
      if (lane.over) ends.abort();
    },
  });
  signal.addEventListener('abort', () => {
    if (signal.reason instanceof StopWaitOver) abort.abort();
  });
  await Promise.race([ends.signal, signal, stopping].map(aborted));
  lane.over = true;
  await loop.stop();
  await releaseEndpoint(context.db, keepingOf(lane));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

async function measure({ db, metrics }: Context): Promise<void> {
  const { failing, waiting, behind } = await measureSending(db);
  metrics.gauges.set({ name: 'webhook_endpoints_failing' }, failing);
  metrics.gauges.set({ name: 'webhook_deliveries_waiting' }, waiting);
  metrics.gauges.set({ name: 'webhook_events_behind' }, behind);
}
