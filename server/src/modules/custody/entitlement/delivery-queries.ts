// SQL for deliveries, which confirm that the depository has credited an event's new units.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { EventKind } from '../rule/kind.js';

export const DELIVERY_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'DELIVERED'] as const;

/**
 * The state of a delivery. APPROVED: its date is in the future, or its units are being delivered.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery with its event, and the units currently waiting for it. */
export interface DeliveryRow {
  readonly id: bigint;
  readonly corporate_action_id: bigint;
  readonly event_name: string;
  readonly event_kind: EventKind;
  readonly security_name: string;
  readonly delivery_date: BusinessDate;
  readonly state: DeliveryState;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT: Sql = sql`
  select d.*, a.name as event_name, a.kind as event_kind, s.name as security_name
  from event_delivery d
  join corporate_action a on a.id = d.corporate_action_id
  join security s on s.id = a.security_id`;

/** Reads one delivery; undefined if there is none. */
export async function selectDelivery(
  on: Database | Tx,
  id: bigint,
): Promise<DeliveryRow | undefined> {
  const [row] = await on.query<DeliveryRow>(sql`${SELECT} where d.id = ${id}`);
  return row;
}

/** Locks one delivery. */
export async function lockDelivery(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from event_delivery where id = ${id} for update`);
}

/** Selects a page of deliveries, newest first, plus one extra row to detect a next page. */
export function selectDeliveries(
  on: Database,
  state: DeliveryState | undefined,
  page: PageRequest,
): Promise<DeliveryRow[]> {
  return on.query<DeliveryRow>(sql`${SELECT}
    where (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${page.after}::bigint is null or d.id < ${page.after})
    order by d.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countDeliveries(on: Database, state: DeliveryState | undefined): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from event_delivery d
    where ${state ?? null}::text is null or d.state = ${state ?? null}`,
  );
}

/** The units of an event that are waiting for a delivery. */
interface PendingUnits {
  readonly entitlements: bigint;
  readonly units: bigint;
  /** The latest date from which the units of an option are available. */
  readonly available_date: BusinessDate | null;
  readonly is_proposed: boolean;
}

/** Sums the pending units of an event. */
export async function selectPendingUnits(tx: Tx, eventId: bigint): Promise<PendingUnits> {
  const [row] = await tx.query<PendingUnits>(sql`
    select count(*) as entitlements, coalesce(sum(e.pending_units), 0)::bigint as units,
      max(o.available_date) as available_date, exists (
        select from event_delivery d
        where d.corporate_action_id = ${eventId} and d.state in ('PENDING', 'APPROVED')
      ) as is_proposed
    from (
      select option_number, pending_units from entitlement
      where corporate_action_id = ${eventId} and pending_units <> 0 and moved_at is not null
        and state not in ('SUPERSEDED', 'CANCELLED')
      union all
      select option_number, pending_units from election
      where corporate_action_id = ${eventId} and pending_units <> 0
    ) e join corporate_action_option o
      on o.corporate_action_id = ${eventId} and o.number = e.option_number`);
  return row ?? { entitlements: 0n, units: 0n, available_date: null, is_proposed: false };
}

interface Stamp {
  readonly by: string;
  readonly at: Instant;
}

/** Stores a delivery that another person has to approve. */
export async function insertDelivery(
  tx: Tx,
  row: Pick<
    DeliveryRow,
    'id' | 'corporate_action_id' | 'delivery_date' | 'creator_kind' | 'creator_id'
  >,
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into event_delivery (id, corporate_action_id, delivery_date, state, creator_kind,
      creator_id, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.corporate_action_id}, ${row.delivery_date}, 'PENDING',
      ${row.creator_kind}, ${row.creator_id}, ${by}, ${at}, ${by}, ${at})`);
}

/** Stores the decision on a delivery that the caller has locked. */
export async function decideDelivery(
  tx: Tx,
  decision: {
    readonly id: bigint;
    readonly state: 'APPROVED' | 'REJECTED';
    readonly reason: string | undefined;
  },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    update event_delivery set state = ${decision.state}, decided_by = ${by}, decided_at = ${at},
      decision_reason = ${decision.reason ?? null}, version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = ${decision.id}`);
}

/** Selects the approved deliveries dated on or before a date, in id order. */
export function selectDeliverable(
  on: Database,
  through: BusinessDate,
  eventId?: bigint,
): Promise<DeliveryRow[]> {
  return on.query<DeliveryRow>(sql`${SELECT}
    where d.state = 'APPROVED' and d.delivery_date <= ${through}
      and (${eventId ?? null}::bigint is null or d.corporate_action_id = ${eventId ?? null})
    order by d.id`);
}

/** Marks a delivery as delivered in full. Returns false if it was already marked. */
export async function storeDelivered(tx: Tx, id: bigint, { by, at }: Stamp): Promise<boolean> {
  const rows = await tx.query(sql`
    update event_delivery set state = 'DELIVERED', version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = ${id} and state = 'APPROVED' returning id`);
  return rows.length > 0;
}
