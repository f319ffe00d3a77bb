// SQL for reading and replaying webhook deliveries on request.

import { JOB } from '../../limits.js';
import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/reply/paging.js';
import { inSight, type Sight } from './endpoint-queries.js';
import { DELIVERY } from './limits.js';

type DeliveryState = 'WAITING' | 'DELIVERED' | 'FAILED';
export type DeliveryKind = 'EVENT' | 'PING' | 'TEST';

export interface DeliveryRow {
  readonly id: bigint;
  readonly endpoint_id: bigint;
  readonly kind: DeliveryKind;
  readonly position: bigint | null;
  readonly message_id: string;
  readonly type: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly next_attempt_at: Instant | null;
  readonly created_at: Instant;
  readonly ended_at: Instant | null;
  /** HTTP status of the last response. */
  readonly status: number | null;
  readonly fault: string | null;
}

export interface AttemptRow {
  readonly number: number;
  readonly at: Instant;
  readonly took_ms: number;
  readonly status: number | null;
  readonly fault: string | null;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly answer_headers: Readonly<Record<string, string>> | null;
  readonly answer_body: string | null;
}

export interface DeliveryFilter {
  readonly sight: Sight;
  readonly endpointId?: bigint | undefined;
  readonly state?: DeliveryState | undefined;
  readonly type?: string | undefined;
  readonly eventId?: bigint | undefined;
}

const columns = sql`d.id, d.endpoint_id, d.kind, d.position, d.message_id, d.type, d.body, d.state,
  d.attempts, d.next_attempt_at, d.created_at, d.ended_at, a.status, a.fault`;
const from = sql`webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
  left join webhook_attempt a on a.delivery_id = d.id and a.number = d.attempts`;

function matching(filter: DeliveryFilter): Sql {
  const conditions = [sql`e.state <> 'REMOVED'`, inSight(filter.sight)];
  if (filter.endpointId !== undefined) conditions.push(sql`d.endpoint_id = ${filter.endpointId}`);
  if (filter.state !== undefined) conditions.push(sql`d.state = ${filter.state}`);
  if (filter.type !== undefined) conditions.push(sql`d.type = ${filter.type}`);
  if (filter.eventId !== undefined) conditions.push(sql`d.position = ${filter.eventId}`);
  return joinSql(conditions, ' and ');
}

/** Selects a page, newest first, plus one extra row to detect a next page. */
export function listDeliveryRows(
  db: Database,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryRow[]> {
  const start = page.after === null ? sql`true` : sql`d.id < ${page.after}`;
  return db.query<DeliveryRow>(sql`
    select ${columns} from ${from} where ${matching(filter)} and ${start}
    order by d.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countDeliveries(db: Database, filter: DeliveryFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from ${from} where ${matching(filter)}`);
}

export async function findDelivery(
  on: Database | Tx,
  id: bigint,
  sight: Sight,
): Promise<DeliveryRow | undefined> {
  const [row] = await on.query<DeliveryRow>(sql`
    select ${columns} from ${from} where d.id = ${id} and ${matching({ sight })}`);
  return row;
}

/** Lists a delivery's latest attempts, newest first. */
export function listAttempts(db: Database, deliveryId: bigint): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(sql`
    select number, at, took_ms, status, fault, request_headers, answer_headers, answer_body
    from webhook_attempt where delivery_id = ${deliveryId}
    order by number desc limit ${DELIVERY.shownAttemptsMax}`);
}

/** Stores a message that a caller requested. It is due immediately and is tried only once. */
export async function insertRequested(
  tx: Tx,
  message: {
    readonly endpointId: bigint;
    readonly kind: 'PING' | 'TEST';
    readonly messageId: string;
    readonly type: string;
    readonly body: string;
  },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into webhook_delivery (endpoint_id, kind, message_id, type, body, state, next_attempt_at)
    values (${message.endpointId}, ${message.kind}, ${message.messageId}, ${message.type},
      ${message.body}, 'WAITING', clock_timestamp())
    returning id`);
  return row?.id;
}

const again = sql`state = 'WAITING', next_attempt_at = clock_timestamp(), first_attempt_at = null,
  ended_at = null, last_failure = null, replays = d.replays + 1`;

/** Sends a message again, with a new retry window of three days. */
export async function replayDelivery(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`update webhook_delivery d set ${again} where id = ${id}`);
}

/** Sends the oldest failed deliveries again, and returns their number. */
export async function replayFailed(
  tx: Tx,
  endpointId: bigint,
): Promise<{ readonly count: number }> {
  const rows = await tx.query<{ id: bigint }>(sql`
    with oldest as (
      select id from webhook_delivery
      where endpoint_id = ${endpointId} and state = 'FAILED' and kind = 'EVENT'
      order by id limit ${DELIVERY.replayedMax} for update
    )
    update webhook_delivery d set ${again} from oldest where d.id = oldest.id
    returning d.id`);
  return { count: rows.length };
}

/** An event to send again, or for the first time. */
interface ReplayedEvent {
  readonly position: string;
  readonly messageId: string;
  readonly type: string;
  readonly body: string;
}

/** Sends the given events again, whether or not their deliveries are still stored. */
export async function replayEvents(
  tx: Tx,
  endpointId: bigint,
  events: readonly ReplayedEvent[],
): Promise<void> {
  await tx.query(sql`
    insert into webhook_delivery as d
      (endpoint_id, kind, position, message_id, type, body, state, next_attempt_at)
    select ${endpointId}, 'EVENT', r.position, r."messageId", r.type, r.body, 'WAITING',
      clock_timestamp()
    from unnest(${events.map((event) => event.position)}::bigint[],
      ${events.map((event) => event.messageId)}::text[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.body)}::text[]) as r(position, "messageId", type, body)
    on conflict on constraint webhook_delivery_once do update set ${again}`);
}

/**
 * Deletes one batch of ended deliveries whose retention period has passed, and returns their
 * number.
 */
export async function deleteOldDeliveries(db: Database): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with old as (
      select id from webhook_delivery
      where state <> 'WAITING'
        and ended_at < clock_timestamp() - ${DELIVERY.keptDays}::integer * interval '1 day'
      limit ${JOB.purgeBatchRows} for update skip locked
    )
    delete from webhook_delivery d using old where d.id = old.id
    returning d.id`);
  return rows.length;
}

/**
 * Deletes one batch of deliveries of removed endpoints, regardless of age, and returns their
 * number.
 */
export async function deleteDeliveriesOfRemoved(db: Database): Promise<number> {
  const rows = await db.query<{ id: bigint }>(sql`
    with old as (
      select d.id from webhook_delivery d
      join webhook_endpoint e on e.id = d.endpoint_id and e.state = 'REMOVED'
      limit ${JOB.purgeBatchRows} for update of d skip locked
    )
    delete from webhook_delivery d using old where d.id = old.id
    returning d.id`);
  return rows.length;
}
