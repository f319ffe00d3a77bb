// The write pipeline. The idempotency key, the operation's changes, the events and the audit row
// are committed together or not at all.

import { HTTP } from '../../limits.js';
import { assert } from '../assert.js';
import { inSlices } from '../concurrency/turn.js';
import type { Call, Work } from '../context.js';
import type { Tx } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { parseJsonInTurns, toJsonInTurns } from '../json/json.js';
import {
  type AuditRow,
  emitReplayMessage,
  insertWrites,
  type NewReply,
  type StoredReply,
  selectStoredReplies,
  tryLockKeys,
} from './queries.js';
import { envelopeOf, type Reply } from './reply/envelope.js';
import { fingerprintOf, openReply, sealReply } from './reply/idempotent-reply.js';
import { commonProblems, Problem, refusal, refusalAt, refuseMember } from './reply/problem.js';
import type { Outcome, Route } from './route.js';

/** The parts of a request that the pipeline needs besides its input. */
export interface WriteRequest {
  readonly route: Route;
  readonly mount: string;
  readonly idempotencyKey: string | undefined;
  readonly bodyText: string;
  readonly dryRun: boolean;
  readonly ifMatch: string | undefined;
}

/** A write request with its key, which belongs to the caller and the operation. */
export interface Claim {
  readonly call: Call;
  readonly request: WriteRequest;
  readonly scope: string;
  /**
   * Undefined for a request without a key, and for a dry run, because a dry run does not use up its
   * key.
   */
  readonly key: string | undefined;
  readonly fingerprint: string;
}

/** A completed operation, and its reply. */
export interface Done {
  readonly claim: Claim;
  readonly work: Work;
  readonly outcome: Outcome;
  readonly reply: Reply;
  /** The reply body as stored for the key. Empty without a key. */
  readonly stored: string;
}

/**
 * Runs an operation in its transaction and returns its envelope. A key that was used before replays
 * the first reply.
 */
export async function runWrite(
  call: Call,
  request: WriteRequest,
  effect: (work: Work) => Promise<Outcome>,
): Promise<Reply> {
  const claim = claimOf(call, request);
  const answer = await call.db.transaction(
    async (tx) => {
      const [earlier] = await claimKeys(tx, [claim]);
      if (earlier instanceof Problem) throw earlier;
      if (earlier !== undefined) return earlier;
      const work = workOf(claim, tx);
      const outcome = await effect(work);
      const { refusal: refused } = outcome;
      const done = await doneBy(refused ? { ...claim, key: undefined } : claim, work, outcome);
      if (!request.dryRun) tx.last(recordOf([done]));
      return refused ?? (request.dryRun ? done.reply : showOnce(done));
    },
    { dryRun: request.dryRun },
  );
  // The data that the operation stored about its refusal is committed at this point.
  if (answer instanceof Problem) throw answer;
  return answer;
}

/** Reads the key of a request. Refuses a malformed key. */
export function claimOf(call: Call, request: WriteRequest): Claim {
  const key = request.dryRun ? undefined : checkedKey(request.idempotencyKey);
  return {
    call,
    request,
    scope: `${call.principal.kind}:${call.principal.id} ${request.route.operation}`,
    key,
    fingerprint: key === undefined ? '' : fingerprintOf(call, request.route, request.bodyText),
  };
}

/** Builds the envelope of a completed operation. */
export async function doneBy(claim: Claim, work: Work, outcome: Outcome): Promise<Done> {
  const { mount, dryRun } = claim.request;
  const reply = await inSlices(envelopeOf(outcome, mount, dryRun));
  const stored = claim.key === undefined ? '' : await toJsonInTurns(reply.body);
  return { claim, work, outcome, reply, stored };
}

/**
 * Returns the reply to send. Secrets are added after the reply was stored, so that neither a replay
 * nor the database ever contains them.
 */
export function showOnce({ reply, outcome }: Done): Reply {
  if (outcome.shownOnce === undefined) return reply;
  const result = { ...outcome.result, ...outcome.shownOnce };
  return { ...reply, body: { ...reply.body, result } };
}

