// Creates, updates, enables, disables and deletes webhook endpoints, and rotates their secrets.

import { present } from '../../platform/assert.js';
import { parseInstant } from '../../platform/calendar/wire-date.js';
import type { Call, Work } from '../../platform/context.js';
import { lastPosition } from '../../platform/events/queries.js';
import { type PageRequest, pageFrom } from '../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../platform/http/route.js';
import { codeOf } from '../../platform/ids.js';
import { changed, stateSteps } from '../../platform/reference-data/state-step.js';
import {
  countEndpoints,
  countEndpointsOf,
  type EndpointRow,
  type EndpointState,
  findEndpoint,
  insertEndpoint,
  listEndpointRows,
  lockEndpoint,
  updateEndpoint,
} from './endpoint-queries.js';
import { endpointRecord } from './endpoint-record.js';
import { endpointDisabled, endpointEvent } from './event.js';
import { ENDPOINT, SECRET } from './limits.js';
import { sightOf } from './owner.js';
import { webhookProblems } from './problems.js';
import type { EndpointChange, EndpointDraft } from './schema.js';
import { sealSecret } from './secret.js';
import { WEBHOOK_SIGNAL } from './sender.js';
import { makeSecret } from './signature.js';
import { checkTarget, TargetRefused } from './target.js';

/**
 * Checks the target before the transaction starts, because name resolution uses the network.
 * Refuses with WEBHOOK_TARGET_REFUSED, and with DOCUMENT_NOT_FOUND if the endpoint to change does
 * not exist.
 */
export async function checkUrl(
  call: Call,
  { id, url }: { readonly id?: bigint; readonly url?: string },
): Promise<void> {
  if (url === undefined) return;
  if (id !== undefined) await readEndpoint(call, id);
  try {
    await checkTarget(url, call.context.config);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw refuseMember(webhookProblems.WEBHOOK_TARGET_REFUSED, 'url', error.message);
  }
}

/**
 * Creates an endpoint for the caller. Its secret is returned only in this reply. Refuses with
 * INVALID_REQUEST if `since` is after the last event, and with WEBHOOK_TYPE_UNKNOWN or
 * WEBHOOK_TOO_MANY.
 */
