// An operator's actions on FIX sessions: reading sessions and their messages, logging out, logging
// on, and resetting with a second person's approval.

import type { Static } from '@sinclair/typebox';
import { refuseOwnWork } from '../../../modules/identity/index.js';
import { connectionsOf } from '../../../modules/order/index.js';
import type { Call, Work } from '../../../platform/context.js';
import { PAGE_BS, pageFrom, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, defineProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { keyText } from '../session/config.js';
import { countMessages, readMessages } from '../session/store/message-log-queries.js';
import { resetSequence, setHeld } from '../session/store/queries.js';
import {
  countResets,
  decideReset,
  insertReset,
  listResets,
  lockReset,
  lockSession,
  pendingReset,
  type ResetDecision,
  type ResetPerson,
  type ResetState,
  type StoredReset,
} from '../session/store/reset-queries.js';
import { readStatuses } from '../session/store/status-queries.js';
import { fixResetEvent } from './event.js';
import type { MessageQuery } from './schema.js';

export const fixProblems = defineProblems({
  FIX_RESET_PENDING: [
    409,
    'A reset of the session is already awaiting approval by a second person.',
  ],
  FIX_RESET_DECIDED: [409, 'The reset has already been approved or rejected.'],
});

/** Lists every session that was ever configured, whichever node runs it. */
export async function fixSessions(call: Call): Promise<Page<object>> {
  const [statuses, connections] = await Promise.all([
    readStatuses(call.db),
    connectionsOf(call.db, call.now),
  ]);
  const reachOf = new Map(connections.map(({ protocolName, ...reach }) => [protocolName, reach]));
  const result = statuses.map(({ sessionKey, sessionId, ...status }) => ({
    id: sessionId,
    name: keyText({ ...sessionKey, qualifier: '' }),
    qualifier: sessionKey.qualifier || undefined,
    ...Object.fromEntries(Object.entries(status).filter(([, value]) => value !== null)),
    ...reachOf.get(keyText(sessionKey)),
  }));
  return { count: result.length, result };
}

/** Finds a session by its id. */
export async function findSession({ db }: Call, id: bigint): Promise<object | undefined> {
  return (await readStatuses(db)).find(({ sessionId }) => BigInt(sessionId) === id);
}

/**
 * Lists raw messages in both directions, newest first, for one session, for one order, or for all.
 */
export async function fixMessages(
  call: Call,
  query: Static<typeof MessageQuery>,
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const filter = {
    ...(query.session === undefined ? {} : { sessionId: Number(query.session) }),
    ...(query.order === undefined ? {} : { orderId: query.order }),
    ...(query.clOrdId === undefined ? {} : { clOrdId: query.clOrdId }),
    ...(query.ownSide === undefined ? {} : { ownSide: query.ownSide }),
  };
  const found = await readMessages(call.db, {
    ...filter,
    ...(page.after === null ? {} : { beforeId: page.after }),
    offset: page.offset,
    limit: page.limit + 1,
  });
  const { rows, nextAfter } = pageFrom(found, page);
  const result = rows.map(({ seqNum, fields, ...row }) => ({
    ...row,
    seqNum: seqNum ?? undefined,
    ...(query.decoded === true && fields !== undefined ? { fields } : {}),
  }));
  return { count: await countMessages(call.db, filter), result, nextAfter };
}

/** Logs a session out and keeps it logged out, or lets it log on again. Idempotent. */
export async function holdSession(work: Work, id: bigint, held: boolean): Promise<Outcome> {
  const sessionId = await lockSession(work.tx, id);
  if (sessionId === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  await setHeld(work.tx, sessionId, held);
  return { msgCode: held ? 'FIX_SESSION_LOGGED_OUT' : 'FIX_SESSION_LOGGED_ON', id };
}

/** Requests a reset of both numbers to 1. Nothing happens until another person approves. */
export async function askForReset(work: Work, id: bigint, reason: string): Promise<Outcome> {
  const sessionId = await lockSession(work.tx, id);
  if (sessionId === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  if ((await pendingReset(work.tx, sessionId)) !== undefined) {
    throw refusal(fixProblems.FIX_RESET_PENDING, { args: ['PENDING'] });
  }
  const reset = await insertReset(work.tx, {
    id: await work.context.ids.next(work.tx, 'fix_session_reset_id'),
    sessionId,
    reason,
    by: personOf(work),
    at: work.now,
  });
  work.events.push(fixResetEvent('asked', reset));
  return {
    msgCode: 'FIX_SESSION_RESET_REQUESTED',
    id: reset.id,
    created: true,
    result: recordOf(reset),
  };
}

/** Records a second person's decision. After an approval, the session reconnects with number 1. */
export async function decideOnReset(
  work: Work,
  id: bigint,
  { state, reason }: Pick<ResetDecision, 'state' | 'reason'>,
): Promise<Outcome> {
  const { tx } = work;
  const reset = await lockReset(tx, id);
  if (reset === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  await refuseOwnWork(work, { creator_kind: reset.askedByKind, creator_id: reset.askedById });
  if (reset.state !== 'PENDING') {
    throw refusal(fixProblems.FIX_RESET_DECIDED, { args: [reset.state] });
  }
  await lockSession(tx, BigInt(reset.sessionId));
  const decided = await decideReset(tx, { id, state, reason, by: personOf(work), at: work.now });
  work.events.push(fixResetEvent(state === 'DONE' ? 'done' : 'rejected', decided));
  if (state === 'DONE') {
    await resetSequence(tx, reset.sessionId, work.context.clock.millis());
  }
  const msgCode = state === 'DONE' ? 'FIX_SESSION_RESET' : 'FIX_SESSION_RESET_REJECTED';
  return { msgCode, id, result: recordOf(decided) };
}

/** Lists resets, newest first. */
export async function fixResets(
  call: Call,
  query: { readonly state?: ResetState },
): Promise<Page<object>> {
  const page = pageOf(query, PAGE_BS);
  const found = await listResets(call.db, {
    state: query.state,
    before: page.after,
    limit: page.limit + 1,
    offset: page.offset,
  });
  const { rows, nextAfter } = pageFrom(found, page);
  return { count: await countResets(call.db, query.state), result: rows.map(recordOf), nextAfter };
}

function personOf({ principal }: Work): ResetPerson {
  return { kind: principal.kind, id: principal.id, name: principal.name };
}

function recordOf(reset: StoredReset) {
  return {
    id: reset.id,
    session: reset.sessionId,
    state: reset.state,
    reason: reset.reason,
    nextOut: reset.nextOut ?? undefined,
    nextIn: reset.nextIn ?? undefined,
    createdBy: reset.askedBy,
    createdDttm: reset.askedAt,
    decidedBy: reset.decidedBy ?? undefined,
    decidedDttm: reset.decidedAt ?? undefined,
    decisionReason: reset.decisionReason ?? undefined,
  };
}
