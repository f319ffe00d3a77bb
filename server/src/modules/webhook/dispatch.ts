// One endpoint in the hands of this node: what is due is sent, one message after the other.

import type { EventSelection } from '../../platform/events/event-list.js';
import type { Answer } from './http-client.js';
import { messageOf } from './message.js';
import { rightsOf } from './owner.js';
import { recordDelivered, recordDisabled, recordFailure } from './recording.js';
import { type Dispatch, dueAside, type MadeAttempt } from './sending-queries.js';
import { signedHeaders } from './signature.js';
import { type Verdict, verdictOf } from './verdict.js';
import type { Lane, Sending } from './worker.js';

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