export async function createEndpoint(work: Work, draft: EndpointDraft): Promise<Outcome> {
  const { context, tx, principal, now } = work;
  const head = await lastPosition(tx);
  if (draft.since !== undefined && draft.since > head) {
    const why = `is after the last event, which is ${head}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'since', why);
  }
  const types = typesOf(work, draft.types);
  const owner = { ownerKind: principal.kind, ownerId: principal.id };
  if ((await countEndpointsOf(tx, owner)) >= BigInt(ENDPOINT.perOwnerMax)) {
    throw refusal(webhookProblems.WEBHOOK_TOO_MANY, { args: [String(ENDPOINT.perOwnerMax)] });
  }
  const id = await context.ids.next(tx, 'webhook_endpoint_id');
  const secret = makeSecret();
  await insertEndpoint(tx, {
    ...{ id, name: codeOf(id), label: draft.label ?? new URL(draft.url).host, url: draft.url },
    ...{ types, owner_kind: principal.kind, owner_id: principal.id },
    ...{ state: 'ENABLED', disabled_reason: null, secret: sealSecret(context, id, secret) },
    ...{ previous_secret: null, previous_secret_until: null, position: draft.since ?? head },
    ...{ failures: 0, failing_since: null, not_before: now, version: 1n },
    ...{ created_by: principal.name, created_at: now },
    ...{ modified_by: principal.name, modified_at: now },
  });
  work.events.push(endpointEvent('created', id));
  const outcome = await outcomeOf(work, 'WEBHOOK_ENDPOINT_CREATED', id);
  const location = `webhook/endpoint/id/${id}`;
  return { ...outcome, created: true, location, shownOnce: { secret } };
}

// Checks the event types. A type that does not exist, or that the owner cannot see, would never be
// sent.
function typesOf({ context, principal }: Work, types: readonly string[] = []): readonly string[] {
  const hidden = new Set(context.eventCatalogue.hiddenFrom(principal));
  const visible = context.eventCatalogue.kinds.filter(({ type }) => !hidden.has(type));
  types.forEach((requested, index) => {
    const fits = ({ type }: { readonly type: string }) =>
      requested.endsWith('.*') ? type.startsWith(requested.slice(0, -1)) : type === requested;
    if (!visible.some(fits)) {
      const why = `${requested} does not match any event type that the caller is allowed to see`;
      throw refuseMember(webhookProblems.WEBHOOK_TYPE_UNKNOWN, `types/${index}`, why);
    }
  });
  return [...new Set(types)];
}

/**
 * Changes the given members. Refuses for the same reasons as `createEndpoint`, and if the caller's
 * version is outdated.
 */
export async function updateEndpointRecord(work: Work, change: EndpointChange): Promise<Outcome> {
  const before = await endpointSteps.lockVisible(work, change.id);
  await save(work, before, {
    url: change.url ?? before.url,
    label: change.label ?? before.label,
    types: change.types === undefined ? before.types : typesOf(work, change.types),
  });
  work.events.push(endpointEvent('updated', before.id));
  return outcomeOf(work, 'WEBHOOK_ENDPOINT_UPDATED', before.id);
}

/** Resumes sending at the position where it stopped, without skipping any events. */
export async function enableEndpoint(work: Work, id: bigint): Promise<Outcome> {
  const before = await endpointSteps.lockVisible(work, id, ['DISABLED']);
  const fresh = { failures: 0, failing_since: null, not_before: work.now };
  await save(work, before, { ...fresh, state: 'ENABLED', disabled_reason: null });
  work.events.push(endpointEvent('enabled', id));
  return outcomeOf(work, 'WEBHOOK_ENDPOINT_ENABLED', id);
}

/** Stops sending until the endpoint is enabled again. */
export async function disableEndpoint(work: Work, id: bigint): Promise<Outcome> {
  const before = await endpointSteps.lockVisible(work, id, ['ENABLED']);
  await save(work, before, { state: 'DISABLED', disabled_reason: 'REQUESTED' });
  work.events.push(endpointDisabled(id, 'REQUESTED'));
  return outcomeOf(work, 'WEBHOOK_ENDPOINT_DISABLED', id);
}

/**
 * Deletes an endpoint permanently. Its secrets are deleted immediately, its deliveries by the
 * nightly job.
 */
export async function deleteEndpoint(work: Work, id: bigint): Promise<Outcome> {
  const before = await endpointSteps.lockVisible(work, id);
  await save(work, before, {
    ...{ state: 'REMOVED', disabled_reason: 'REQUESTED', previous_secret: null },
    ...{ previous_secret_until: null, secret: sealSecret(work.context, id, makeSecret()) },
  });
  work.events.push(endpointEvent('deleted', id));
  return { msgCode: 'WEBHOOK_ENDPOINT_DELETED', id, name: before.name };
}

/**
 * Creates a new secret, which is returned only in this reply. For the given number of hours,
 * messages are signed with the previous secret too.
 */
export async function rotateSecret(
  work: Work,
  id: bigint,
  overlapHours: number = SECRET.overlapHoursDefault,
): Promise<Outcome> {
  const before = await endpointSteps.lockVisible(work, id);
  const secret = makeSecret();
  const untilMs = Date.parse(work.now) + overlapHours * 3_600_000;
  const overlap = {
    previous_secret: before.secret,
    previous_secret_until: parseInstant(String(untilMs)) ?? work.now,
  };
  const none = { previous_secret: null, previous_secret_until: null };
  await save(work, before, {
    secret: sealSecret(work.context, id, secret),
    ...(overlapHours === 0 ? none : overlap),
  });
  work.events.push(endpointEvent('secret-rotated', id));
  const outcome = await outcomeOf(work, 'WEBHOOK_SECRET_ROTATED', id);
  return { ...outcome, shownOnce: { secret } };
}

/** Locks an endpoint for a state change. */
export const endpointSteps = stateSteps({
  lock: ({ tx, principal }: Work, id: bigint) => lockEndpoint(tx, id, sightOf(principal)),
  isVisible: () => true,
  stateOf: ({ state }) => state,
  wrongState: webhookProblems.WEBHOOK_WRONG_STATE,
  detailOf: () => undefined,
});

async function save(work: Work, before: EndpointRow, change: Partial<EndpointRow>): Promise<void> {
  await updateEndpoint(work.tx, changed(work, before, change));
  work.tx.afterCommit(() => work.context.signals.raise(WEBHOOK_SIGNAL));
}

async function outcomeOf(work: Work, msgCode: string, id: bigint): Promise<Outcome> {
  const found = await findEndpoint(work.tx, id, sightOf(work.principal));
  const row = present(found, 'it was written');
  work.tx.afterCommit(() => work.context.signals.raise(WEBHOOK_SIGNAL));
  const { name, version } = row;
  return { msgCode, id, name, result: endpointRecord(row), version };
}

/** Reads one endpoint that the caller can see, or refuses with DOCUMENT_NOT_FOUND. */
export async function readEndpoint(call: Call, id: bigint): Promise<object> {
  const row = await findEndpoint(call.db, id, sightOf(call.principal));
  if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(endpointRecord(row), row.version);
}

/** Lists the endpoints that the caller can see, oldest first. */
export async function listEndpoints(
  call: Call,
  state: EndpointState | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { sight: sightOf(call.principal), state };
  const count = await countEndpoints(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listEndpointRows(call.db, filter, page), page);
  return { count, result: rows.map(endpointRecord), nextAfter };
}
