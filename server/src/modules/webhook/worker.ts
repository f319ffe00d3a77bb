// The worker of one endpoint that this node holds: its state, as the database and this node know it.

import type { Context } from '../../platform/context.js';
import type { EventSelection } from '../../platform/events/event-list.js';
import type { Feed } from './event-source.js';
import type { Postman } from './http-client.js';
import type { SendingLimits } from './limits.js';
import type { Owners } from './owner.js';
import { secretsOf } from './secret.js';
import type { HeldEndpoint } from './sending-queries.js';

/** What the lanes of one node share. */
export interface Sending {
  readonly context: Context;
  readonly owners: Owners;
  readonly limits: SendingLimits;
  readonly feed: Feed;
  readonly postman: Postman;
  /** Aborts what is under way when the node cannot wait for it any longer. */
  readonly abort: AbortController;
}

/** An endpoint that this node holds. Moments are those of this process's clock. */
export interface Lane {
  endpoint: HeldEndpoint;
  /** All events up to here are recorded, or none of its own. */
  position: bigint;
  secrets: readonly string[];
  /** Nothing but what was asked for is sent before this moment. */
  openAtMs: number;
  /** When something that waits aside is due. */
  asideAtMs: number;
  failures: number;
  rights: { readonly selection: EventSelection; readonly atMs: number } | undefined;
  /** True once it is no longer this node's, or no longer enabled. */
  over: boolean;
}

/** A lane for an endpoint that was just claimed. */
export function openLane(sending: Sending, endpoint: HeldEndpoint): Lane {
  const lane: Lane = {
    ...{ endpoint, position: endpoint.position, secrets: [], openAtMs: 0, asideAtMs: 0 },
    ...{ failures: 0, rights: undefined, over: false },
  };
  refreshLane(sending, lane, endpoint);
  return lane;
}

/** Takes over what the database says of the endpoint: callers change it, on any node. */
export function refreshLane({ context }: Sending, lane: Lane, endpoint: HeldEndpoint): void {
  const now = context.clock.millis();
  if (endpoint.types.join() !== lane.endpoint.types.join()) lane.rights = undefined;
  lane.endpoint = endpoint;
  lane.secrets = secretsOf(context, endpoint);
  lane.openAtMs = now + endpoint.pauseMs;
  lane.asideAtMs = endpoint.asideMs === null ? Number.POSITIVE_INFINITY : now + endpoint.asideMs;
  lane.failures = endpoint.failures;
  if (endpoint.state !== 'ENABLED') lane.over = true;
}
