// The one way to write: idempotency key, effect, events and audit row commit together, or nothing
// does.

import { createHash } from 'node:crypto';
import { HTTP } from '../../limits.js';
import { assert } from '../assert.js';
import type { Call, Work } from '../context.js';
import type { Tx } from '../database/database.js';
import { sql } from '../database/sql.js';
import { parseJson, toJson } from '../json.js';
import { envelopeOf, type Reply } from './envelope.js';
import { commonProblems, refusal, refuseMember } from './problem.js';
import type { Outcome, Route } from './route.js';

/** What the pipeline knows of the request beyond its input. */
export interface WriteRequest {
  readonly route: Route;
  readonly mount: string;
  readonly idempotencyKey: string | undefined;
  readonly bodyText: string;
  readonly dryRun: boolean;
  readonly ifMatch: string | undefined;
}

/**
 * Runs an operation in its transaction and answers its envelope; a key seen before replays the
 * first reply.
 */
export async function runWrite(
  call: Call,
  request: WriteRequest,
  effect: (work: Work) => Promise<Outcome>,
): Promise<Reply> {
  const key = request.dryRun ? undefined : checkedKey(request.idempotencyKey);
  const fingerprint =
    key === undefined ? '' : createHash('sha256').update(request.bodyText).digest('base64url');
  return call.db.transaction(
    async (tx) => {
      if (key !== undefined) {
        const earlier = await claimKey(tx, call, { request, key, fingerprint });
        if (earlier) return earlier;
      }
      const work = workOf(call, tx, request);
      const outcome = await effect(work);
      const reply = envelopeOf(outcome, request.mount, request.dryRun);
      if (!request.dryRun) {
        record(work, { request, outcome, key, fingerprint, reply });
      }
      return request.dryRun ? reply : showOnce(reply, outcome);
    },
    { dryRun: request.dryRun },
  );
}

// Secrets join the reply after it was stored, so that a replay (and the database) never has them.
function showOnce(reply: Reply, outcome: Outcome): Reply {
  if (outcome.shownOnce === undefined) return reply;
  const result = { ...outcome.result, ...outcome.shownOnce };
  return { ...reply, body: { ...reply.body, result } };
}

function workOf(call: Call, tx: Tx, request: WriteRequest): Work {
  return {
    context: call.context,
    tx,
    principal: call.principal,
    requestId: call.requestId,
    now: call.now,
    ifMatch: request.ifMatch?.replace(/^(W\/)?"(.*)"$/, '$2'),
    events: [],
  };
}

function checkedKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const fits =
    key.length >= HTTP.idempotencyKeyLengthLeast &&
    key.length <= HTTP.idempotencyKeyLengthMost &&
    /^[\x21-\x7e]+$/.test(key);
  if (!fits) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'Idempotency-Key',
      `must have ${HTTP.idempotencyKeyLengthLeast} to ${HTTP.idempotencyKeyLengthMost} ` +
        'printable characters',
    );
  }
  return key;
}

interface Claim {
  readonly request: WriteRequest;
  readonly key: string;
  readonly fingerprint: string;
}

// The lock tells "in flight" from "done": it is held until the first request's commit.
async function claimKey(tx: Tx, call: Call, claim: Claim): Promise<Reply | undefined> {
  const scope = scopeOf(call, claim.request.route);
  const [state] = await tx.query<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${claim.key}`}, 0)) as locked`);
  if (!state?.locked) {
    throw refusal(commonProblems.REQUEST_IN_FLIGHT, {
      args: ['IN_FLIGHT'],
      retryAfterSeconds: HTTP.retryAfterSeconds,
    });
  }
  const [stored] = await tx.query<{
    fingerprint: string;
    status: number;
    headers: object;
    reply: string;
  }>(
    sql`select fingerprint, status, headers, reply from idempotency_key
        where scope = ${scope} and key = ${claim.key}`,
  );
  if (stored === undefined) return undefined;
  if (stored.fingerprint !== claim.fingerprint)
    throw refusal(commonProblems.IDEMPOTENCY_KEY_REUSED);
  const body = parseJson(stored.reply);
  assert(typeof body === 'object' && body !== null, 'a stored reply is an object');
  return {
    status: stored.status,
    headers: { ...stored.headers, 'idempotent-replayed': 'true' },
    body: Object.fromEntries(Object.entries(body)),
  };
}

function scopeOf(call: Call, route: Route): string {
  return `${call.principal.kind}:${call.principal.id} ${route.operation}`;
}

interface Done {
  readonly request: WriteRequest;
  readonly outcome: Outcome;
  readonly key: string | undefined;
  readonly fingerprint: string;
  readonly reply: Reply;
}

// One statement stores all that every write leaves behind, and goes out with the commit.
function record(work: Work, done: Done): void {
  const { principal } = work;
  const { outcome, request } = done;
  work.context.eventCatalogue.check(work.events);
  work.tx.last(sql`
    with audit as (
      insert into audit_entry
        (at, principal_kind, principal_id, principal_name, operation, subject_id, msg_code,
          request_id)
      values (${work.now}, ${principal.kind}, ${principal.id}, ${principal.name},
        ${request.route.operation}, ${outcome.id ?? null}, ${outcome.msgCode}, ${work.requestId})
    ), key as (
      insert into idempotency_key (scope, key, fingerprint, status, headers, reply, created_at)
      select ${`${principal.kind}:${principal.id} ${request.route.operation}`}, ${done.key ?? null},
        ${done.fingerprint}, ${done.reply.status}, ${toJson(done.reply.headers)}::jsonb,
        ${toJson(done.reply.body)}, ${work.now}
      where ${done.key ?? null}::text is not null
    )
    insert into outbox_event (type, subject_id, office_id, data, request_id)
    select e.type, e."subjectId", e."officeId", coalesce(e.data, '{}'), ${work.requestId}
    from jsonb_to_recordset(${toJson(work.events)}::jsonb)
      as e(type text, "subjectId" bigint, "officeId" bigint, data jsonb)`);
}
