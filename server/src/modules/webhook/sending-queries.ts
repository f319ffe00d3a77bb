// SQL for sending webhooks. All times come from the database, so the nodes' clocks may differ.

import { present } from '../../platform/assert.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import { toJson } from '../../platform/json/json.js';
import { type LeaseKey, leaseEnd, milliseconds } from '../../platform/lease/queries.js';
import type { DeliveryKind } from './delivery-queries.js';
import type { DisabledReason, EndpointState, OwnerKind } from './endpoint-queries.js';

/** An endpoint leased by a node. */
export interface HeldEndpoint {
  readonly id: bigint;
  readonly run: number;
  readonly state: EndpointState;
  readonly url: string;
  readonly types: readonly string[];
  readonly ownerKind: OwnerKind;
  readonly ownerId: bigint;
  readonly secret: string;
  /** The previous secret, while it also signs messages. */
  readonly previousSecret: string | null;
  readonly position: bigint;
  readonly failures: number;
  /** How long the endpoint has failed without a success. */
  readonly failingMs: number;
  /** Remaining pause. If it is 0 or less, messages can be sent now. */
  readonly pauseMs: number;
  /** Time until the first parked delivery is due. Null if there is none. */
  readonly parkedDueMs: number | null;
}

const toMs = (time: Sql): Sql => sql`extract(epoch from ${time})::float8 * 1000`;

const held = sql`e.id, e.run, e.state, e.url, e.types, e.owner_kind as "ownerKind",
  e.owner_id as "ownerId", e.secret,
  case when e.previous_secret_until > clock_timestamp() then e.previous_secret end
    as "previousSecret",
  e.position, e.failures,
  coalesce(${toMs(sql`(clock_timestamp() - e.failing_since)`)}, 0) as "failingMs",
  ${toMs(sql`(e.not_before - clock_timestamp())`)} as "pauseMs",
  ${toMs(sql`((select min(d.next_attempt_at) from webhook_delivery d
    where d.endpoint_id = e.id and d.state = 'WAITING'
      and (d.position is null or d.position <= e.position)) - clock_timestamp())`)}
    as "parkedDueMs"`;

/** Claims endpoints that are not leased by any node, up to the given number. */
export function claimEndpoints(
  db: Database,
  claim: { readonly node: string; readonly most: number; readonly leaseMs: number },
): Promise<HeldEndpoint[]> {
  return db.query<HeldEndpoint>(sql`
    with free as (
      select id from webhook_endpoint
      where state = 'ENABLED' and (lease_until is null or lease_until < clock_timestamp())
      order by lease_until nulls first, id limit ${claim.most} for update skip locked
    )
    update webhook_endpoint e set run = e.run + 1, node = ${claim.node},
      lease_until = ${leaseEnd(claim.leaseMs)}
    from free where e.id = free.id
    returning ${held}`);
}

/** The position of an endpoint leased by a node. */
export interface HeldPosition extends LeaseKey {
  readonly position: bigint;
}

/**
 * Renews a node's leases, stores its positions, and returns the endpoints that are still leased by
 * it.
 */
export function renewEndpoints(
  db: Database,
  positions: readonly HeldPosition[],
  leaseMs: number,
): Promise<HeldEndpoint[]> {
  return db.query<HeldEndpoint>(sql`
    update webhook_endpoint e set lease_until = ${leaseEnd(leaseMs)},
      position = greatest(e.position, mine.position)
    from unnest(${positions.map(({ id }) => String(id))}::bigint[],
      ${positions.map(({ run }) => run)}::integer[],
      ${positions.map(({ position }) => String(position))}::bigint[]) as mine(id, run, position)
    where e.id = mine.id and e.run = mine.run and e.lease_until is not null
    returning ${held}`);
}

/** Releases an endpoint, so that another node can claim it immediately. */
export async function releaseEndpoint(
  db: Database,
  { id, run, position }: HeldPosition,
): Promise<void> {
  await db.query(sql`
    update webhook_endpoint set lease_until = null, position = greatest(position, ${position})
    where id = ${id} and run = ${run}`);
}

