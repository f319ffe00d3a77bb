// Records attempts. Updates the delivery log and the endpoint's position, and pauses or disables
// the endpoint.

import { present } from '../../platform/assert.js';
import type { Tx } from '../../platform/database/database.js';
import { recordAudit } from '../../platform/http/queries.js';
import { SYSTEM, workIn } from '../../platform/system-work.js';
import type { DisabledReason } from './endpoint-queries.js';
import type { EndpointWorker, Sending } from './endpoint-state.js';
import { endpointDisabled } from './event.js';
import type { Answer } from './http-client.js';
import { DELIVERY } from './limits.js';
import {
  disableHeld,
  lockHeld,
  type MadeAttempt,
  markFailing,
  markHealthy,
  markUndelivered,
  type Recorded,
  recordAttempt,
  recordEvents,
  retryUnreached,
} from './sending-queries.js';
import { chance, pauseMs, retryWaitMs, type Verdict } from './verdict.js';

/**
 * Records delivered messages. If the node crashes before this, they are sent again with the same
 * ids.
 */
export async function recordDelivered(
  sending: Sending,
  worker: EndpointWorker,
  made: readonly MadeAttempt[],
): Promise<void> {
  const last = made.at(-1);
  if (last === undefined) return;
  const { id } = worker.endpoint;
  const isNext = last.id === undefined;
  const reached = isNext ? (last.position ?? worker.position) : worker.position;
  const isEvent = last.kind === 'EVENT';
  await whileHeld(sending, worker, async (tx) => {
    if (last.id === undefined) await recordEvents(tx, id, made);
    else await recordAttempt(tx, { ...last, id: last.id });
    // A delivered ping does not prove that events can be delivered.
    if (!isEvent) return;
    await markHealthy(tx, id, reached);
    if (worker.failures > 0) await retryUnreached(tx, id);
  });
  if (worker.over) return;
  sending.context.metrics.events.inc({ name: 'webhook_delivered' }, made.length);
  worker.position = reached;
  if (!isEvent || worker.failures === 0) return;
  worker.failures = 0;
  worker.parkedDueAtMs = 0;
}

/** A failed attempt. */
interface FailedAttempt {
  readonly made: MadeAttempt;
  readonly answer: Answer;
  readonly verdict: Exclude<Verdict, 'DELIVERED'>;
  /** True for the endpoint's next event, false for a parked one. */
  readonly atHead: boolean;
}

interface Setback {
  /** The position after the failed event, if the event was parked. */
  readonly position: bigint;
  readonly failures: number;
  readonly pauseMs: number;
  readonly reason: DisabledReason | undefined;
}

/**
 * Records a failure. The message is retried, either as the next event or parked, and the endpoint
 * pauses.
 */
export async function recordFailure(
  sending: Sending,
  worker: EndpointWorker,
  failed: FailedAttempt,
): Promise<void> {
  const { context } = sending;
  const setback = await whileHeld(sending, worker, (tx) =>
    storeFailure(sending, worker, { ...failed, tx }),
  );
  if (setback === undefined) return;
  context.metrics.events.inc({ name: 'webhook_attempt_failed' });
  if (setback.reason !== undefined) worker.over = true;
  if (failed.made.kind !== 'EVENT') return;
  worker.position = setback.position;
  worker.failures = setback.failures;
  worker.pausedUntilMs = context.clock.millis() + setback.pauseMs;
}

async function storeFailure(
  sending: Sending,
  worker: EndpointWorker,
  { tx, made, answer, verdict, atHead }: FailedAttempt & { readonly tx: Tx },
): Promise<Setback> {
  const { context } = sending;
  const { id } = worker.endpoint;
  const recorded = await recordOne(tx, worker, made);
  const failures = worker.failures + 1;
  const pause = pauseMs({ failures, answer }, chance(), context.clock.millis());
  const isParked = !atHead || mustPark(verdict, recorded);
  const waitMs = made.kind === 'EVENT' ? waitOf(recorded, isParked, pause) : undefined;
  const failure = verdict === 'REFUSED' ? 'REFUSED' : 'UNREACHABLE';
  if (!recorded.isReplayed) await markUndelivered(tx, recorded.id, { failure, waitMs });
  const position = atHead && isParked ? (made.position ?? worker.position) : worker.position;
  if (made.kind === 'EVENT') await markFailing(tx, { id, position, pauseMs: pause });
  const reason = endOf(worker, verdict);
  if (reason !== undefined) await disable(sending, tx, { id, reason });
  tx.afterCommit(() => {
    if (made.kind !== 'EVENT') return;
    if (atHead && isParked) context.metrics.events.inc({ name: 'webhook_set_aside' });
    if (waitMs === undefined && !recorded.isReplayed)
      context.metrics.events.inc({ name: 'webhook_given_up' });
  });
  return { position, failures, pauseMs: pause, reason };
}

async function recordOne(tx: Tx, worker: EndpointWorker, made: MadeAttempt): Promise<Recorded> {
  if (made.id !== undefined) return recordAttempt(tx, { ...made, id: made.id });
  const [recorded] = await recordEvents(tx, worker.endpoint.id, [made]);
  return present(recorded, 'each attempt has a delivery');
}

// Returns whether the message must be parked, so that one event does not delay the others for long.
// Before that, an event that the receiver refuses gets a few retries, and an event for an
// unreachable receiver gets a few minutes.
function mustPark(verdict: Verdict, { attempts, ageMs }: Recorded): boolean {
  return verdict === 'REFUSED' ? attempts >= DELIVERY.headRefusals : ageMs >= DELIVERY.headMs;
}

function waitOf(recorded: Recorded, isParked: boolean, pause: number): number | undefined {
  return isParked ? retryWaitMs(recorded, chance()) : pause;
}

function endOf({ endpoint }: EndpointWorker, verdict: Verdict): DisabledReason | undefined {
  if (verdict === 'GONE') return 'GONE';
  return endpoint.failingMs > DELIVERY.disabledAfterMs ? 'FAILING' : undefined;
}

/** Disables an endpoint whose owner can no longer see any events. */
export async function recordDisabled(
  sending: Sending,
  worker: EndpointWorker,
  reason: DisabledReason,
): Promise<void> {
  await whileHeld(sending, worker, (tx) =>
    disable(sending, tx, { id: worker.endpoint.id, reason }),
  );
  worker.over = true;
}

async function disable(
  { context }: Sending,
  tx: Tx,
  { id, reason }: { readonly id: bigint; readonly reason: DisabledReason },
): Promise<void> {
  if (!(await disableHeld(tx, id, reason))) return;
  await workIn({ context, tx, reason: 'webhook' }, async (work) => {
    work.events.push(endpointDisabled(id, reason));
    const operation = 'disableWebhookEndpoint';
    const msgCode = `WEBHOOK_ENDPOINT_${reason}`;
    await recordAudit(work, { principal: SYSTEM, operation, subjectId: id, msgCode });
  });
  tx.afterCommit(() => {
    context.metrics.events.inc({ name: 'webhook_endpoint_disabled' });
    context.log.warn({ endpoint: id, reason }, 'webhook endpoint disabled');
  });
}

// Records only while this node still has the lease on the endpoint.
async function whileHeld<Result>(
  { context }: Sending,
  worker: EndpointWorker,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | undefined> {
  return context.db.transaction(async (tx) => {
    if (await lockHeld(tx, worker.endpoint)) return work(tx);
    worker.over = true;
    return undefined;
  });
}
