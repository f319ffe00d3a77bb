// In-memory state of an endpoint that this node has leased.

import type { Context } from '../../platform/context.js';
import type { EventSelection } from '../../platform/events/queries.js';
import type { EventSource } from './event-source.js';
import type { HttpClient } from './http-client.js';
import type { SendingLimits } from './limits.js';
import type { Owners } from './owner.js';
import { secretsOf } from './secret.js';
import type { HeldEndpoint } from './sending-queries.js';

/** State shared by all workers on a node. */
export interface Sending {
  readonly context: Context;
  readonly owners: Owners;
  readonly limits: SendingLimits;
  readonly source: EventSource;
  readonly client: HttpClient;
  /** Aborts running attempts when the node must stop without waiting for them. */
  readonly abort: AbortController;
}

/** State of an endpoint that this node has leased. Times come from this process's clock. */
export interface EndpointWorker {
  endpoint: HeldEndpoint;
  /** All events up to this position have been recorded or were not selected. */
  position: bigint;
  secrets: readonly string[];
  /** Until this time, only requested messages are sent. */
  pausedUntilMs: number;
  /** Time at which the next parked delivery is due. */
  parkedDueAtMs: number;
  failures: number;
  rights: { readonly selection: EventSelection; readonly atMs: number } | undefined;
  /** True if another node has claimed the endpoint, or if it is no longer enabled. */
  over: boolean;
}

/** Creates the worker for a newly claimed endpoint. */
export function openWorker(sending: Sending, endpoint: HeldEndpoint): EndpointWorker {
  const worker: EndpointWorker = {
    ...{ endpoint, position: endpoint.position, secrets: [], pausedUntilMs: 0, parkedDueAtMs: 0 },
    ...{ failures: 0, rights: undefined, over: false },
  };
  refreshWorker(sending, worker, endpoint);
  return worker;
}

/** Updates the worker from the stored endpoint, which callers may have changed on any node. */
export function refreshWorker(
  { context }: Sending,
  worker: EndpointWorker,
  endpoint: HeldEndpoint,
): void {
  const now = context.clock.millis();
  if (endpoint.types.join() !== worker.endpoint.types.join()) worker.rights = undefined;
  worker.endpoint = endpoint;
  worker.secrets = secretsOf(context, endpoint);
  worker.pausedUntilMs = now + endpoint.pauseMs;
  worker.parkedDueAtMs =
    endpoint.parkedDueMs === null ? Number.POSITIVE_INFINITY : now + endpoint.parkedDueMs;
  worker.failures = endpoint.failures;
  if (endpoint.state !== 'ENABLED') worker.over = true;
}
