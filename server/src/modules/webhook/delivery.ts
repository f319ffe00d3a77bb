// Deliveries: the log of messages and responses, replays, and test messages.

import { randomUUID } from 'node:crypto';
import { present } from '../../platform/assert.js';
import type { Call, Work } from '../../platform/context.js';
import { listEvents } from '../../platform/events/queries.js';
import { type PageRequest, pageFrom } from '../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../platform/http/route.js';
import {
  type AttemptRow,
  countDeliveries,
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  insertRequested,
  listAttempts,
  listDeliveryRows,
  replayDelivery,
  replayEvents,
  replayFailed,
} from './delivery-queries.js';
import { endpointSteps } from './endpoint.js';
import { type EndpointRow, lockEndpoint } from './endpoint-queries.js';
import { DELIVERY } from './limits.js';
import { messageOf, PING, pingBody, sampleBody } from './message.js';
import { type Owners, rightsOf, sightOf } from './owner.js';
import { webhookProblems } from './problems.js';
import type { ReplayRange } from './schema.js';
import { WEBHOOK_SIGNAL } from './sender.js';

/** Lists the deliveries to endpoints that the caller may see, newest first. */
export async function listDeliveries(
  call: Call,
  requested: Omit<DeliveryFilter, 'sight'>,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { ...requested, sight: sightOf(call.principal) };
  const count = await countDeliveries(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listDeliveryRows(call.db, filter, page), page);
  return { count, result: rows.map(summaryOf), nextAfter };
}

/** Reads one delivery with its body and all its attempts, or refuses with DOCUMENT_NOT_FOUND. */
export async function readDelivery(call: Call, id: bigint): Promise<object> {
  const row = await findDelivery(call.db, id, sightOf(call.principal));
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  const attempts = await listAttempts(call.db, id);
  return { ...summaryOf(row), body: row.body, attemptLog: attempts.map(attemptRecord) };
}

/** Sends a small message to check whether the receiver responds and accepts the signature. */
export async function pingEndpoint(work: Work, id: bigint): Promise<Outcome> {
  const endpoint = await endpointSteps.lockVisible(work, id, ['ENABLED']);
  const body = pingBody(id, work.now);
  return sendRequested(work, endpoint, { kind: 'PING', type: PING, body });
}

/** Sends a sample event of the given type. Refuses with WEBHOOK_TYPE_UNKNOWN. */
export async function testEndpoint(work: Work, id: bigint, type: string): Promise<Outcome> {
  const endpoint = await endpointSteps.lockVisible(work, id, ['ENABLED']);
  const kind = work.context.eventCatalogue.kinds.find((each) => each.type === type);
  if (kind === undefined) {
    const why = `${type} is not an event type`;
    throw refuseMember(webhookProblems.WEBHOOK_TYPE_UNKNOWN, 'type', why);
  }
  return sendRequested(work, endpoint, { kind: 'TEST', type, body: sampleBody(kind, work.now) });
}

async function sendRequested(
  work: Work,
  endpoint: EndpointRow,
  message: { readonly kind: 'PING' | 'TEST'; readonly type: string; readonly body: string },
): Promise<Outcome> {
  const messageId = `${message.kind.toLowerCase()}_${randomUUID()}`;
  const id = await insertRequested(work.tx, { ...message, messageId, endpointId: endpoint.id });
  return {
    ...(await again(work, `WEBHOOK_${message.kind}_ASKED_FOR`, present(id, 'it was written'))),
    created: true,
  };
}

/** Sends one message again, whether or not it was delivered before. */
export async function replayOne(work: Work, id: bigint): Promise<Outcome> {
  const row = await findDelivery(work.tx, id, sightOf(work.principal));
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  await endpointSteps.lockVisible(work, row.endpoint_id, ['ENABLED']);
  await replayDelivery(work.tx, id);
  return again(work, 'WEBHOOK_DELIVERY_REPLAYED', id);
}

async function again(work: Work, msgCode: string, id: bigint): Promise<Outcome> {
  const row = present(
    await findDelivery(work.tx, id, sightOf(work.principal)),
    'the delivery exists and is visible',
  );
  wakeSender(work);
  const location = `webhook/delivery/id/${id}`;
  return { msgCode, id, name: row.message_id, location, result: summaryOf(row) };
}

/** Sends the oldest failed deliveries again. */
export async function replayAllFailed(work: Work, endpointId: bigint): Promise<Outcome> {
  await loadReferred(work, endpointId);
  const { count } = await replayFailed(work.tx, endpointId);
  wakeSender(work);
  return { msgCode: 'WEBHOOK_DELIVERIES_REPLAYED', result: { replayed: count } };
}

/**
 * Sends the events in a range again, limited to those that the owner can see now. This includes
 * events that were never sent and events whose deliveries were deleted. It excludes events after
 * the endpoint's position, because they will be sent anyway.
 */
export async function replayRange(
  work: Work,
  range: ReplayRange,
  owners: Owners,
): Promise<Outcome> {
  const { context, tx } = work;
  const endpoint = await loadReferred(work, range.endpointId);
  const until = least(range.until ?? endpoint.position, endpoint.position);
  if (range.since > until) {
    const why = `must not be after ${until}, the end of the range`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'since', why);
  }
  const owner = { kind: endpoint.owner_kind, id: endpoint.owner_id };
  const rights = await rightsOf({ context, on: tx, owners }, owner);
  const hidden = { offices: [], hidden: [] };
  const { events, next } = await listEvents(tx, {
    ...(rights ?? hidden),
    types: endpoint.types.length === 0 ? undefined : endpoint.types,
    since: range.since,
    until,
    limit: DELIVERY.replayedMax,
  });
  const messages = events.map(messageOf).map(({ position, ...message }) => ({
    ...message,
    position: String(position),
  }));
  await replayEvents(tx, endpoint.id, messages);
  wakeSender(work);
  const more = next < until ? { next } : {};
  const result = { replayed: events.length, ...more };
  return { msgCode: 'WEBHOOK_DELIVERIES_REPLAYED', result };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Locks the enabled endpoint that a body refers to. Refuses with 422 if it does not exist. */
async function loadReferred(work: Work, id: bigint): Promise<EndpointRow> {
  const row = await lockEndpoint(work.tx, id, sightOf(work.principal));
  if (row === undefined) {
    const why = `there is no webhook endpoint ${id}`;
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'endpointId', why);
  }
  endpointSteps.refuseUnless(row, ['ENABLED']);
  return row;
}

function wakeSender({ tx, context }: Work): void {
  tx.afterCommit(() => context.signals.raise(WEBHOOK_SIGNAL));
}

function summaryOf(row: DeliveryRow) {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    kind: row.kind,
    messageId: row.message_id,
    type: row.type,
    eventId: row.position ?? undefined,
    state: row.state,
    attempts: row.attempts,
    status: row.status ?? undefined,
    fault: row.fault ?? undefined,
    nextAttemptDttm: row.next_attempt_at ?? undefined,
    createdDttm: row.created_at,
    endedDttm: row.ended_at ?? undefined,
  };
}

function attemptRecord(row: AttemptRow) {
  return {
    number: row.number,
    dttm: row.at,
    tookMs: row.took_ms,
    status: row.status ?? undefined,
    fault: row.fault ?? undefined,
    requestHeaders: row.request_headers,
    answerHeaders: row.answer_headers ?? undefined,
    answerBody: row.answer_body ?? undefined,
  };
}
