// The sender. Leases each webhook endpoint to only one node, and runs a worker for each endpoint
// that this node has leased.

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
import { sendDue } from './dispatch.js';
import { type EndpointWorker, openWorker, refreshWorker, type Sending } from './endpoint-state.js';
import { createEventSource } from './event-source.js';
import { createHttpClient } from './http-client.js';
import { SENDING, type SendingLimits } from './limits.js';
import type { Owners } from './owner.js';
import {
  claimEndpoints,
  type HeldPosition,
  measureSending,
  releaseEndpoint,
  renewEndpoints,
} from './sending-queries.js';

/** The signal raised after a commit that creates work for the sender. */
export const WEBHOOK_SIGNAL = 'webhook';

/** Returns the worker that sends webhooks. It may run on any number of nodes. */
export function webhookSender(owners: Owners): Worker {
  return { name: 'webhooks', role: 'jobs', start: async (context) => startNode(context, owners) };
}

function startNode(context: Context, owners: Owners): RunningWorker {
  const rightsMs = context.config.webhookRightsMs ?? SENDING.rightsMs;
  const limits: SendingLimits = { ...SENDING, rightsMs };
  const sending: Sending = {
    ...{ context, owners, limits },
    source: createEventSource(context.db, limits),
    client: createHttpClient(context.config, context.clock),
    abort: new AbortController(),
  };
  const worker = startLeaseWorker(context, leasesOf(sending));
  return {
    ready: () => true,
    stop: () => endEach(worker.stop, sending.client.close),
  };
}

function leasesOf(sending: Sending): LeaseWork<EndpointWorker> {
  const { context, limits } = sending;
  const { endpointsPerNodeMax, renewIntervalMs, stopWaitMs, measureIntervalMs, leaseMs } = limits;
  return {
    name: 'webhook',
    wakeOn: WEBHOOK_SIGNAL,
    // Renewing a lease also reads the changes that callers have made to the endpoint.
    renewOnWake: true,
    limits: {
      ...{ heldMax: endpointsPerNodeMax, pollIntervalMs: renewIntervalMs },
      ...{ renewIntervalMs, stopWaitMs },
    },
    idOf: ({ endpoint }) => endpoint.id,
    claim: async (most) => {
      const claimed = await claimEndpoints(context.db, { node: nodeName(), most, leaseMs });
      return claimed.map((endpoint) => openWorker(sending, endpoint));
    },
    run: (worker, lease) => runWorker(sending, worker, lease),
    renew: (workers) => renew(sending, workers),
    beside: [
      { name: 'webhook-measure', everyMs: measureIntervalMs, round: () => measure(context) },
    ],
  };
}

// Renews the leases. If an endpoint is not returned, this node renewed too late and another node
// has claimed it.
async function renew(
  sending: Sending,
  workers: readonly EndpointWorker[],
): Promise<ReadonlySet<bigint>> {
  const { context, limits } = sending;
  const kept = await renewEndpoints(context.db, workers.map(heldPositionOf), limits.leaseMs);
  const byId = new Map(kept.map((endpoint) => [endpoint.id, endpoint]));
  for (const worker of workers) {
    const endpoint = byId.get(worker.endpoint.id);
    if (endpoint?.run === worker.endpoint.run) refreshWorker(sending, worker, endpoint);
    else worker.over = true;
  }
  return new Set(workers.filter(({ over }) => !over).map(({ endpoint }) => endpoint.id));
}

function heldPositionOf({ endpoint, position }: EndpointWorker): HeldPosition {
  return { id: endpoint.id, run: endpoint.run, position };
}

// Runs until the endpoint is disabled, its lease is lost, or the node stops. A message that is
// being sent may finish. If this node aborts it, the next node that claims the endpoint sends it
// again.
async function runWorker(sending: Sending, worker: EndpointWorker, lease: Lease): Promise<void> {
  const { context, limits, abort } = sending;
  const { signal, stopping } = lease;
  const ends = new AbortController();
  const loop = startLoop(context, {
    name: 'webhook-lane',
    everyMs: limits.pollIntervalMs,
    wakeOn: EVENT_POSITIONED,
    round: async () => {
      await sendDue(sending, worker);
      if (worker.over) ends.abort();
    },
  });
  signal.addEventListener('abort', () => {
    if (signal.reason instanceof StopWaitOver) abort.abort();
  });
  await Promise.race([ends.signal, signal, stopping].map(aborted));
  worker.over = true;
  await loop.stop();
  await releaseEndpoint(context.db, heldPositionOf(worker));
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
