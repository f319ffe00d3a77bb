// SQL for fund transactions, one function per statement.

import { HTTP } from '../../../limits.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { Stamp } from '../stamp.js';
import type { IncomeOption } from './queries.js';

type FundTransactionStatus = 'PENDING' | 'APPROVED' | 'EXECUTED' | 'REJECTED' | 'DELETED';

/** The columns that are set when an order is submitted. Amounts are in minor units. */
export interface NewFundTransaction {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_id: bigint;
  readonly customer_id: bigint;
  readonly fund_id: bigint;
  readonly portfolio_name: string;
  readonly trans_type: 'SUBSCRIPTION' | 'REDEMPTION';
  readonly basis: 'AMOUNT' | 'UNITS' | 'ALL';
  readonly amount_minor: bigint | null;
  readonly units: Decimal | null;
  readonly cash_account_id: bigint;
  readonly income_option: IncomeOption | null;
  readonly status: FundTransactionStatus;
  readonly order_date: BusinessDate;
  readonly dealing_date: BusinessDate;
  readonly estimate_minor: bigint | null;
  readonly held_minor: bigint;
  readonly held_units: Decimal;
  readonly creator_kind: string;
  readonly creator_id: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly transaction_at: Instant | null;
  readonly description: string | null;
}

/** A principal that changed an order. The id is a string because it is stored as JSON. */
export interface FundTransactionEditor {
  readonly kind: string;
  readonly id: string;
}