/** Locks an endpoint before attempts are recorded. Returns false if another node has claimed it. */
export async function lockHeld(tx: Tx, { id, run }: LeaseKey): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from webhook_endpoint where id = ${id} and run = ${run} for update`);
  return rows.length > 0;
}

/** Stores the position after a success and resets the endpoint's failures. */
export async function markHealthy(tx: Tx, id: bigint, position: bigint): Promise<void> {
  await tx.query(sql`
    update webhook_endpoint set position = greatest(position, ${position}), failures = 0,
      failing_since = null, not_before = least(not_before, clock_timestamp())
    where id = ${id}`);
}

/** The changes to an endpoint after a failure. */
interface Setback {
  readonly id: bigint;
  /** The position at which sending continues: after the failed event, if it was parked. */
  readonly position: bigint;
  readonly pauseMs: number;
}

export async function markFailing(tx: Tx, { id, position, pauseMs }: Setback): Promise<void> {
  await tx.query(sql`
    update webhook_endpoint set position = greatest(position, ${position}),
      failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
      not_before = clock_timestamp() + ${milliseconds(pauseMs)}
    where id = ${id}`);
}

/** Disables an endpoint without a caller's request. Returns false if it was no longer enabled. */
export async function disableHeld(tx: Tx, id: bigint, reason: DisabledReason): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    update webhook_endpoint set state = 'DISABLED', disabled_reason = ${reason},
      version = version + 1, modified_by = 'system', modified_at = clock_timestamp()
    where id = ${id} and state = 'ENABLED' returning id`);
  return rows.length > 0;
}

/** A message to send. */
export interface Dispatch {
  /** Id of the delivery. Undefined until its first attempt is recorded. */
  readonly id: bigint | undefined;
  /** Number of replays of the message at the time it was read. */
  readonly replays: number;
  readonly kind: DeliveryKind;
  readonly position: bigint | undefined;
  readonly messageId: string;
  readonly type: string;
  readonly body: string;
}

/** Selects the parked messages that are due: requested ones first, then in event order. */
export async function selectDueParked(
  db: Database,
  from: {
    readonly endpointId: bigint;
    readonly position: bigint;
    /** True while the endpoint is paused. Only requested messages are then sent. */
    readonly requestedOnly: boolean;
    readonly limit: number;
  },
): Promise<Dispatch[]> {
  const rows = await db.query<Dispatch & { readonly position: bigint | null }>(sql`
    select id, replays, kind, position, message_id as "messageId", type, body
    from webhook_delivery
    where endpoint_id = ${from.endpointId} and state = 'WAITING'
      and next_attempt_at <= clock_timestamp()
      and (position is null or (position <= ${from.position} and not ${from.requestedOnly}))
    order by position nulls first, id limit ${from.limit}`);
  return rows.map((row) => ({ ...row, position: row.position ?? undefined }));
}

/** A finished attempt. */
export interface MadeAttempt extends Dispatch {
  readonly at: string;
  readonly tookMs: number;
  readonly status: number | undefined;
  readonly fault: string | undefined;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answerHeaders: Readonly<Record<string, string>> | undefined;
  readonly answerBody: string | undefined;
}

/** The delivery after an attempt has been recorded. */
export interface Recorded {
  readonly id: bigint;
  readonly attempts: number;
  /** Time since the first attempt. */
  readonly ageMs: number;
  /**
   * True if a caller replayed the message during the attempt. It is then due again regardless of
   * the outcome.
   */
  readonly isReplayed: boolean;
}

/**
 * Records attempts to send events, all with the same outcome. Creates deliveries that do not exist
 * yet.
 */
