// SQL for distributions of a fund's income, one function per statement.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { Stamp } from '../stamp.js';
import { exemptionsOf } from '../tax/queries.js';
import type { Exemption } from '../tax/rule.js';
import type { FundNavRow, IncomeOption } from './queries.js';

export interface DistributionRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly fund_id: bigint;
  readonly fund_name: string;
  readonly currency: string;
  readonly income_per_unit: Decimal;
  readonly status: 'PENDING' | 'APPROVED' | 'PAID' | 'REJECTED';
  readonly record_date: BusinessDate | null;
  /** The first date whose value excludes the distributed income. */
  readonly ex_date: BusinessDate | null;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly holders: bigint;
  readonly holders_paid: bigint;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_DISTRIBUTION: Sql = sql`
  select d.*, f.name as fund_name, f.currency, i.*
  from fund_distribution d
  join fund f on f.id = d.fund_id
  cross join lateral (
    select count(*) as holders, count(x.paid_on) as holders_paid,
      coalesce(sum(x.gross_minor), 0)::bigint as gross_minor,
      coalesce(sum(x.tax_minor), 0)::bigint as tax_minor
    from fund_income x where x.distribution_id = d.id
  ) i`;

export async function insertDistribution(
  tx: Tx,
  row: Pick<
    DistributionRow,
    'name' | 'label' | 'fund_id' | 'income_per_unit' | 'creator_kind' | 'creator_id'
  >,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into fund_distribution (id, name, label, fund_id, income_per_unit, status, creator_kind,
      creator_id, created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${row.name}, ${row.label}, ${row.fund_id},
      ${row.income_per_unit.toFixed()}, 'PENDING', ${row.creator_kind}, ${row.creator_id},
      ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

export async function selectDistribution(
  on: Database | Tx,
  id: bigint,
): Promise<DistributionRow | undefined> {
  const [row] = await on.query<DistributionRow>(sql`${SELECT_DISTRIBUTION} where d.id = ${id}`);
  return row;
}

export async function lockDistribution(tx: Tx, id: bigint): Promise<void> {
  await tx.query(sql`select id from fund_distribution where id = ${id} for update`);
}

export async function storeDistribution(
  tx: Tx,
  stamp: Stamp,
  change: {
    readonly status: DistributionRow['status'];
    readonly recordDate?: BusinessDate;
    readonly exDate?: BusinessDate;
    readonly decided: boolean;
    readonly reason?: string | undefined;
  },
): Promise<void> {
  await tx.query(sql`
    update fund_distribution set status = ${change.status},
      record_date = coalesce(${change.recordDate ?? null}::date, record_date),
      ex_date = coalesce(${change.exDate ?? null}::date, ex_date),
      decided_by = case when ${change.decided}::boolean then ${stamp.by} else decided_by end,
      decided_at = case when ${change.decided}::boolean then ${stamp.at}::timestamptz
        else decided_at end,
      decision_reason = coalesce(${change.reason ?? null}, decision_reason),
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/**
 * Counts the values and orders that could still be dealt at a value that includes the income:
 * values pending approval, and orders for days before the ex-date. Leaves out pending orders whose
 * day already has an approved value.
 */
export async function selectUnpriced(
  tx: Tx,
  fundId: bigint,
  exDate: BusinessDate,
): Promise<{ readonly values: bigint; readonly orders: bigint }> {
  const [row] = await tx.query<{ values: bigint; orders: bigint }>(sql`
    select (select count(*) from fund_nav where fund_id = ${fundId} and status = 'PENDING')
      as values,
      (select count(*) from fund_transaction t
        where t.fund_id = ${fundId} and t.dealing_date < ${exDate}
          and (t.status = 'APPROVED' or t.status = 'PENDING' and not exists (
            select from fund_nav v where v.fund_id = t.fund_id
              and v.valuation_date = t.dealing_date and v.status = 'APPROVED'))) as orders`);
  return present(row, 'two counts are one row');
}

/** Stores the entitled holders and their units, and returns the number of holders. */
export function entitleHolders(tx: Tx, id: bigint, fundId: bigint): Promise<bigint> {
  return countRows(
    tx,
    sql`
    with made as (
      insert into fund_income (distribution_id, holding_id, units, income_option)
      select ${id}, h.id, h.units, h.income_option from fund_holding h
      where h.fund_id = ${fundId} and h.units > 0
      returning holding_id
    )
    select count(*) from made`,
  );
}

/**
 * Returns the value used to reinvest income: the latest approved value that excludes the income.
 */
export async function selectReinvestmentNav(
  tx: Tx,
  fundId: bigint,
  exDate: BusinessDate,
): Promise<Pick<FundNavRow, 'id' | 'valuation_date' | 'nav_per_unit'> | undefined> {
  const [row] = await tx.query<Pick<FundNavRow, 'id' | 'valuation_date' | 'nav_per_unit'>>(sql`
    select id, valuation_date, nav_per_unit from fund_nav
    where fund_id = ${fundId} and status = 'APPROVED' and valuation_date >= ${exDate}
    order by valuation_date desc limit 1`);
  return row;
}

/** One holder's unpaid income. */
export interface IncomeRow {
  readonly holding_id: bigint;
  readonly units: Decimal;
  readonly income_option: IncomeOption;
  readonly customer_id: bigint;
  readonly portfolio_name: string;
  readonly office_id: bigint;
  readonly payer_class: string;
  readonly tax_exemptions: readonly Exemption[];
  readonly cash_account_id: bigint;
}

/** Selects unpaid income by holding. Includes income to reinvest only if a value is available. */
export function selectOpenIncome(
  tx: Tx,
  batch: { readonly id: bigint; readonly withUnits: boolean; readonly most: number },
): Promise<IncomeRow[]> {
  return tx.query(sql`
    select i.holding_id, i.units, i.income_option, h.customer_id, h.portfolio_name, h.office_id,
      payer_class_of(c) as payer_class, a.id as cash_account_id,
      ${exemptionsOf(sql`h.customer_id`, sql`f.tax_class`)} as tax_exemptions
    from fund_income i
    join fund_holding h on h.id = i.holding_id
    join fund f on f.id = h.fund_id
    join customer c on c.id = h.customer_id
    join account a on a.customer_id = h.customer_id and a.currency = f.currency
      and a.acct_type = 'CUSTOMER_CASH'
    where i.distribution_id = ${batch.id} and i.paid_on is null
      and (i.income_option = 'PAY' or h.units <= h.held_units or ${batch.withUnits}::boolean)
    order by i.holding_id limit ${batch.most}`);
}

/** The payment of one holder's income, in cash or in units. */
export interface PaidIncome {
  readonly holding_id: bigint;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly bought_units: Decimal | null;
  readonly journal_id: bigint | null;
}

export async function storePaidIncome(
  tx: Tx,
  id: bigint,
  paid: { readonly on: BusinessDate; readonly rows: readonly PaidIncome[] },
): Promise<void> {
  await tx.query(sql`
    update fund_income i set gross_minor = p.gross_minor, tax_minor = p.tax_minor,
      bought_units = p.bought_units, journal_id = p.journal_id, paid_on = ${paid.on}
    from jsonb_to_recordset(${toJson(paid.rows)}::jsonb) as p (holding_id bigint,
      gross_minor bigint, tax_minor bigint, bought_units numeric, journal_id bigint)
    where i.distribution_id = ${id} and i.holding_id = p.holding_id`);
}

/** Selects approved distributions with unpaid income. */
export function selectUnpaidDistributions(
  on: Database,
): Promise<{ readonly id: bigint; readonly fund_id: bigint }[]> {
  return on.query(sql`
    select id, fund_id from fund_distribution where status = 'APPROVED' order by id`);
}

/** The filter for listing distributions: one fund, or all funds. */
export interface DistributionFilter {
  readonly fundId: bigint | undefined;
  readonly status: DistributionRow['status'] | undefined;
}

function matching({ fundId, status }: DistributionFilter): Sql {
  return sql`(${fundId ?? null}::bigint is null or d.fund_id = ${fundId ?? null})
    and (${status ?? null}::text is null or d.status = ${status ?? null})`;
}

export function selectDistributions(
  on: Database,
  filter: DistributionFilter,
  page: PageRequest,
): Promise<DistributionRow[]> {
  return on.query(sql`${SELECT_DISTRIBUTION}
    where ${matching(filter)}
      and (${page.after}::bigint is null or d.id < ${page.after})
    order by d.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countDistributions(on: Database, filter: DistributionFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from fund_distribution d where ${matching(filter)}`);
}
