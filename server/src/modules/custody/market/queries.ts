// SQL for the market effects of corporate actions: due events and applied effects.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { SecurityStatus } from '../../market/index.js';
import type { CorporateActionRow } from '../record/queries.js';

/** A security and an ex-date with corporate actions that have not taken effect yet. */
export interface ExDateKey {
  readonly securityId: bigint;
  readonly exDate: BusinessDate;
}

// Cancelled and defaulted events do not change prices or orders.
const IN_FORCE: Sql = sql`a.status in ('ANNOUNCED', 'CONFIRMED')`;

/** Selects the ex-dates, up to a date, with a pending effect on prices. */
export function selectUnpriced(on: Database | Tx, until: BusinessDate): Promise<ExDateKey[]> {
  return on.query<ExDateKey>(sql`
    select distinct a.security_id as "securityId", a.ex_date as "exDate" from corporate_action a
    where ${IN_FORCE} and a.price_adjusted_at is null and a.ex_date <= ${until}
    order by a.ex_date, a.security_id`);
}

/** Selects the ex-dates, up to a date, with a pending effect on live orders. */
export function selectOrdersUnadjusted(
  on: Database | Tx,
  until: BusinessDate,
): Promise<ExDateKey[]> {
  return on.query<ExDateKey>(sql`
    select distinct a.security_id as "securityId", a.ex_date as "exDate" from corporate_action a
    where ${IN_FORCE} and a.orders_adjusted_at is null and a.ex_date <= ${until}
    order by a.ex_date, a.security_id`);
}

/** Locks an ex-date's corporate actions with a pending effect on prices. */
export function lockUnpriced(tx: Tx, key: ExDateKey): Promise<CorporateActionRow[]> {
  return lockOf(tx, key, sql`a.price_adjusted_at is null`);
}

/** Locks an ex-date's corporate actions with a pending effect on orders. */
export function lockOrdersUnadjusted(tx: Tx, key: ExDateKey): Promise<CorporateActionRow[]> {
  return lockOf(tx, key, sql`a.orders_adjusted_at is null`);
}

function lockOf(
  tx: Tx,
  { securityId, exDate }: ExDateKey,
  condition: Sql,
): Promise<CorporateActionRow[]> {
  return tx.query<CorporateActionRow>(sql`
    select a.* from corporate_action a
    where a.security_id = ${securityId} and a.ex_date = ${exDate} and ${IN_FORCE} and ${condition}
    order by a.id for no key update`);
}

/** Marks the effect of events on prices as applied. */
export async function storePriced(tx: Tx, ids: readonly bigint[], at: Instant): Promise<void> {
  await tx.query(sql`
    update corporate_action set price_adjusted_at = ${at} where id = any(${[...ids]}::bigint[])`);
}

/** Marks the effect of events on live orders as applied. */
export async function storeOrdersAdjusted(
  tx: Tx,
  ids: readonly bigint[],
  at: Instant,
): Promise<void> {
  await tx.query(sql`
    update corporate_action set orders_adjusted_at = ${at} where id = any(${[...ids]}::bigint[])`);
}

/** Marks the market effects of a postponed event as pending. */
export async function storeUnmet(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`
    update corporate_action set price_adjusted_at = null, orders_adjusted_at = null
    where id = ${id}`);
}

/** Returns whether the orders of an event in force have not been adjusted yet. */
export async function hasOrdersLeft(tx: Tx, eventId: bigint): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 as left_over from corporate_action a
    where a.id = ${eventId} and ${IN_FORCE} and a.orders_adjusted_at is null`);
  return rows.length > 0;
}

/** Selects the events up to an ex-date with orders that still have to be adjusted or re-entered. */
export async function eventsWithOrdersLeft(tx: Tx, until: BusinessDate): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select a.id from corporate_action a
    where ${IN_FORCE} and a.ex_date <= ${until} and (a.orders_adjusted_at is null
      or a.kind = 'CHAN' and exists (select from order_adjustment o
        where o.event_name = a.name and o.reenters and o.reentered_as is null
          and o.reentry_refusal is null))
    order by a.id`);
  return rows.map(({ id }) => id);
}

