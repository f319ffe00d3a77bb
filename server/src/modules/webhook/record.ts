// Recording what attempts came to: the log, how far the endpoint is, and what becomes of it.

import { present } from '../../platform/assert.js';
import type { Tx } from '../../platform/database/database.js';
import { recordAudit } from '../../platform/http/queries.js';
import { SYSTEM, workIn } from '../../platform/system-work.js';
import type { DisabledReason } from './endpoint-queries.js';
import { endpointDisabled } from './event.js';
import type { Lane, Sending } from './lane.js';
import { DELIVERY } from './limits.js';
import type { Answer } from './post.js';
import {
  disableHeld,
  lockHeld,
  type MadeAttempt,
  markFailing,
  markUndelivered,
  markWell,
  type Recorded,
  recordAttempt,
  recordEvents,
  wakeUnreached,
} from './sending-queries.js';
import { chance, pauseMs, retryWaitMs, type Verdict } from './verdict.js';

/**
 * Records messages that were taken. When the node dies before, they are sent again, with the ids
 * that the receiver has seen.
 */
export async function recordDelivered(
  sending: Sending,
  lane: Lane,
  made: readonly MadeAttempt[],
): Promise<void> {
  const last = made.at(-1);
  if (last === undefined) return;
  const { id } = lane.endpoint;
  const isNext = last.id === undefined;
  const reached = isNext ? (last.position ?? lane.position) : lane.position;
  const isEvent = last.kind === 'EVENT';
  await holding(sending, lane, async (tx) => {
    if (last.id === undefined) await recordEvents(tx, id, made);
    else await recordAttempt(tx, { ...last, id: last.id });
    // That a ping came through says nothing of events.
    if (!isEvent) return;
    await markWell(tx, id, reached);
    if (lane.failures > 0) await wakeUnreached(tx, id);
  });
  if (lane.over) return;
  sending.context.metrics.events.inc({ name: 'webhook_delivered' }, made.length);
  lane.position = reached;
  if (!isEvent || lane.failures === 0) return;
  lane.failures = 0;
  lane.asideAtMs = 0;
}

/** An attempt that failed. */
interface FailedAttempt {
  readonly made: MadeAttempt;
  readonly answer: Answer;
  readonly verdict: Exclude<Verdict, 'DELIVERED'>;
  /** Whether it is the endpoint's next event, and not one that waits aside. */
  readonly atHead: boolean;
}

interface Setback {
  /** After what failed, when that is set aside. */
  readonly position: bigint;
  readonly failures: number;
  readonly pauseMs: number;
  readonly reason: DisabledReason | undefined;
}

/** Records a failure: the message waits, at the head or aside, and the endpoint pauses. */
export async function recordFailure(
  sending: Sending,
  lane: Lane,
  failed: FailedAttempt,
): Promise<void> {
  const { context } = sending;
  const setback = await holding(sending, lane, (tx) => setBack(sending, lane, { ...failed, tx }));
  if (setback === undefined) return;
  context.metrics.events.inc({ name: 'webhook_attempt_failed' });
  if (setback.reason !== undefined) lane.over = true;
  if (failed.made.kind !== 'EVENT') return;
  lane.position = setback.position;
  lane.failures = setback.failures;
  lane.openAtMs = context.clock.millis() + setback.pauseMs;
}

async function setBack(
  sending: Sending,
  lane: Lane,
  { tx, made, answer, verdict, atHead }: FailedAttempt & { readonly tx: Tx },
): Promise<Setback> {
  const { context } = sending;
  const { id } = lane.endpoint;
  const recorded = await recordOne(tx, lane, made);
  const failures = lane.failures + 1;
  const pause = pauseMs({ failures, answer }, chance(), context.clock.millis());
  const isAside = !atHead || mayHoldNoMore(verdict, recorded);
  const waitMs = made.kind === 'EVENT' ? waitOf(recorded, isAside, pause) : undefined;
  const failure = verdict === 'REFUSED' ? 'REFUSED' : 'UNREACHABLE';
  if (!recorded.isReplayed) await markUndelivered(tx, recorded.id, { failure, waitMs });
  const position = atHead && isAside ? (made.position ?? lane.position) : lane.position;
  if (made.kind === 'EVENT') await markFailing(tx, { id, position, pauseMs: pause });
  const reason = endOf(lane, verdict);
  if (reason !== undefined) await disable(sending, tx, { id, reason });
  tx.afterCommit(() => {
    if (made.kind !== 'EVENT') return;
    if (atHead && isAside) context.metrics.events.inc({ name: 'webhook_set_aside' });
    if (waitMs === undefined && !recorded.isReplayed)
      context.metrics.events.inc({ name: 'webhook_given_up' });
  });
  return { position, failures, pauseMs: pause, reason };
}

async function recordOne(tx: Tx, lane: Lane, made: MadeAttempt): Promise<Recorded> {
  if (made.id !== undefined) return recordAttempt(tx, { ...made, id: made.id });
  const [recorded] = await recordEvents(tx, lane.endpoint.id, [made]);
  return present(recorded, 'each attempt has a delivery');
}

// One event must not hold up all others for long: a receiver that answers is asked a few times, one
// that does not is waited for.
function mayHoldNoMore(verdict: Verdict, { attempts, ageMs }: Recorded): boolean {
  return verdict === 'REFUSED' ? attempts >= DELIVERY.headRefusals : ageMs >= DELIVERY.headMs;
}

function waitOf(recorded: Recorded, isAside: boolean, pause: number): number | undefined {
  return isAside ? retryWaitMs(recorded, chance()) : pause;
}

function endOf({ endpoint }: Lane, verdict: Verdict): DisabledReason | undefined {
  if (verdict === 'GONE') return 'GONE';
  return endpoint.failingMs > DELIVERY.disabledAfterMs ? 'FAILING' : undefined;
}

/** Ends sending to an endpoint whose owner may see nothing any more. */
export async function recordDisabled(
  sending: Sending,
  lane: Lane,
  reason: DisabledReason,
): Promise<void> {
  await holding(sending, lane, (tx) => disable(sending, tx, { id: lane.endpoint.id, reason }));
  lane.over = true;
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

// Only the node that still holds the endpoint records anything.
async function holding<Result>(
  { context }: Sending,
  lane: Lane,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | undefined> {
  return context.db.transaction(async (tx) => {
    if (await lockHeld(tx, lane.endpoint)) return work(tx);
    lane.over = true;
    return undefined;
  });
}