export function recordEvents(
  tx: Tx,
  endpointId: bigint,
  made: readonly MadeAttempt[],
): Promise<Recorded[]> {
  return tx.query<Recorded>(sql`
    with made as (
      select * from jsonb_to_recordset(${toJson(made)}::jsonb) as r(position bigint,
        "messageId" text, type text, body text, at timestamptz, "tookMs" integer, status integer,
        fault text, "requestHeaders" jsonb, "answerHeaders" jsonb, "answerBody" text)
    ), delivery as (
      insert into webhook_delivery as d (endpoint_id, kind, position, message_id, type, body,
        state, attempts, first_attempt_at, created_at, ended_at)
      select ${endpointId}, 'EVENT', position, "messageId", type, body, 'DELIVERED', 1, at, at,
        clock_timestamp() from made order by position
      on conflict on constraint webhook_delivery_once do update set state = 'DELIVERED',
        attempts = d.attempts + 1, next_attempt_at = null, ended_at = clock_timestamp(),
        first_attempt_at = coalesce(d.first_attempt_at, excluded.first_attempt_at)
      returning d.id, d.position, d.attempts, d.first_attempt_at
    ), attempt as (
      insert into webhook_attempt (delivery_id, number, at, took_ms, status, fault,
        request_headers, answer_headers, answer_body)
      select d.id, d.attempts, m.at, m."tookMs", m.status, m.fault, m."requestHeaders",
        m."answerHeaders", m."answerBody"
      from delivery d join made m on m.position = d.position
    )
    select id, attempts, ${toMs(sql`(clock_timestamp() - first_attempt_at)`)} as "ageMs",
      false as "isReplayed"
    from delivery`);
}

/** Records a repeated attempt as DELIVERED. If it failed, `markUndelivered` corrects this. */
export async function recordAttempt(
  tx: Tx,
  made: MadeAttempt & { readonly id: bigint },
): Promise<Recorded> {
  const [row] = await tx.query<Recorded>(sql`
    with delivery as (
      update webhook_delivery set attempts = attempts + 1,
        state = case when replays = ${made.replays} then 'DELIVERED' else state end,
        next_attempt_at = case when replays <> ${made.replays} then next_attempt_at end,
        ended_at = case when replays = ${made.replays} then clock_timestamp() end,
        first_attempt_at = coalesce(first_attempt_at, ${made.at})
      where id = ${made.id}
      returning id, attempts, first_attempt_at, replays <> ${made.replays} as "isReplayed"
    ), attempt as (
      insert into webhook_attempt (delivery_id, number, at, took_ms, status, fault,
        request_headers, answer_headers, answer_body)
      select id, attempts, ${made.at}::timestamptz, ${made.tookMs}::integer,
        ${made.status ?? null}::integer, ${made.fault ?? null},
        ${toJson(made.requestHeaders)}::jsonb,
        ${made.answerHeaders === undefined ? null : toJson(made.answerHeaders)}::jsonb,
        ${made.answerBody ?? null}
      from delivery
    )
    select id, attempts, ${toMs(sql`(clock_timestamp() - first_attempt_at)`)} as "ageMs",
      "isReplayed"
    from delivery`);
  return present(row, 'the delivery of an attempt exists');
}

/** Marks an attempt as failed. Its delivery waits for the next retry or fails permanently. */
export async function markUndelivered(
  tx: Tx,
  id: bigint,
  next: { readonly failure: 'UNREACHABLE' | 'REFUSED'; readonly waitMs: number | undefined },
): Promise<void> {
  const wait = next.waitMs ?? null;
  await tx.query(sql`
    update webhook_delivery set last_failure = ${next.failure},
      state = case when ${wait}::float8 is null then 'FAILED' else 'WAITING' end,
      next_attempt_at = clock_timestamp() + ${wait}::float8 * interval '1 millisecond',
      ended_at = case when ${wait}::float8 is null then clock_timestamp() end
    where id = ${id}`);
}

/** Makes all undelivered deliveries due now, because the receiver responds again. */
export async function retryUnreached(tx: Tx, endpointId: bigint): Promise<void> {
  await tx.query(sql`
    update webhook_delivery set next_attempt_at = clock_timestamp()
    where endpoint_id = ${endpointId} and state = 'WAITING' and last_failure = 'UNREACHABLE'`);
}

/** Reads metrics over all endpoints. */
export async function measureSending(
  db: Database,
): Promise<{ readonly failing: number; readonly waiting: number; readonly behind: number }> {
  const [row] = await db.query<{ failing: number; waiting: number; behind: number }>(sql`
    select count(*) filter (where failures > 0)::integer as failing,
      coalesce(max(s.last_position - e.position), 0)::integer as behind,
      (select count(*) from webhook_delivery where state = 'WAITING')::integer as waiting
    from event_sequence s left join webhook_endpoint e on e.state = 'ENABLED'`);
  return row ?? { failing: 0, waiting: 0, behind: 0 };
}
