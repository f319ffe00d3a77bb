// Sends the due messages of one endpoint on this node, one after another.

import type { EventSelection } from '../../platform/events/queries.js';
import type { EndpointWorker, Sending } from './endpoint-state.js';
import type { Answer } from './http-client.js';
import { messageOf } from './message.js';
import { rightsOf } from './owner.js';
import { recordDelivered, recordDisabled, recordFailure } from './recording.js';
import { type Dispatch, type MadeAttempt, selectDueParked } from './sending-queries.js';
import { signedHeaders } from './signature.js';
import { type Verdict, verdictOf } from './verdict.js';

/** Sends all messages that can be sent now. */
export async function sendDue(sending: Sending, worker: EndpointWorker): Promise<void> {
  while (!worker.over) {
    const parked = await sendParked(sending, worker);
    const next = await sendNext(sending, worker);
    if (!parked && !next) return;
  }
}

async function sendParked(sending: Sending, worker: EndpointWorker): Promise<boolean> {
  const { context, limits } = sending;
  const now = context.clock.millis();
  if (worker.parkedDueAtMs > now) return false;
  const limit = limits.parkedPerTurn;
  // The due time of the next parked delivery is read again at the next renewal of the lease.
  worker.parkedDueAtMs = Number.POSITIVE_INFINITY;
  const due = await selectDueParked(context.db, {
    endpointId: worker.endpoint.id,
    position: worker.position,
    requestedOnly: worker.pausedUntilMs > now,
    limit,
  });
  if (due.length === limit) worker.parkedDueAtMs = 0;
  for (const dispatch of due) {
    const isPaused = worker.pausedUntilMs > context.clock.millis() && dispatch.kind === 'EVENT';
    if (worker.over || isPaused) break;
    const attempted = await attempt(sending, worker, dispatch);
    if (attempted === undefined) return false;
    const { made, verdict } = attempted;
    if (verdict === 'DELIVERED') await recordDelivered(sending, worker, [made]);
    else await recordFailure(sending, worker, { ...attempted, verdict, atHead: false });
  }
  return due.length > 0;
}

async function sendNext(sending: Sending, worker: EndpointWorker): Promise<boolean> {
  const { context, source, limits } = sending;
  if (worker.over || worker.pausedUntilMs > context.clock.millis()) return false;
  const selection = await selectionOf(sending, worker);
  if (selection === undefined) return false;
  const before = worker.position;
  const { events, next } = await source.after(before, selection);
  const delivered: MadeAttempt[] = [];
  let recordAtMs = context.clock.millis() + limits.recordIntervalMs;
  for (const event of events) {
    if (worker.over) break;
    const attempted = await attempt(sending, worker, messageOf(event));
    if (attempted?.verdict === 'DELIVERED') delivered.push(attempted.made);
    const isWell = attempted?.verdict === 'DELIVERED';
    if (isWell && context.clock.millis() < recordAtMs) continue;
    await recordDelivered(sending, worker, delivered.splice(0));
    recordAtMs = context.clock.millis() + limits.recordIntervalMs;
    if (isWell) continue;
    if (attempted !== undefined) await refuseAtHead(sending, worker, attempted);
    return worker.position > before;
  }
  await recordDelivered(sending, worker, delivered);
  // The page also covers the events after the last sent one, none of which was selected.
  if (!worker.over) worker.position = next;
  return events.length > 0 || next > before;
}

async function refuseAtHead(
  sending: Sending,
  worker: EndpointWorker,
  attempted: Attempted,
): Promise<void> {
  const { verdict } = attempted;
  if (verdict === 'DELIVERED') return;
  await recordFailure(sending, worker, { ...attempted, verdict, atHead: true });
}

// Returns which events to send. If the owner is disabled or has lost its roles, it cannot see any
// events, so the endpoint gets none.
async function selectionOf(
  sending: Sending,
  worker: EndpointWorker,
): Promise<EventSelection | undefined> {
  const { context, limits, owners } = sending;
  const now = context.clock.millis();
  if (worker.rights !== undefined && now - worker.rights.atMs < limits.rightsMs) {
    return worker.rights.selection;
  }
  const { ownerKind: kind, ownerId: id, types } = worker.endpoint;
  const rights = await rightsOf({ context, on: context.db, owners }, { kind, id });
  if (rights === undefined) {
    await recordDisabled(sending, worker, 'OWNER_ENDED');
    return undefined;
  }
  const selection = { ...rights, types: types.length === 0 ? undefined : types };
  worker.rights = { selection, atMs: now };
  return selection;
}

interface Attempted {
  readonly made: MadeAttempt;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

// Makes one attempt. Returns undefined if the attempt was aborted because the node is stopping. An
// aborted attempt is not recorded.
async function attempt(
  { context, client, abort }: Sending,
  worker: EndpointWorker,
  dispatch: Dispatch,
): Promise<Attempted | undefined> {
  const at = context.clock.now();
  const { body, messageId } = dispatch;
  const atSeconds = Math.floor(context.clock.millis() / 1_000);
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Countinghouse-Webhooks',
    ...signedHeaders({ id: messageId, body }, atSeconds, worker.secrets),
  };
  const post = { url: worker.endpoint.url, headers: requestHeaders, body };
  const answer = await client.post(post, abort.signal);
  const verdict = verdictOf(answer);
  if (verdict !== 'DELIVERED' && abort.signal.aborted) {
    worker.over = true;
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
