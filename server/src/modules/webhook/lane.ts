// One endpoint in the hands of this node: what is due is sent, one message after the other.

import type { Context } from '../../platform/context.js';
import type { EventSelection } from '../../platform/events/queries.js';
import type { Feed } from './feed.js';
import type { SendingLimits } from './limits.js';
import { messageOf } from './message.js';
import { type Owners, rightsOf } from './owner.js';
import type { Answer, Postman } from './post.js';
import { recordDelivered, recordDisabled, recordFailure } from './record.js';
import { secretsOf } from './secret.js';
import { type Dispatch, dueAside, type HeldEndpoint, type MadeAttempt } from './sending-queries.js';
import { signedHeaders } from './signature.js';
import { type Verdict, verdictOf } from './verdict.js';

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

/** Sends all that can be sent now. */
export async function sendDue(sending: Sending, lane: Lane): Promise<void> {
  while (!lane.over) {
    const aside = await sendAside(sending, lane);
    const next = await sendNext(sending, lane);
    if (!aside && !next) return;
  }
}

async function sendAside(sending: Sending, lane: Lane): Promise<boolean> {
  const { context, limits } = sending;
  const now = context.clock.millis();
  if (lane.asideAtMs > now) return false;
  const limit = limits.asidePerTurn;
  // When the next is due is told when the lease is prolonged.
  lane.asideAtMs = Number.POSITIVE_INFINITY;
  const due = await dueAside(context.db, {
    endpointId: lane.endpoint.id,
    position: lane.position,
    askedForAlone: lane.openAtMs > now,
    limit,
  });
  if (due.length === limit) lane.asideAtMs = 0;
  for (const dispatch of due) {
    const isPaused = lane.openAtMs > context.clock.millis() && dispatch.kind === 'EVENT';
    if (lane.over || isPaused) break;
    const attempted = await attempt(sending, lane, dispatch);
    if (attempted === undefined) return false;
    const { made, verdict } = attempted;
    if (verdict === 'DELIVERED') await recordDelivered(sending, lane, [made]);
    else await recordFailure(sending, lane, { ...attempted, verdict, atHead: false });
  }
  return due.length > 0;
}

async function sendNext(sending: Sending, lane: Lane): Promise<boolean> {
  const { context, feed, limits } = sending;
  if (lane.over || lane.openAtMs > context.clock.millis()) return false;
  const selection = await selectionOf(sending, lane);
  if (selection === undefined) return false;
  const before = lane.position;
  const { events, next } = await feed.after(before, selection);
  const delivered: MadeAttempt[] = [];
  let recordAtMs = context.clock.millis() + limits.recordEveryMs;
  for (const event of events) {
    if (lane.over) break;
    const attempted = await attempt(sending, lane, messageOf(event));
    if (attempted?.verdict === 'DELIVERED') delivered.push(attempted.made);
    const isWell = attempted?.verdict === 'DELIVERED';
    if (isWell && context.clock.millis() < recordAtMs) continue;
    await recordDelivered(sending, lane, delivered.splice(0));
    recordAtMs = context.clock.millis() + limits.recordEveryMs;
    if (isWell) continue;
    if (attempted !== undefined) await refuseAtHead(sending, lane, attempted);
    return lane.position > before;
  }
  await recordDelivered(sending, lane, delivered);
  // What follows the last of its events was looked at, too.
  if (!lane.over) lane.position = next;
  return events.length > 0 || next > before;
}

async function refuseAtHead(sending: Sending, lane: Lane, attempted: Attempted): Promise<void> {
  const { verdict } = attempted;
  if (verdict === 'DELIVERED') return;
  await recordFailure(sending, lane, { ...attempted, verdict, atHead: true });
}

// An owner who may see nothing any more, because it was disabled or lost its roles, is told
// nothing.
async function selectionOf(sending: Sending, lane: Lane): Promise<EventSelection | undefined> {
  const { context, limits, owners } = sending;
  const now = context.clock.millis();
  if (lane.rights !== undefined && now - lane.rights.atMs < limits.rightsMs) {
    return lane.rights.selection;
  }
  const { ownerKind: kind, ownerId: id, types } = lane.endpoint;
  const rights = await rightsOf({ context, on: context.db, owners }, { kind, id });
  if (rights === undefined) {
    await recordDisabled(sending, lane, 'OWNER_ENDED');
    return undefined;
  }
  const selection = { ...rights, types: types.length === 0 ? undefined : types };
  lane.rights = { selection, atMs: now };
  return selection;
}

interface Attempted {
  readonly made: MadeAttempt;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

// Undefined when it was broken off because the node stops: it is as if it had not been made.
async function attempt(
  { context, postman, abort }: Sending,
  lane: Lane,
  dispatch: Dispatch,
): Promise<Attempted | undefined> {
  const at = context.clock.now();
  const { body, messageId } = dispatch;
  const atSeconds = Math.floor(context.clock.millis() / 1_000);
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Countinghouse-Webhooks',
    ...signedHeaders({ id: messageId, body }, atSeconds, lane.secrets),
  };
  const post = { url: lane.endpoint.url, headers: requestHeaders, body };
  const answer = await postman.post(post, abort.signal);
  const verdict = verdictOf(answer);
  if (verdict !== 'DELIVERED' && abort.signal.aborted) {
    lane.over = true;
    return undefined;
  }
  const { tookMs, status, fault, headers: answerHeaders, body: answerBody } = answer;
  const made = {
    ...dispatch,
    at,
    tookMs,
    status,
    fault,
    requestHeaders,
    answerHeaders,
    answerBody,
  };
  return { made, answer, verdict };
}
