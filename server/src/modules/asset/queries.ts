// SQL of asset management, one function per statement. Amounts are minor units.

import { HTTP } from '../../limits.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { countRows, inOffices } from '../../platform/database/list-query.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/paging.js';
import { toJson } from '../../platform/json.js';
import type { TermInstrumentRow } from './record.js';
import type { Stamp } from './stamp.js';
import type { NewTermInstrumentType, TermInstrumentTypeRow } from './term-instrument-type.js';
import type { WithholdingRuleRow } from './withholding-rule.js';

export function selectWithholdingRules(on: Database | Tx): Promise<WithholdingRuleRow[]> {
  return on.query(sql`select * from withholding_rule order by id`);
}

export async function insertType(tx: Tx, type: NewTermInstrumentType, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    insert into term_instrument_type (id, name, label, currency, amount_least_minor,
      amount_most_minor, amount_multiple_minor, allowed_tenures, default_tenure, rate_tiers,
      rate_least, rate_most, day_count, compoundings_per_year, tax_class, early_liquidation,
      rollover_rule, auto_rollover, loan_product, holiday_convention, accrues_over_gap, exchange_id,
      created_by, created_at, modified_by, modified_at)
    values (${stamp.id}, ${type.name}, ${type.label}, ${type.currency}, ${type.amount_least_minor},
      ${type.amount_most_minor}, ${type.amount_multiple_minor}, ${type.allowed_tenures},
      ${type.default_tenure}, ${toJson(type.rate_tiers)}, ${type.rate_least}, ${type.rate_most},
      ${type.day_count}, ${type.compoundings_per_year}, ${type.tax_class},
      ${toJson(type.early_liquidation)}, ${type.rollover_rule}, ${type.auto_rollover},
      ${type.loan_product}, ${type.holiday_convention}, ${type.accrues_over_gap},
      ${type.exchange_id}, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at})`);
}

export function selectActiveTypes(
  on: Database,
  page: PageRequest,
): Promise<TermInstrumentTypeRow[]> {
  return on.query(sql`
    select * from term_instrument_type
    where active and (${page.after}::bigint is null or id > ${page.after})
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countActiveTypes(on: Database): Promise<bigint> {
  return countRows(on, sql`select count(*) as count from term_instrument_type where active`);
}

/** The types with this code, or with this label where no code is given, in any case. */
export function selectTypes(
  on: Database | Tx,
  named: { readonly name: string | undefined; readonly label: string | undefined },
): Promise<TermInstrumentTypeRow[]> {
  return named.name === undefined
    ? on.query(sql`
        select * from term_instrument_type where lower(label) = lower(${named.label}) limit 2`)
    : on.query(sql`select * from term_instrument_type where upper(name) = upper(${named.name})`);
}

export async function selectTypesById(
  on: Database | Tx,
  ids: readonly bigint[],
): Promise<TermInstrumentTypeRow[]> {
  return on.query(sql`select * from term_instrument_type where id = any(${ids}::bigint[])`);
}

/** A customer, and the office's part of what a deposit needs. */
export interface DepositorRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly status: string;
  readonly workflow_status: string;
  readonly partner_type: string;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly time_zone: string;
}

export async function selectDepositor(
  on: Tx,
  named: { readonly id: bigint | undefined; readonly name: string | undefined },
): Promise<DepositorRow | undefined> {
  const by = named.id === undefined ? sql`c.name = ${named.name}` : sql`c.id = ${named.id}`;
  const [row] = await on.query<DepositorRow>(sql`
    select c.id, c.name, c.label, c.status, c.workflow_status, c.partner_type, c.office_id,
      o.name as office_name, o.time_zone
    from customer c join business_office o on o.id = c.office_id where ${by}`);
  return row;
}

/** A cash account of some customer. */
export interface DepositAccountRow {
  readonly id: bigint;
  readonly name: string;
  readonly currency: string;
  readonly active: boolean;
}

/** The customer's open and closed cash accounts. */
export function selectCashAccounts(on: Tx, customerId: bigint): Promise<DepositAccountRow[]> {
  return on.query(sql`
    select id, name, currency, active from account
    where customer_id = ${customerId} and acct_type = 'CUSTOMER_CASH' order by id`);
}

export const SELECT_INSTRUMENT: Sql = sql`
  select t.*, o.name as office_name, o.time_zone, c.name as customer_name,
    c.label as customer_label, c.partner_type as payer_class, y.name as type_name,
    y.label as type_label, y.tax_class
  from term_instrument t
  join business_office o on o.id = t.office_id
  join customer c on c.id = t.customer_id
  join term_instrument_type y on y.id = t.type_id`;

export async function selectInstrument(
  on: Database | Tx,
  id: bigint,
): Promise<TermInstrumentRow | undefined> {
  const [row] = await on.query<TermInstrumentRow>(sql`${SELECT_INSTRUMENT} where t.id = ${id}`);
  return row;
}

/** The same, locked until the transaction ends: states are decided on it. */
export async function lockInstrument(tx: Tx, id: bigint): Promise<TermInstrumentRow | undefined> {
  const [row] = await tx.query<TermInstrumentRow>(
    sql`${SELECT_INSTRUMENT} where t.id = ${id} for update of t`,
  );
  return row;
}

export interface InstrumentFilter {
  readonly customerId: bigint;
  readonly offices: readonly bigint[] | undefined;
  readonly ids: readonly bigint[] | undefined;
  readonly status: string | undefined;
  readonly startFrom: BusinessDate | undefined;
  readonly startTo: BusinessDate | undefined;
}

