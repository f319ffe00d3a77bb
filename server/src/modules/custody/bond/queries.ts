// SQL for bond income: the bonds that pay income, and their income events.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { CouponRow } from '../../order/index.js';
import { CUSTODY } from '../limits.js';
import type { CorporateActionRow } from '../record/queries.js';
import type { PartialRedemption } from '../rule/bond-schedule.js';

type On = Database | Tx;

/** Returns whether a coupon or the redemption of a bond has been announced and not cancelled. */
export async function isIncomeAnnounced(on: On, securityId: bigint): Promise<boolean> {
  const rows = await on.query(sql`
    select from corporate_action
    where security_id = ${securityId} and kind in ('INTR', 'REDM') and status <> 'CANCELLED'
    limit 1`);
  return rows.length > 0;
}

/** A bond with its income terms. */
export interface BondRow extends CouponRow {
  readonly id: bigint;
  readonly name: string;
  readonly security_type: string;
  readonly exchange_id: bigint;
  readonly currency: string;
  readonly record_days: number;
  readonly face_value: Decimal | null;
  /** The date on which the bond was called before maturity; null if it was not called. */
  readonly called_on: BusinessDate | null;
}

const bondColumns = sql`
  s.id, s.name, s.security_type, s.exchange_id, s.currency, s.record_days, s.face_value,
  s.coupon_rate, s.coupons_per_year, s.day_count, s.maturity_date, s.issue_date,
  s.trades_flat_from,
  (select min(c.ex_date) from corporate_action c
    where c.security_id = s.id and c.kind = 'MCAL' and c.status = 'CONFIRMED') as called_on`;

/** Selects a page of the bonds in use, in id order. */
export function selectBonds(on: On, after: bigint): Promise<BondRow[]> {
  return on.query<BondRow>(sql`
    select ${bondColumns} from security s
    where is_bond(s.security_type) and s.active and s.id > ${after}
    order by s.id limit ${CUSTODY.bondsPerPage}`);
}

/** Selects bonds that meet a condition on `s`, in id order. */
export function selectBondsThat(on: On, condition: Sql): Promise<BondRow[]> {
  return on.query<BondRow>(sql`
    select ${bondColumns} from security s
    where is_bond(s.security_type) and ${condition} order by s.id`);
}

/** Selects the bonds among the given securities, in id order. */
export function selectBondsOf(on: On, securityIds: readonly bigint[]): Promise<BondRow[]> {
  return selectBondsThat(on, sql`s.id = any(${[...securityIds]}::bigint[])`);
}

/** Locks a bond, so that its terms cannot change, and returns it. */
export async function lockBond(tx: Tx, id: bigint): Promise<BondRow | undefined> {
  const [bond] = await tx.query<BondRow>(sql`
    select ${bondColumns} from security s
    where s.id = ${id} and is_bond(s.security_type) for no key update of s`);
  return bond;
}

/** An income event of a bond. */
export interface IncomeEvent
  extends Pick<
    CorporateActionRow,
    'id' | 'name' | 'security_id' | 'status' | 'progress' | 'ex_date' | 'payment_date'
  > {
  readonly kind: 'INTR' | 'REDM';
  /** True if the program recorded all versions of the event. */
  readonly is_scheduled: boolean;
}

const incomeColumns = sql`
  a.id, a.name, a.security_id, a.kind, a.status, a.progress, a.ex_date, a.payment_date,
  a.source is not distinct from ${CUSTODY.bondIncomeSource} as is_scheduled`;

/**
 * Selects income events of bonds: coupons with an ex-date on or after a date, and all redemptions.
 */
export function selectIncomeEvents(
  on: On,
  securityIds: readonly bigint[],
  from: BusinessDate,
): Promise<IncomeEvent[]> {
  return on.query<IncomeEvent>(sql`
    select ${incomeColumns} from corporate_action a
    where a.security_id = any(${[...securityIds]}::bigint[])
      and (a.kind = 'INTR' and a.ex_date >= ${from} or a.kind = 'REDM')
    order by a.id`);
}

