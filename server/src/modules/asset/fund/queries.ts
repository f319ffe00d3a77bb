// SQL for funds and their values, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import type { Stamp } from '../stamp.js';
import { FUND } from './limits.js';
import type { FundTerms } from './price.js';

/** A stored fund with its register and its latest approved value. Amounts are in minor units. */
export interface FundRow extends FundTerms {
  readonly id: bigint;
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
  readonly fund_type: 'MONEY_MARKET' | 'EQUITY' | 'BOND' | 'BALANCED';
  readonly cut_off: string;
  readonly time_zone: string;
  readonly dealing_weekdays: readonly number[];
  readonly exchange_id: bigint | null;
  readonly exchange_name: string | null;
  readonly minimum_first_minor: bigint;
  readonly minimum_next_minor: bigint;
  readonly minimum_holding_units: Decimal;
  readonly open_for_subscription: boolean;
  readonly open_for_redemption: boolean;
  readonly income_policy: 'DISTRIBUTE' | 'ACCUMULATE';
  readonly income_option: IncomeOption;
  readonly tax_class: string | null;
  readonly nav_stale_days: number;
  readonly price_margin: Decimal;
  readonly deals_on_approval: boolean;
  readonly register_units: Decimal;
  readonly nav_per_unit: Decimal | null;
  readonly nav_date: BusinessDate | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

export type IncomeOption = 'REINVEST' | 'PAY';

const SELECT_FUND: Sql = sql`
  select f.*, x.name as exchange_name, r.units as register_units, n.nav_per_unit,
    n.valuation_date as nav_date
  from fund f
  join fund_register r on r.fund_id = f.id
  left join exchange x on x.id = f.exchange_id
  left join lateral (
    select v.nav_per_unit, v.valuation_date from fund_nav v
    where v.fund_id = f.id and v.status = 'APPROVED' order by v.valuation_date desc limit 1
  ) n on true`;

/** Selects a fund by id, or else by code or alias. */
export async function selectFund(
  on: Database | Tx,
  named: { readonly id?: bigint | undefined; readonly code?: string | undefined },
): Promise<FundRow | undefined> {
  const by = named.id === undefined ? hasCode(sql`f`, named.code ?? null) : sql`f.id = ${named.id}`;
  const [row] = await on.query<FundRow>(sql`${SELECT_FUND} where ${by}`);
  return row;
}

/** Selects the fund with this code. Aliases are ignored. */
export async function selectFundNamed(
  on: Database | Tx,
  name: string,
): Promise<FundRow | undefined> {
  const [row] = await on.query<FundRow>(sql`${SELECT_FUND} where upper(f.name) = upper(${name})`);
  return row;
}

/**
 * Locks a fund FOR SHARE. This prevents values from being entered, approved or rejected while an
 * order is submitted or decided on.
 */
export async function lockFundShared(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from fund where id = ${id} for share`);
}

/**
 * Locks a fund exclusively. Waits for orders in progress and blocks new ones until the transaction
 * ends.
 */
export async function lockFund(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from fund where id = ${id} for no key update`);
}