/** Creates a unit of work within the open transaction. */
export function workOf({ call, request }: Claim, tx: Tx): Work {
  return {
    context: call.context,
    tx,
    principal: call.principal,
    requestId: call.requestId,
    address: call.request?.credentials.address,
    now: call.now,
    ifMatch: request.ifMatch?.replace(/^(W\/)?"(.*)"$/, '$2'),
    events: [],
  };
}

function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const fits =
    key.length >= HTTP.idempotencyKeyLengthMin &&
    key.length <= HTTP.idempotencyKeyLengthMax &&
    /^[\x21-\x7e]+$/.test(key);
  if (!fits) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'Idempotency-Key',
      `must have ${HTTP.idempotencyKeyLengthMin} to ${HTTP.idempotencyKeyLengthMax} ` +
        'printable characters',
    );
  }
  return key;
}

/**
 * Claims the requests' keys until the transaction ends. The result for each key is undefined if the
 * operation should run, the original reply if the key was used before, or the reason for a refusal.
 * The first request holds the lock until it commits, so the lock distinguishes "in progress" from
 * "done".
 */
export async function claimKeys(
  tx: Tx,
  claims: readonly Claim[],
): Promise<(Reply | Problem | undefined)[]> {
  const keyed = claims.filter(({ key }) => key !== undefined);
  if (keyed.length === 0) return claims.map(() => undefined);
  const names = keyed.map(({ scope, key }) => `${scope} ${key}`);
  const locked = await tryLockKeys(tx, names);
  const stored = await selectStoredReplies(
    tx,
    keyed.map(({ scope, key }) => ({ scope, key })),
  );
  const earlier = new Map(stored.map((reply) => [`${reply.scope} ${reply.key}`, reply]));
  // The first request's commit may not have reached a standby yet. A standby that confirms this
  // transaction's commit also has the first request's.
  if (stored.length > 0) await emitReplayMessage(tx);
  const found = claims.map(async (claim) => {
    const { scope, key } = claim;
    if (key === undefined) return undefined;
    const name = `${scope} ${key}`;
    // PostgreSQL grants a lock to its holder again, so a second request in the same transaction is
    // detected here.
    if (!locked.delete(name)) return inFlight();
    const reply = earlier.get(name);
    return reply === undefined ? undefined : replayOf(reply, claim);
  });
  return Promise.all(found);
}

function inFlight(): Problem {
  return refusal(commonProblems.REQUEST_IN_FLIGHT, {
    args: ['IN_FLIGHT'],
    retryAfterSeconds: HTTP.retryAfterSeconds,
  });
}

async function replayOf(stored: StoredReply, claim: Claim): Promise<Reply | Problem> {
  const isOther = stored.fingerprint !== claim.fingerprint;
  if (isOther) return refusalAt(commonProblems.IDEMPOTENCY_KEY_REUSED, 'Idempotency-Key');
  const body = await parseJsonInTurns(openReply(claim, stored.reply));
  assert(typeof body === 'object' && body !== null, 'a stored reply is an object');
  return {
    status: stored.status,
    headers: { ...stored.headers, 'idempotent-replayed': 'true' },
    body: Object.fromEntries(Object.entries(body)),
  };
}

/** Builds one statement that stores the audit rows, replies and events of any number of writes. */
export function recordOf(dones: readonly Done[]): Sql {
  const events = dones.flatMap(({ work }) => {
    work.context.eventCatalogue.check(work.events);
    return work.events.map((event) => ({ ...event, requestId: work.requestId }));
  });
  return insertWrites({ audit: dones.map(auditOf), replies: dones.flatMap(storedReplyOf), events });
}

function auditOf({ claim, work, outcome }: Done): AuditRow {
  const { principal, requestId } = work;
  const { operation } = claim.request.route;
  const subjectId = outcome.id ?? null;
  return { at: work.now, principal, operation, subjectId, msgCode: outcome.msgCode, requestId };
}

function storedReplyOf({ claim, work, reply, stored }: Done): readonly NewReply[] {
  const { scope, key, fingerprint } = claim;
  if (key === undefined) return [];
  const { status, headers } = reply;
  const sealed = sealReply(claim, stored);
  return [{ scope, key, fingerprint, status, headers, reply: sealed, createdAt: work.now }];
}
