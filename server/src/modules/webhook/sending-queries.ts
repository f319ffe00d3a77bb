// SQL of sending webhooks, one function per statement. Times are the database's, so that the clocks
// of the nodes need not agree.

import { present } from '../../platform/assert.js';
import type { Database, Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import { toJson } from '../../platform/json/json.js';
import { type LeaseKey, leaseEnd, milliseconds } from '../../platform/lease/queries.js';
import type { DeliveryKind } from './delivery-queries.js';
import type { DisabledReason, EndpointState, OwnerKind } from './endpoint-queries.js';

/** An endpoint in the hands of a node. */
export interface HeldEndpoint {
  readonly id: bigint;
  readonly run: number;
  readonly state: EndpointState;
  readonly url: string;
  readonly types: readonly string[];
  readonly ownerKind: OwnerKind;
  readonly ownerId: bigint;
  readonly secret: string;
  /** The secret before, while it still signs. */
  readonly previousSecret: string | null;
  readonly position: bigint;
  readonly failures: number;
  /** For so long it has failed without one success. */
  readonly failingMs: number;
  /** For so long nothing is sent; not above 0 when it may be. */
  readonly pauseMs: number;
  /** Until the first of what waits aside is due; null when nothing waits. */
  readonly asideMs: number | null;
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
      and (d.position is null or d.position <= e.position)) - clock_timestamp())`)} as "asideMs"`;

/** Takes at most so many endpoints that no node holds. */
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

/** What a node says of an endpoint that it holds. */
export interface Keeping extends LeaseKey {
  readonly position: bigint;
}

/** Prolongs the leases of a node, stores how far it has looked, and tells what it still holds. */
export function keepEndpoints(
  db: Database,
  kept: readonly Keeping[],
  leaseMs: number,
): Promise<HeldEndpoint[]> {
  return db.query<HeldEndpoint>(sql`
    update webhook_endpoint e set lease_until = ${leaseEnd(leaseMs)},
      position = greatest(e.position, mine.position)
    from unnest(${kept.map(({ id }) => String(id))}::bigint[],
      ${kept.map(({ run }) => run)}::integer[],
      ${kept.map(({ position }) => String(position))}::bigint[]) as mine(id, run, position)
    where e.id = mine.id and e.run = mine.run and e.lease_until is not null
    returning ${held}`);
}

/** Lets go of an endpoint, so that another node may take it at once. */
export async function releaseEndpoint(db: Database, { id, run, position }: Keeping): Promise<void> {
  await db.query(sql`
    update webhook_endpoint set lease_until = null, position = greatest(position, ${position})
    where id = ${id} and run = ${run}`);
}

/** Locks an endpoint for recording; false when another node has it by now. */
export async function lockHeld(tx: Tx, { id, run }: LeaseKey): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from webhook_endpoint where id = ${id} and run = ${run} for update`);
  return rows.length > 0;
}

/** After a success: it is well, and has come this far. */
export async function markWell(tx: Tx, id: bigint, position: bigint): Promise<void> {
  await tx.query(sql`
    update webhook_endpoint set position = greatest(position, ${position}), failures = 0,
      failing_since = null, not_before = least(not_before, clock_timestamp())
    where id = ${id}`);
}

/** What a failure means for the endpoint. */
interface Setback {
  readonly id: bigint;
  /** Where it goes on: after what failed when that was set aside. */
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

/** Disables an endpoint by itself; false when it was not enabled any more. */
export async function disableHeld(tx: Tx, id: bigint, reason: DisabledReason): Promise<boolean> {
  const rows = await tx.query<{ id: bigint }>(sql`
    update webhook_endpoint set state = 'DISABLED', disabled_reason = ${reason},
      version = version + 1, modified_by = 'system', modified_at = clock_timestamp()
    where id = ${id} and state = 'ENABLED' returning id`);
  return rows.length > 0;
}

/** A message on its way. */
export interface Dispatch {
  /** Undefined before its first attempt is recorded. */
  readonly id: bigint | undefined;
  /** How often it had been asked for again when it was read. */
  readonly replays: number;
  readonly kind: DeliveryKind;
  readonly position: bigint | undefined;
  readonly messageId: string;
  readonly type: string;
  readonly body: string;
}

/** Messages aside whose time has come, in the order of their events; asked-for ones first. */
export async function dueAside(
  db: Database,
  from: {
    readonly endpointId: bigint;
    readonly position: bigint;
    /** True while the endpoint pauses: then only what was asked for is sent. */
    readonly askedForAlone: boolean;
    readonly limit: number;
  },
): Promise<Dispatch[]> {
  const rows = await db.query<Dispatch & { readonly position: bigint | null }>(sql`
    select id, replays, kind, position, message_id as "messageId", type, body
    from webhook_delivery
    where endpoint_id = ${from.endpointId} and state = 'WAITING'
      and next_attempt_at <= clock_timestamp()
      and (position is null or (position <= ${from.position} and not ${from.askedForAlone}))
    order by position nulls first, id limit ${from.limit}`);
  return rows.map((row) => ({ ...row, position: row.position ?? undefined }));
}

/** An attempt that was made. */
export interface MadeAttempt extends Dispatch {
  readonly at: string;
  readonly tookMs: number;
  readonly status: number | undefined;
  readonly fault: string | undefined;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answerHeaders: Readonly<Record<string, string>> | undefined;
  readonly answerBody: string | undefined;
}

/** What is known of a delivery once an attempt is recorded. */
export interface Recorded {
  readonly id: bigint;
  readonly attempts: number;
  /** Since its first attempt. */
  readonly ageMs: number;
  /** True when a caller asked for it again during the attempt: it is due, whatever this came to. */
  readonly isReplayed: boolean;
}

/** Records attempts at events, all with this outcome, and makes their deliveries where none are. */
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

/** Records an attempt at a message that has its delivery: a good one, but for what follows. */
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
  return present(row, 'the delivery of an attempt is there');
}

/** The attempt failed: it waits for the next, or its time is over. */
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

/** The receiver is back: what could not reach it is due at once. */
export async function wakeUnreached(tx: Tx, endpointId: bigint): Promise<void> {
  await tx.query(sql`
    update webhook_delivery set next_attempt_at = clock_timestamp()
    where endpoint_id = ${endpointId} and state = 'WAITING' and last_failure = 'UNREACHABLE'`);
}

/** Figures of all endpoints together. */
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