/** A stored transaction joined with the codes of its references. */
export interface FundTransactionRow extends NewFundTransaction {
  readonly active: boolean;
  readonly fund_name: string;
  readonly fund_label: string;
  readonly currency: string;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly office_name: string;
  readonly office_currency: string;
  readonly four_eyes_threshold_minor: bigint | null;
  readonly cash_account_name: string;
  readonly approved_by: string | null;
  readonly approved_at: Instant | null;
  readonly nav_id: bigint | null;
  readonly fund_version: bigint | null;
  readonly nav_per_unit: Decimal | null;
  readonly price: Decimal | null;
  readonly executed_units: Decimal | null;
  readonly gross_minor: bigint | null;
  readonly fee_minor: bigint | null;
  readonly vat_minor: bigint | null;
  readonly penalty_minor: bigint | null;
  readonly net_minor: bigint | null;
  readonly execution_date: BusinessDate | null;
  readonly journal_id: bigint | null;
  readonly reason: string | null;
  readonly editors: readonly FundTransactionEditor[];
  readonly version: bigint;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT_TRANSACTION: Sql = sql`
  select t.*, f.name as fund_name, f.label as fund_label, f.currency, c.name as customer_name,
    c.label as customer_label, o.name as office_name, o.currency as office_currency,
    o.four_eyes_threshold_minor,
    a.name as cash_account_name, n.nav_per_unit
  from fund_transaction t
  join fund f on f.id = t.fund_id
  join customer c on c.id = t.customer_id
  join business_office o on o.id = t.office_id
  join account a on a.id = t.cash_account_id
  left join fund_nav n on n.id = t.nav_id`;

export async function selectFundTransaction(
  on: Database | Tx,
  id: bigint,
): Promise<FundTransactionRow | undefined> {
  const [row] = await on.query<FundTransactionRow>(sql`${SELECT_TRANSACTION} where t.id = ${id}`);
  return row;
}

/** Like `selectFundTransaction`, but locks the row FOR UPDATE so that its state cannot change. */
export async function lockFundTransaction(
  tx: Tx,
  id: bigint,
): Promise<FundTransactionRow | undefined> {
  const [row] = await tx.query<FundTransactionRow>(
    sql`${SELECT_TRANSACTION} where t.id = ${id} for update of t`,
  );
  return row;
}

/** Selects and locks a fund's approved orders for one dealing day, in id order. */
export function lockOrdersToDeal(
  tx: Tx,
  batch: { readonly fundId: bigint; readonly date: BusinessDate; readonly most: number },
): Promise<FundTransactionRow[]> {
  return tx.query(sql`${SELECT_TRANSACTION}
    where t.status = 'APPROVED' and t.fund_id = ${batch.fundId} and t.dealing_date = ${batch.date}
    order by t.id limit ${batch.most} for update of t`);
}

export async function insertFundTransaction(tx: Tx, row: NewFundTransaction): Promise<void> {
  await tx.query(sql`
    insert into fund_transaction (id, name, label, office_id, customer_id, fund_id, portfolio_name,
      trans_type, basis, amount_minor, units, cash_account_id, income_option, status, order_date,
      dealing_date, estimate_minor, held_minor, held_units, creator_kind, creator_id, created_by,
      created_at, modified_by, modified_at, transaction_at, description)
    select r.id, r.name, r.label, r.office_id, r.customer_id, r.fund_id, r.portfolio_name,
      r.trans_type, r.basis, r.amount_minor, r.units, r.cash_account_id, r.income_option, r.status,
      r.order_date, r.dealing_date, r.estimate_minor, r.held_minor, r.held_units, r.creator_kind,
      r.creator_id, r.created_by, r.created_at, r.created_by, r.created_at,
      r.transaction_at, r.description
    from jsonb_populate_record(null::fund_transaction, ${toJson(row)}::jsonb) r`);
}

/** The columns that are set when a pending order is updated. */
export type FundTransactionTerms = Pick<
  FundTransactionRow,
  | 'label'
  | 'basis'
  | 'amount_minor'
  | 'units'
  | 'income_option'
  | 'dealing_date'
  | 'estimate_minor'
  | 'held_minor'
  | 'held_units'
  | 'transaction_at'
  | 'description'
  | 'editors'
>;

/** Stores the changed terms of one order. */
export async function storeFundTransactionTerms(
  tx: Tx,
  stamp: Stamp,
  terms: FundTransactionTerms,
): Promise<void> {
  await tx.query(sql`
    update fund_transaction t set label = n.label, basis = n.basis, amount_minor = n.amount_minor,
      units = n.units, income_option = n.income_option, dealing_date = n.dealing_date,
      estimate_minor = n.estimate_minor, held_minor = n.held_minor,
      held_units = n.held_units, transaction_at = n.transaction_at, description = n.description,
      editors = n.editors,
      version = t.version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from jsonb_populate_record(null::fund_transaction, ${toJson(terms)}::jsonb) n
    where t.id = ${stamp.id}`);
}

/** A transaction's id and the columns to update. */
export type FundTransactionChange = Partial<
  Pick<
    FundTransactionRow,
    | 'status'
    | 'dealing_date'
    | 'held_minor'
    | 'held_units'
    | 'approved_by'
    | 'approved_at'
    | 'nav_id'
    | 'fund_version'
    | 'price'
    | 'executed_units'
    | 'gross_minor'
    | 'fee_minor'
    | 'vat_minor'
    | 'penalty_minor'
    | 'net_minor'
    | 'execution_date'
    | 'journal_id'
    | 'reason'
  >
>;

/** Updates several transactions in one statement. */
export async function updateFundTransactions(
  tx: Tx,
  stamp: Omit<Stamp, 'id'>,
  changes: readonly (FundTransactionChange & { readonly id: bigint })[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(sql`
    update fund_transaction t set status = n.status, dealing_date = n.dealing_date,
      held_minor = n.held_minor, held_units = n.held_units, approved_by = n.approved_by,
      approved_at = n.approved_at, nav_id = n.nav_id, fund_version = n.fund_version,
      price = n.price, executed_units = n.executed_units, gross_minor = n.gross_minor,
      fee_minor = n.fee_minor, vat_minor = n.vat_minor, penalty_minor = n.penalty_minor,
      net_minor = n.net_minor, execution_date = n.execution_date, journal_id = n.journal_id,
      reason = n.reason,
      version = t.version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from jsonb_array_elements(${toJson(changes)}::jsonb) as c (change)
    join fund_transaction o on o.id = (c.change ->> 'id')::bigint
    cross join lateral jsonb_populate_record(o, c.change) n
    where t.id = o.id`);
}

export interface FundTransactionFilter {
  readonly customerId?: bigint | undefined;
  readonly offices: readonly bigint[] | undefined;
  readonly portfolioNames?: readonly string[] | undefined;
  readonly fundId: bigint | undefined;
  readonly status: string | undefined;
  readonly from: BusinessDate | undefined;
  readonly to: BusinessDate | undefined;
}

function filtered(filter: FundTransactionFilter): Sql {
  const { customerId, offices, portfolioNames, fundId, status, from, to } = filter;
  return sql`(${customerId ?? null}::bigint is null or t.customer_id = ${customerId ?? null})
    and ${inOffices(sql`t.office_id`, offices)}
    and (${portfolioNames ?? null}::text[] is null
      or t.portfolio_name = any(${portfolioNames ?? null}::text[]))
    and (${fundId ?? null}::bigint is null or t.fund_id = ${fundId ?? null})
    and (t.status = ${status ?? null}::text
      or (${status ?? null}::text is null and t.status <> 'DELETED'))
    and (${from ?? null}::date is null or t.order_date >= ${from ?? null})
    and (${to ?? null}::date is null or t.order_date <= ${to ?? null})`;
}

/** Selects transactions, newest first. Includes deleted ones only on request. */
export function selectFundTransactions(
  on: Database,
  filter: FundTransactionFilter,
  page: PageRequest,
): Promise<FundTransactionRow[]> {
  return on.query(sql`${SELECT_TRANSACTION}
    where ${filtered(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countFundTransactions(
  on: Database,
  filter: FundTransactionFilter,
): Promise<bigint> {
  return countRows(on, sql`select count(*) from fund_transaction t where ${filtered(filter)}`);
}

/** Returns a recent identical order, if any. */
export async function selectDuplicateOrder(
  tx: Tx,
  row: NewFundTransaction,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  const [duplicate] = await tx.query<{ id: bigint; name: string }>(sql`
    select id, name from fund_transaction
    where customer_id = ${row.customer_id} and id <> ${row.id} and fund_id = ${row.fund_id}
      and trans_type = ${row.trans_type} and basis = ${row.basis}
      and amount_minor is not distinct from ${row.amount_minor}
      and units is not distinct from ${row.units?.toFixed() ?? null}::numeric
      and status <> 'DELETED'
      and created_at > ${row.created_at}::timestamptz
        - make_interval(secs => ${HTTP.duplicateWindowSeconds})
    order by id desc limit 1`);
  return duplicate;
}
