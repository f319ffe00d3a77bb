// SQL for the unit register: units in issue, holdings, their lots and movements.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { FUND } from './limits.js';
import type { IncomeOption } from './queries.js';

/** The key of a holding: fund, customer and portfolio. */
export interface HoldingKey {
  readonly fundId: bigint;
  readonly customerId: bigint;
  /** Empty if the units are not in a portfolio. */
  readonly portfolioName: string;
}

export interface HoldingRow {
  readonly id: bigint;
  readonly fund_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly portfolio_name: string;
  readonly units: Decimal;
  readonly held_units: Decimal;
  readonly income_option: IncomeOption;
  readonly version: bigint;
}

/** Like `selectHolding`, but locks the row FOR UPDATE so that the available units cannot change. */
export async function lockHolding(tx: Tx, key: HoldingKey): Promise<HoldingRow | undefined> {
  const [row] = await tx.query<HoldingRow>(sql`
    select * from fund_holding where fund_id = ${key.fundId} and customer_id = ${key.customerId}
      and portfolio_name = ${key.portfolioName} for update`);
  return row;
}

/** Selects the portfolios in which a customer has units of a fund, by code. */
export async function selectHeldPortfolios(
  tx: Tx,
  fundId: bigint,
  customerId: bigint,
): Promise<string[]> {
  const rows = await tx.query<{ portfolio_name: string }>(sql`
    select portfolio_name from fund_holding
    where fund_id = ${fundId} and customer_id = ${customerId} and units > 0
    order by portfolio_name limit ${FUND.portfoliosNamedMax}`);
  return rows.map((row) => row.portfolio_name);
}

/** Adds to a holding's held units; a negative number releases units. */
export async function moveHeldUnits(tx: Tx, id: bigint, units: Decimal): Promise<void> {
  await tx.query(sql`
    update fund_holding set held_units = held_units + ${units.toFixed()}::numeric,
      version = version + 1
    where id = ${id}`);
}

