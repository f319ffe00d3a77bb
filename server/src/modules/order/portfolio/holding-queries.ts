// SQL for stored holdings: reads, locks and changes.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { ORDER } from '../limits.js';
import type { CouponRow } from '../rule/accrued-interest.js';
import type { FoldedHolding } from '../rule/holding-fold.js';

/** A holding and its security's terms. */
export interface HoldingRow extends CouponRow {
  readonly customer_id: bigint;
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly security_name: string;
  readonly security_label: string;
  readonly sector: string | null;
  readonly currency: string;
  readonly quantity: bigint;
  readonly held_quantity: bigint;
  readonly pending_quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
  readonly moved_on: BusinessDate | null;
  readonly last: Decimal | null;
  /** The date of the last price. */
  readonly price_date: BusinessDate | null;
  readonly exchange_name: string;
  readonly security_type: string;
  /** The original face value. A valuation replaces it with the face value on the valuation date. */
  readonly face_value: Decimal | null;
}

/** Selects the holdings of portfolios with the current price, including empty holdings. */
export function holdingRows(
  on: Database | Tx,
  portfolioIds: readonly bigint[],
): Promise<HoldingRow[]> {
  return selectHoldings(on, { portfolioIds, among: sql`true`, most: ORDER.holdingsMax });
}

/**
 * Selects the bonds of customers, including empty holdings. Reads one extra row to detect that the
 * limit is exceeded.
 */
export async function bondHoldingRows(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<HoldingRow[]> {
  const portfolios = await on.query<{ id: bigint }>(sql`
    select distinct p.id from portfolio p
    join holding h on h.portfolio_id = p.id
    join security s on s.id = h.security_id
    where p.customer_id = any(${[...customerIds]}::bigint[]) and is_bond(s.security_type)`);
  if (portfolios.length === 0) return [];
  return selectHoldings(on, {
    portfolioIds: portfolios.map(({ id }) => id),
    among: sql`is_bond(s.security_type)`,
    most: ORDER.holdingsMax * customerIds.length + 1,
  });
}

/** Selects the holdings of portfolios that are not empty now, with the current price. */
export function presentHoldingRows(
  on: Database | Tx,
  portfolioIds: readonly bigint[],
): Promise<HoldingRow[]> {
  const among = sql`h.quantity <> 0`;
  return selectHoldings(on, { portfolioIds, among, most: ORDER.presentHoldingsMax });
}

function selectHoldings(
  on: Database | Tx,
  {
    portfolioIds,
    among,
    most,
  }: { readonly portfolioIds: readonly bigint[]; readonly among: Sql; readonly most: number },
): Promise<HoldingRow[]> {
  return on.query<HoldingRow>(sql`
    select h.*, p.customer_id, s.name as security_name, s.label as security_label, s.sector,
      s.currency,
      s.security_type, s.face_value, s.coupon_rate, s.coupons_per_year, s.day_count,
      s.maturity_date, s.issue_date, s.trades_flat_from, sp.last, sp.price_date,
      e.name as exchange_name
    from holding h
    join portfolio p on p.id = h.portfolio_id
    join security s on s.id = h.security_id
    join exchange e on e.id = s.exchange_id
    left join security_price sp on sp.security_id = s.id
    where h.portfolio_id = any(${[...portfolioIds]}::bigint[]) and ${among}
    order by h.portfolio_id, s.name limit ${most}`);
}

interface LockedRow {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
  readonly moved_on: BusinessDate | null;
  readonly sold_on: BusinessDate | null;
  readonly day_start_quantity: bigint;
  readonly day_start_cost_minor: bigint;
  readonly day_start_gain_minor: bigint;
}

/** A locked holding. */
export interface LockedHolding extends FoldedHolding {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
}

/** Locks the given holdings in key order, and creates those that are missing. */
export async function selectLocked(
  tx: Tx,
  owners: readonly HoldingKey[],
): Promise<LockedHolding[]> {
  const rows = await tx.query<LockedRow>(sql`
    insert into holding (portfolio_id, security_id)
    select distinct o.portfolio_id, o.security_id
    from unnest(${owners.map((owner) => owner.portfolio_id)}::bigint[],
      ${owners.map((owner) => owner.security_id)}::bigint[]) as o(portfolio_id, security_id)
    order by o.portfolio_id, o.security_id
    on conflict (portfolio_id, security_id) do update set quantity = holding.quantity
    returning portfolio_id, security_id, quantity, cost_minor, realised_gain_minor, moved_on,
      sold_on, day_start_quantity, day_start_cost_minor, day_start_gain_minor`);
  return rows.map((row) => ({
    portfolioId: row.portfolio_id,
    securityId: row.security_id,
    quantity: row.quantity,
    costMinor: row.cost_minor,
    gainMinor: row.realised_gain_minor,
    movedOn: row.moved_on ?? undefined,
    soldOn: row.sold_on ?? undefined,
    dayStart: {
      quantity: row.day_start_quantity,
      costMinor: row.day_start_cost_minor,
      gainMinor: row.day_start_gain_minor,
    },
  }));
}

/** A locked holding to store, with the change in the units held for sell orders. */
export interface HoldingUpdate extends LockedHolding {
  readonly held: bigint;
}

/** Stores locked holdings in one statement. */
export async function storeHoldings(tx: Tx, holdings: readonly HoldingUpdate[]): Promise<void> {
  if (holdings.length === 0) return;
  const rows = holdings.map(({ dayStart, ...row }) => ({
    ...row,
    startQuantity: dayStart.quantity,
    startCostMinor: dayStart.costMinor,
    startGainMinor: dayStart.gainMinor,
  }));
  await tx.query(sql`
    update holding h set quantity = s.quantity, cost_minor = s."costMinor",
      realised_gain_minor = s."gainMinor", held_quantity = h.held_quantity + s.held,
      moved_on = s."movedOn", sold_on = s."soldOn", day_start_quantity = s."startQuantity",
      day_start_cost_minor = s."startCostMinor", day_start_gain_minor = s."startGainMinor"
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as s("portfolioId" bigint,
      "securityId" bigint, quantity bigint, "costMinor" bigint, "gainMinor" bigint, held bigint,
      "movedOn" date, "soldOn" date, "startQuantity" bigint, "startCostMinor" bigint,
      "startGainMinor" bigint)
    where h.portfolio_id = s."portfolioId" and h.security_id = s."securityId"`);
}

/** Identifies a holding. */
interface HoldingKey {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
}

/**
 * Locks the given holdings in key order, except those that another transaction has locked. Returns
 * the free units, keyed by portfolio and security, separated by a space.
 */
export async function lockFreeUnits(
  tx: Tx,
  keys: readonly HoldingKey[],
): Promise<Map<string, bigint>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<{ key: string; available: bigint }>(sql`
    select portfolio_id || ' ' || security_id as key,
      available_units(holding) as available
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
 * Changes the held units of the given holdings in one statement. Does not change a holding that has
 * too few free units.
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
      and (n.units < 0 or available_units(h) >= n.units)
    returning 1 as moved`);
  return rows.length;
}