function filtered(filter: InstrumentFilter): Sql {
  const { offices, ids, status, startFrom, startTo } = filter;
  return sql`t.customer_id = ${filter.customerId}
    and ${inOffices(sql`t.office_id`, offices)}
    and (${ids ?? null}::bigint[] is null or t.id = all(${ids ?? null}::bigint[]))
    and (${status ?? null}::text is null or t.status = ${status ?? null})
    and (${startFrom ?? null}::date is null or t.start_date >= ${startFrom ?? null})
    and (${startTo ?? null}::date is null or t.start_date <= ${startTo ?? null})`;
}

/** One customer's instruments, the newest first. */
export function selectInstruments(
  on: Database,
  filter: InstrumentFilter,
  page: PageRequest,
): Promise<TermInstrumentRow[]> {
  return on.query(sql`${SELECT_INSTRUMENT}
    where ${filtered(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countInstruments(on: Database, filter: InstrumentFilter): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from term_instrument t where ${filtered(filter)}`,
  );
}

/** An instrument of the same customer, type, amount and tenure made just before, if any. */
export async function selectTwin(
  tx: Tx,
  row: TermInstrumentRow,
  now: Instant,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  const [twin] = await tx.query<{ id: bigint; name: string }>(sql`
    select id, name from term_instrument
    where customer_id = ${row.customer_id} and id <> ${row.id} and type_id = ${row.type_id}
      and face_value_minor = ${row.face_value_minor} and tenure = ${row.tenure}
      and parent_id is null
      and created_at > ${now}::timestamptz - make_interval(secs => ${HTTP.lookAlikeWindowSeconds})
    order by id desc limit 1`);
  return twin;
}

/** The columns that making an instrument fills; all else starts at its default. */
export type NewInstrumentRow = Pick<
  TermInstrumentRow,
  'id' | 'name' | 'office_id' | 'status' | 'parent_id' | 'accrued_to' | 'created_by' | 'created_at'
> &
  InstrumentTermsRow;

/** The columns that the terms decide; an update of a pending instrument sets them all. */
export type InstrumentTermsRow = Pick<
  TermInstrumentRow,
  | 'label'
  | 'customer_id'
  | 'type_id'
  | 'currency'
  | 'init_account_id'
  | 'termination_account_id'
  | 'portfolio_name'
  | 'face_value_minor'
  | 'tenure'
  | 'rate'
  | 'rate_negotiated'
  | 'day_count'
  | 'compoundings_per_year'
  | 'requested_start'
  | 'start_date'
  | 'maturity_date'
  | 'payment_date'
  | 'accrual_end'
  | 'auto_rollover'
  | 'rollover_rule'
  | 'rollover_amount_minor'
  | 'loan_product'
>;

/**
 * Stores new instruments. A second child of one parent breaks `term_instrument_rolls_over_once`.
 */
export async function insertInstruments(tx: Tx, rows: readonly NewInstrumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into term_instrument (id, name, label, office_id, customer_id, type_id, currency,
      init_account_id, termination_account_id, portfolio_name, face_value_minor, tenure, rate,
      rate_negotiated, day_count, compoundings_per_year, requested_start, start_date, maturity_date,
      payment_date, accrual_end, auto_rollover, rollover_rule, rollover_amount_minor, loan_product,
      status, parent_id, accrued_to, created_by, created_at, modified_by, modified_at)
    select r.id, r.name, r.label, r.office_id, r.customer_id, r.type_id, r.currency,
      r.init_account_id, r.termination_account_id, r.portfolio_name, r.face_value_minor, r.tenure,
      r.rate, r.rate_negotiated, r.day_count, r.compoundings_per_year, r.requested_start,
      r.start_date, r.maturity_date, r.payment_date, r.accrual_end, r.auto_rollover,
      r.rollover_rule, r.rollover_amount_minor, r.loan_product, r.status, r.parent_id,
      r.accrued_to, r.created_by, r.created_at, r.created_by, r.created_at
    from jsonb_populate_recordset(null::term_instrument, ${toJson(rows)}::jsonb) r`);
}

/** Changes of an instrument, by column; what is not named stays. */
export async function updateInstrument(
  tx: Tx,
  stamp: Stamp,
  changes: Partial<
    InstrumentTermsRow &
      Pick<
        TermInstrumentRow,
        'status' | 'termination_reason' | 'termination_date' | 'accrued_to' | 'rolled_over'
      > & {
        readonly paid_gross_minor: bigint;
        readonly paid_tax_minor: bigint;
        readonly post_journal_id: bigint;
        readonly settlement_journal_id: bigint;
      }
  >,
): Promise<void> {
  await tx.query(sql`
    update term_instrument t set label = n.label, type_id = n.type_id,
      currency = n.currency, init_account_id = n.init_account_id,
      termination_account_id = n.termination_account_id, portfolio_name = n.portfolio_name,
      face_value_minor = n.face_value_minor, tenure = n.tenure, rate = n.rate,
      rate_negotiated = n.rate_negotiated, day_count = n.day_count,
      compoundings_per_year = n.compoundings_per_year, requested_start = n.requested_start,
      start_date = n.start_date, maturity_date = n.maturity_date, payment_date = n.payment_date,
      accrual_end = n.accrual_end, auto_rollover = n.auto_rollover,
      rollover_rule = n.rollover_rule, rollover_amount_minor = n.rollover_amount_minor,
      loan_product = n.loan_product, status = n.status, termination_reason = n.termination_reason,
      termination_date = n.termination_date, accrued_to = n.accrued_to, rolled_over = n.rolled_over,
      paid_gross_minor = n.paid_gross_minor, paid_tax_minor = n.paid_tax_minor,
      post_journal_id = n.post_journal_id, settlement_journal_id = n.settlement_journal_id,
      version = t.version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from term_instrument o, jsonb_populate_record(o, ${toJson(changes)}::jsonb) n
    where o.id = ${stamp.id} and t.id = o.id`);
}