/** Opens the holdings that do not exist yet. */
export async function openHoldings(
  tx: Tx,
  rows: readonly Pick<
    HoldingRow,
    'id' | 'fund_id' | 'customer_id' | 'office_id' | 'portfolio_name' | 'income_option'
  >[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into fund_holding (id, fund_id, customer_id, office_id, portfolio_name, income_option)
    select id, fund_id, customer_id, office_id, portfolio_name, income_option
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, fund_id bigint,
      customer_id bigint, office_id bigint, portfolio_name text, income_option text)
    on conflict on constraint fund_holding_is_one do nothing`);
}

/** Locks a fund's register row, which must be locked before any of the fund's holdings. */
export async function lockRegister(tx: Tx, fundId: bigint): Promise<void> {
  await tx.query(sql`select fund_id from fund_register where fund_id = ${fundId} for update`);
}

/** Locks these customers' holdings in the fund, in id order. */
export function lockHoldings(
  tx: Tx,
  fundId: bigint,
  customerIds: readonly bigint[],
): Promise<HoldingRow[]> {
  return tx.query(sql`
    select h.* from fund_holding h
    join (select distinct id from unnest(${customerIds}::bigint[]) as wanted (id)) wanted
      on wanted.id = h.customer_id
    where h.fund_id = ${fundId} order by h.id for update of h`);
}

interface LotRow {
  readonly id: bigint;
  readonly holding_id: bigint;
  readonly acquired_on: BusinessDate;
  readonly units: Decimal;
}

/** Selects lots with remaining units, oldest first. */
export function selectLots(on: Database | Tx, holdingIds: readonly bigint[]): Promise<LotRow[]> {
  return on.query(sql`
    select id, holding_id, acquired_on, units from fund_lot
    where holding_id = any(${holdingIds}::bigint[]) and units > 0
    order by holding_id, acquired_on, id`);
}

/** A batch's changes to the register. */
export interface RegisterChange {
  readonly fundId: bigint;
  readonly date: BusinessDate;
  readonly sourceType: 'FUND_TRANSACTION' | 'FUND_DISTRIBUTION';
  readonly holdings: readonly {
    readonly id: bigint;
    readonly units: Decimal;
    readonly held_units: Decimal;
    readonly income_option: IncomeOption;
  }[];
  readonly boughtLots: readonly {
    readonly holding_id: bigint;
    readonly acquired_on: BusinessDate;
    readonly bought_units: Decimal;
    /** The units that remain after sales in the same batch. */
    readonly units: Decimal;
  }[];
  readonly soldLots: readonly { readonly id: bigint; readonly units: Decimal }[];
  readonly movements: readonly {
    readonly holding_id: bigint;
    readonly source_id: bigint;
    readonly units: Decimal;
    readonly balance: Decimal;
  }[];
}

/** Stores a batch's changes in one statement: units in issue, holdings, lots and movements. */
export async function changeRegister(tx: Tx, change: RegisterChange): Promise<void> {
  await tx.query(sql`
    with moved as (
      insert into fund_unit_movement (fund_id, holding_id, source_type, source_id, moved_on, units,
        balance)
      select ${change.fundId}, holding_id, ${change.sourceType}, source_id, ${change.date}, units,
        balance
      from jsonb_to_recordset(${toJson(change.movements)}::jsonb)
        as m (holding_id bigint, source_id bigint, units numeric, balance numeric)
      returning units
    ), issued as (
      update fund_register set units = units + (select coalesce(sum(m.units), 0) from moved m)
      where fund_id = ${change.fundId}
    ), held as (
      update fund_holding h set units = c.units, held_units = c.held_units,
        income_option = c.income_option, version = h.version + 1
      from jsonb_to_recordset(${toJson(change.holdings)}::jsonb)
        as c (id bigint, units numeric, held_units numeric, income_option text)
      where h.id = c.id
    ), sold as (
      update fund_lot l set units = s.units
      from jsonb_to_recordset(${toJson(change.soldLots)}::jsonb) as s (id bigint, units numeric)
      where l.id = s.id
    )
    insert into fund_lot (holding_id, acquired_on, bought_units, units)
    select holding_id, acquired_on, bought_units, units
    from jsonb_to_recordset(${toJson(change.boughtLots)}::jsonb)
      as b (holding_id bigint, acquired_on date, bought_units numeric, units numeric)`);
}

/** A holding as shown in a list. */
export interface ShownHoldingRow extends Omit<HoldingRow, 'held_units'> {
  /** Null for a past date. */
  readonly held_units: Decimal | null;
  readonly fund_name: string;
  readonly fund_label: string;
  readonly currency: string;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly office_name: string;
  readonly nav_per_unit: Decimal | null;
  readonly nav_date: BusinessDate | null;
}

export interface HoldingFilter {
  readonly customerId: bigint;
  readonly fundId: bigint | undefined;
  readonly offices: readonly bigint[] | undefined;
  /** Units are valued at the end of this date. Undefined for the current units. */
  readonly date: BusinessDate | undefined;
}

function holdingFiltered({ customerId, fundId, offices }: HoldingFilter): Sql {
  return sql`h.customer_id = ${customerId}
    and (${fundId ?? null}::bigint is null or h.fund_id = ${fundId ?? null})
    and ${inOffices(sql`h.office_id`, offices)}`;
}

// The units on a past date are the sum of all movements up to that date.
function unitsOn(date: BusinessDate | undefined): Sql {
  if (date === undefined) return sql`h.units, h.held_units`;
  return sql`(
      select coalesce(sum(m.units), 0) from fund_unit_movement m
      where m.holding_id = h.id and m.moved_on <= ${date}
    ) as units, null::numeric as held_units`;
}

/** Selects one customer's holdings at the latest approved values, now or on a past date. */
export function selectShownHoldings(
  on: Database,
  filter: HoldingFilter,
  page: PageRequest,
): Promise<ShownHoldingRow[]> {
  return on.query(sql`
    select h.id, h.fund_id, h.customer_id, h.office_id, h.portfolio_name, h.income_option,
      h.version, ${unitsOn(filter.date)}, f.name as fund_name,
      f.label as fund_label,
      f.currency, c.name as customer_name, c.label as customer_label, o.name as office_name,
      n.nav_per_unit,
      n.valuation_date as nav_date
    from fund_holding h
    join fund f on f.id = h.fund_id
    join customer c on c.id = h.customer_id
    join business_office o on o.id = h.office_id
    left join lateral (
      select v.nav_per_unit, v.valuation_date from fund_nav v
      where v.fund_id = f.id and v.status = 'APPROVED'
        and (${filter.date ?? null}::date is null or v.valuation_date <= ${filter.date ?? null})
      order by v.valuation_date desc limit 1
    ) n on true
    where ${holdingFiltered(filter)} and (${page.after}::bigint is null or h.id > ${page.after})
    order by h.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countHoldings(on: Database, filter: HoldingFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from fund_holding h where ${holdingFiltered(filter)}`);
}