export function selectActiveFunds(on: Database, page: PageRequest): Promise<FundRow[]> {
  return on.query(sql`${SELECT_FUND}
    where f.active and (${page.after}::bigint is null or f.id > ${page.after})
    order by f.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countActiveFunds(on: Database): Promise<bigint> {
  return countRows(on, sql`select count(*) from fund where active`);
}

type StampColumn = 'created_by' | 'created_at' | 'modified_by' | 'modified_at';

/** The columns that are set when a version of a fund is stored. */
export type FundColumns = Omit<
  FundRow,
  StampColumn | 'id' | 'version' | 'exchange_name' | 'register_units' | 'nav_per_unit' | 'nav_date'
>;

/**
 * Stores a version of a fund, which replaces the previous one. A new fund gets an empty register.
 */
export async function storeFund(
  tx: Tx,
  fund: FundColumns & Pick<FundRow, 'id' | 'version'>,
  stamp: Pick<FundRow, 'modified_by' | 'modified_at'>,
): Promise<void> {
  const row = { ...fund, created_by: stamp.modified_by, created_at: stamp.modified_at, ...stamp };
  await tx.query(sql`
    with made as (
      insert into fund select * from jsonb_populate_record(null::fund, ${toJson(row)}::jsonb)
      on conflict (id) do update set aliases = excluded.aliases, label = excluded.label,
        active = excluded.active,
        fund_type = excluded.fund_type, price_decimals = excluded.price_decimals,
        units_decimals = excluded.units_decimals, bid_spread = excluded.bid_spread,
        offer_spread = excluded.offer_spread, entry_fee = excluded.entry_fee,
        exit_fees = excluded.exit_fees, fee_vat_percent = excluded.fee_vat_percent,
        minimum_holding_days = excluded.minimum_holding_days,
        early_redemption_percent = excluded.early_redemption_percent, cut_off = excluded.cut_off,
        time_zone = excluded.time_zone, dealing_weekdays = excluded.dealing_weekdays,
        exchange_id = excluded.exchange_id, minimum_first_minor = excluded.minimum_first_minor,
        minimum_next_minor = excluded.minimum_next_minor,
        minimum_holding_units = excluded.minimum_holding_units,
        open_for_subscription = excluded.open_for_subscription,
        open_for_redemption = excluded.open_for_redemption,
        income_policy = excluded.income_policy, income_option = excluded.income_option,
        tax_class = excluded.tax_class, nav_stale_days = excluded.nav_stale_days,
        price_margin = excluded.price_margin, deals_on_approval = excluded.deals_on_approval,
        version = excluded.version, modified_by = excluded.modified_by,
        modified_at = excluded.modified_at
      returning id
    )
    insert into fund_register (fund_id) select id from made on conflict (fund_id) do nothing`);
}

/** Returns whether a fund has orders in progress or unpaid income. */
export async function isAwaited(tx: Tx, id: bigint): Promise<boolean> {
  const [row] = await tx.query<{ awaited: boolean }>(sql`
    select exists (select from fund_transaction
        where fund_id = ${id} and status in ('PENDING', 'APPROVED'))
      or exists (select from fund_distribution
        where fund_id = ${id} and status in ('PENDING', 'APPROVED')) as awaited`);
  return row?.awaited ?? false;
}

/** One stored value of a fund. */
export interface FundNavRow {
  readonly id: bigint;
  readonly fund_id: bigint;
  readonly fund_name: string;
  readonly currency: string;
  readonly valuation_date: BusinessDate;
  readonly nav_per_unit: Decimal;
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED';
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_NAV: Sql = sql`
  select n.*, f.name as fund_name, f.currency from fund_nav n join fund f on f.id = n.fund_id`;

export async function selectNav(on: Database | Tx, id: bigint): Promise<FundNavRow | undefined> {
  const [row] = await on.query<FundNavRow>(sql`${SELECT_NAV} where n.id = ${id}`);
  return row;
}

export async function lockNav(tx: Tx, id: bigint): Promise<FundNavRow | undefined> {
  const [row] = await tx.query<FundNavRow>(sql`${SELECT_NAV} where n.id = ${id} for update of n`);
  return row;
}

/** Returns the fund's value for a date, if one was entered and not rejected. */
export async function selectNavOfDay(
  on: Database | Tx,
  fundId: bigint,
  date: BusinessDate,
): Promise<FundNavRow | undefined> {
  const [row] = await on.query<FundNavRow>(sql`${SELECT_NAV}
    where n.fund_id = ${fundId} and n.valuation_date = ${date} and n.status <> 'REJECTED'`);
  return row;
}

/** Returns the dates on or after a given date whose values have been entered, approved or not. */
export async function selectKnownDays(
  on: Tx,
  fundId: bigint,
  from: BusinessDate,
): Promise<Set<string>> {
  const rows = await on.query<{ valuation_date: string }>(sql`
    select valuation_date from fund_nav
    where fund_id = ${fundId} and valuation_date >= ${from} and status <> 'REJECTED'
    order by valuation_date limit ${FUND.knownValuesMax}`);
  return new Set(rows.map((row) => row.valuation_date));
}

export async function insertNav(
  tx: Tx,
  nav: Pick<FundNavRow, 'fund_id' | 'valuation_date' | 'creator_kind' | 'creator_id'> & {
    readonly nav_per_unit: Decimal;
  },
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into fund_nav (id, fund_id, valuation_date, nav_per_unit, status, creator_kind,
      creator_id, created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${nav.fund_id}, ${nav.valuation_date}, ${nav.nav_per_unit.toFixed()},
      'PENDING', ${nav.creator_kind}, ${nav.creator_id}, ${stamp.by}, ${stamp.at}, ${stamp.by},
      ${stamp.at})`);
}

interface NavDecision {
  readonly status: 'APPROVED' | 'REJECTED';
  readonly reason?: string | undefined;
}

export async function decideNav(
  tx: Tx,
  stamp: Stamp,
  { status, reason }: NavDecision,
): Promise<void> {
  await tx.query(sql`
    update fund_nav set status = ${status}, decided_by = ${stamp.by}, decided_at = ${stamp.at},
      decision_reason = ${reason ?? null}, version = version + 1, modified_by = ${stamp.by},
      modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

export interface NavFilter {
  readonly fundId: bigint | undefined;
  readonly status: string | undefined;
  readonly from: BusinessDate | undefined;
  readonly to: BusinessDate | undefined;
}

function navFiltered({ fundId, status, from, to }: NavFilter): Sql {
  return sql`(${fundId ?? null}::bigint is null or n.fund_id = ${fundId ?? null})
    and (${status ?? null}::text is null or n.status = ${status ?? null})
    and (${from ?? null}::date is null or n.valuation_date >= ${from ?? null})
    and (${to ?? null}::date is null or n.valuation_date <= ${to ?? null})`;
}

/** Selects value entries, newest first. */
export function selectNavs(
  on: Database,
  filter: NavFilter,
  page: PageRequest,
): Promise<FundNavRow[]> {
  return on.query(sql`${SELECT_NAV}
    where ${navFiltered(filter)} and (${page.after}::bigint is null or n.id < ${page.after})
    order by n.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countNavs(on: Database, filter: NavFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from fund_nav n where ${navFiltered(filter)}`);
}
