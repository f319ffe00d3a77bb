// SQL for stored holdings: reads, locks and changes.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER } from '../limits.js';
import type { CouponRow } from '../rule/accrued-interest.js';

/** A holding and its security's terms. */
export interface HoldingRow extends CouponRow {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly security_name: string;
  readonly security_label: string;
  readonly sector: string | null;
  readonly currency: string;
  readonly quantity: bigint;
  readonly held_quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
  readonly last: Decimal | null;
  readonly security_type: string;
  readonly face_value: Decimal | null;
}

/** Selects the holdings of portfolios with the current price, including empty holdings. */
export function holdingRows(
  on: Database | Tx,
  portfolioIds: readonly bigint[],
): Promise<HoldingRow[]> {
  return on.query<HoldingRow>(sql`
    select h.*, s.name as security_name, s.label as security_label, s.sector, s.currency,
      s.security_type, s.face_value, s.coupon_rate, s.coupons_per_year, s.day_count,
      s.maturity_date, s.issue_date, sp.last
    from holding h
    join security s on s.id = h.security_id
    left join security_price sp on sp.security_id = s.id
    where h.portfolio_id = any(${[...portfolioIds]}::bigint[])
    order by h.portfolio_id, s.name limit ${ORDER.holdingsMax}`);
}

/** A locked holding, with the changes made in memory so far. */
export interface HoldingState {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  quantity: bigint;
  costMinor: bigint;
  /** Amounts to add to columns that no calculation reads. */
  gainMinor: bigint;
  held: bigint;
}

/** Locks the given holdings in key order, and creates those that are missing. */
export function selectLocked(tx: Tx, owners: readonly HoldingKey[]) {
  return tx.query<Omit<HoldingState, 'gainMinor' | 'held'>>(sql`
    insert into holding (portfolio_id, security_id)
    select distinct o.portfolio_id, o.security_id
    from unnest(${owners.map((owner) => owner.portfolio_id)}::bigint[],
      ${owners.map((owner) => owner.security_id)}::bigint[]) as o(portfolio_id, security_id)
    order by o.portfolio_id, o.security_id
    on conflict (portfolio_id, security_id) do update set quantity = holding.quantity
    returning portfolio_id as "portfolioId", security_id as "securityId", quantity,
      cost_minor as "costMinor"`);
}

/** Stores locked holdings in one statement. */
export async function storeHoldings(tx: Tx, states: readonly HoldingState[]): Promise<void> {
  if (states.length === 0) return;
  await tx.query(sql`
    update holding h set quantity = s.quantity, cost_minor = s."costMinor",
      realised_gain_minor = h.realised_gain_minor + s."gainMinor",
      held_quantity = h.held_quantity + s.held
    from jsonb_to_recordset(${toJson(states)}::jsonb) as s("portfolioId" bigint,
      "securityId" bigint, quantity bigint, "costMinor" bigint, "gainMinor" bigint, held bigint)
    where h.portfolio_id = s."portfolioId" and h.security_id = s."securityId"`);
}

/** Adds the charges of a buy to the cost of its units, as `LockedHoldings.addCost` does. */
export async function addCost(tx: Tx, order: HoldingKey, chargesMinor: bigint): Promise<void> {
  await tx.query(sql`
    update holding set
      cost_minor = cost_minor + case when quantity <= 0 then 0 else ${chargesMinor}::bigint end,
      realised_gain_minor = realised_gain_minor - case when quantity <= 0 then
      ${chargesMinor}::bigint else 0 end
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}`);
}

/** Identifies a holding. */
interface HoldingKey {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
}

/**
 * Locks the given holdings in key order, except those that another transaction has locked. Returns
 * the free units, keyed by portfolio and security separated by a space.
 */
export async function lockFreeUnits(
  tx: Tx,
  keys: readonly HoldingKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ key: string; available: bigint }>(sql`
    select portfolio_id || ' ' || security_id as key, quantity - held_quantity as available
    from holding where (portfolio_id, security_id) in (
      select * from unnest(${keys.map(({ portfolio_id }) => portfolio_id)}::bigint[],
        ${keys.map(({ security_id }) => security_id)}::bigint[]))
    order by portfolio_id, security_id for update skip locked`);
  return new Map(rows.map(({ key, available }) => [key, available]));
}

/** Locks the given holdings in key order. */
export async function lockHoldingsOf(tx: Tx, keys: readonly HoldingKey[]): Promise<void> {
  await tx.query(sql`
    select 1 as locked from holding where (portfolio_id, security_id) in (
      select * from unnest(${keys.map(({ portfolio_id }) => portfolio_id)}::bigint[],
        ${keys.map(({ security_id }) => security_id)}::bigint[]))
    order by portfolio_id, security_id for no key update`);
}

/** A change in the units that a holding reserves for sell orders; negative if they decrease. */
export interface HeldUnits extends HoldingKey {
  readonly units: bigint;
}

/**
 * Changes the held units of the given holdings in one statement. A holding with too few free units
 * is not changed.
 * @returns the number of holdings changed
 */
export async function changeHeldUnits(tx: Tx, held: readonly HeldUnits[]): Promise<number> {
  const of = (column: (each: HeldUnits) => bigint) => held.map(column);
  const rows = await tx.query(sql`
    update holding h set held_quantity = h.held_quantity + n.units
    from unnest(${of((each) => each.portfolio_id)}::bigint[],
      ${of((each) => each.security_id)}::bigint[], ${of((each) => each.units)}::bigint[])
      n (portfolio_id, security_id, units)
    where h.portfolio_id = n.portfolio_id and h.security_id = n.security_id
      and (n.units < 0 or h.quantity - h.held_quantity >= n.units)
    returning 1 as moved`);
  return rows.length;
}

/** Like `changeHeldUnits`, for one holding. */
export async function changeHeldUnitsOf(
  tx: Tx,
  { portfolio_id, security_id }: HoldingKey,
  by: bigint,
): Promise<number> {
  const rows = await tx.query(sql`
    update holding set held_quantity = held_quantity + ${by}::bigint
    where portfolio_id = ${portfolio_id} and security_id = ${security_id}
      and (${by}::bigint < 0 or quantity - held_quantity >= ${by}::bigint)
    returning 1 as moved`);
  return rows.length;
}