/** Reads the subscription price of the rights that events distribute, from the linked events. */
export async function rightsPrices(
  on: Database | Tx,
  events: readonly CorporateActionRow[],
): Promise<ReadonlyMap<bigint, Decimal>> {
  const ids = events.filter(({ kind }) => kind === 'RHDI').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await on.query<{ id: bigint; price: Decimal }>(sql`
    select a.id, max(o.price) as price from corporate_action a
    join corporate_action l on l.kind = 'EXRI' and (l.id = a.linked_event_id
      or l.linked_event_id = a.id)
    join corporate_action_option o on o.corporate_action_id = l.id and o.price is not null
    where a.id = any(${ids}::bigint[]) group by a.id`);
  return new Map(rows.map(({ id, price }) => [id, price]));
}

/** Selects the events that must change the security itself by a date and have not yet done so. */
export function selectSecurityChanges(
  on: Database | Tx,
  until: BusinessDate,
): Promise<CorporateActionRow[]> {
  return on.query<CorporateActionRow>(sql`
    select a.* from corporate_action a
    where a.kind in ('CHAN', 'DLST', 'WRTH') and ${IN_FORCE} and a.security_changed_at is null
      and a.ex_date <= ${until}
    order by a.ex_date, a.id`);
}

/**
 * Records that an event has changed its security, together with the security's previous status, or
 * that the change was undone.
 */
export async function storeSecurityChanged(
  tx: Tx,
  id: bigint,
  change: { readonly at: Instant | undefined; readonly statusBefore: SecurityStatus | undefined },
): Promise<void> {
  await tx.query(sql`
    update corporate_action set security_changed_at = ${change.at ?? null},
      status_before = ${change.statusBefore ?? null}
    where id = ${id}`);
}

/**
 * When an event that ended a listing is undone, stores the earlier status in another event in force
 * that also ended the listing. Returns whether there is such an event.
 */
export async function passStatusBefore(
  tx: Tx,
  securityId: bigint,
  status: SecurityStatus,
): Promise<boolean> {
  const passed = await tx.query(sql`
    update corporate_action a set status_before = ${status}
    where a.id = (select min(o.id) from corporate_action o
      where o.security_id = ${securityId} and o.kind in ('DLST', 'WRTH')
        and o.status in ('ANNOUNCED', 'CONFIRMED') and o.security_changed_at is not null)
    returning 1 as passed`);
  return passed.length > 0;
}

/** A security to suspend or to release for trading because of an event. */
interface Suspension {
  readonly security_id: bigint;
  readonly event_name: string;
  readonly is_over: boolean;
}

/**
 * Selects the suspensions that begin or end by a date. An event suspends its security from
 * `suspend_from` to `suspend_to`, both inclusive.
 */
export function selectSuspensions(on: Database | Tx, date: BusinessDate): Promise<Suspension[]> {
  return on.query<Suspension>(sql`
    select a.security_id, a.name as event_name,
      a.suspend_to < ${date} or a.status = 'CANCELLED' as is_over
    from corporate_action a join security s on s.id = a.security_id
    where case
        when a.suspend_to < ${date} or a.status = 'CANCELLED' then a.suspended_at is not null
        else ${IN_FORCE} and a.suspended_at is null and a.suspend_from <= ${date}
      end
    order by is_over desc, a.security_id, a.id`);
}

/** Stores whether an event currently suspends its security. */
export async function storeSuspended(
  tx: Tx,
  eventName: string,
  at: Instant | undefined,
): Promise<void> {
  await tx.query(sql`
    update corporate_action set suspended_at = ${at ?? null} where name = ${eventName}`);
}