/** An event whose payment date may have to move, with the calendar of its exchange. */
interface UnpaidIncome extends IncomeEvent {
  readonly exchange_id: bigint;
}

/** Selects the scheduled income that is unpaid and has a payment date after a given date. */
export function selectUnpaidIncome(on: On, closing: BusinessDate): Promise<UnpaidIncome[]> {
  return on.query<UnpaidIncome>(sql`
    select ${incomeColumns}, s.exchange_id
    from corporate_action a join security s on s.id = a.security_id
    where a.kind in ('INTR', 'REDM') and a.status in ('ANNOUNCED', 'CONFIRMED')
      and a.progress in ('OPEN', 'ENTITLED') and a.payment_date > ${closing}
      and a.source = ${CUSTODY.bondIncomeSource}
    order by a.id`);
}

/** Counts the events whose name begins with a prefix. */
export async function countNamed(on: On, prefix: string): Promise<bigint> {
  const [row] = await on.query<{ count: bigint }>(sql`
    select count(*) as count from corporate_action
    where name = ${prefix} or name like ${`${prefix}/%`}`);
  return row?.count ?? 0n;
}

/** Selects the partial redemptions of a bond, by date. */
export function selectPartialRedemptions(on: On, securityId: bigint): Promise<PartialRedemption[]> {
  return on.query<PartialRedemption>(sql`
    select a.ex_date as date, o.percent, a.name as "eventName"
    from corporate_action a
    join corporate_action_option o on o.corporate_action_id = a.id and o.is_default
    where a.security_id = ${securityId} and a.kind = 'PCAL' and a.status = 'CONFIRMED'
      and o.percent is not null
    order by a.ex_date, a.id`);
}

/** Returns the date of the first payment that a bond's issuer missed, or null. */
export async function selectDefaultDate(on: On, securityId: bigint): Promise<BusinessDate | null> {
  const [row] = await on.query<{ date: BusinessDate | null }>(sql`
    select min(ex_date) as date from corporate_action
    where security_id = ${securityId} and (kind = 'DFLT' and status = 'CONFIRMED'
      or kind in ('INTR', 'REDM', 'PCAL', 'MCAL') and status = 'DEFAULTED')`);
  return row?.date ?? null;
}

/** Selects the active securities that were redeemed or called before a date. */
export async function selectMatured(on: On, before: BusinessDate): Promise<bigint[]> {
  const rows = await on.query<{ id: bigint }>(sql`
    select s.id from security s
    where s.active and is_bond(s.security_type) and exists (
      select from corporate_action a
      where a.security_id = s.id and a.kind in ('REDM', 'MCAL') and a.status = 'CONFIRMED'
        and a.ex_date < ${before})
    order by s.id limit ${CUSTODY.bondsPerPage}`);
  return rows.map(({ id }) => id);
}

/** Stores in each redemption event when its bond was deactivated. */
export async function storeMatured(
  tx: Tx,
  securityIds: readonly bigint[],
  { before, at }: { readonly before: BusinessDate; readonly at: Instant },
): Promise<void> {
  await tx.query(sql`
    update corporate_action set security_changed_at = ${at}
    where security_id = any(${[...securityIds]}::bigint[]) and ${redeemedBefore(before)}`);
}

/** Marks an event as no longer deactivating its bond. */
export async function storeNotMatured(tx: Tx, eventId: bigint): Promise<void> {
  await tx.query(sql`
    update corporate_action set security_changed_at = null where id = ${eventId}`);
}

/** Returns whether a bond was redeemed or called before a date. */
export async function isRedeemed(
  on: On,
  securityId: bigint,
  before: BusinessDate,
): Promise<boolean> {
  const rows = await on.query(sql`
    select from corporate_action
    where security_id = ${securityId} and ${redeemedBefore(before)} limit 1`);
  return rows.length > 0;
}

function redeemedBefore(date: BusinessDate): Sql {
  return sql`kind in ('REDM', 'MCAL') and status = 'CONFIRMED' and ex_date < ${date}`;
}
