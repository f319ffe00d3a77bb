// SQL for term instruments, one function per statement. Amounts are in minor units.

import { HTTP } from '../../../limits.js';
import type { DayConvention } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { DayCount } from '../instrument/day-count.js';
import type { InterestFrequency, InterestPayment } from '../instrument/interest-payment.js';
import type { Stamp } from '../stamp.js';
import { exemptionsOf } from '../tax/queries.js';
import type { Taxed } from '../tax/rule.js';
import type { LedgerMapping } from './ledger-entry.js';
import type { RolloverRule } from './rollover.js';

/** A stored instrument joined with the codes of its references. Amounts are in minor units. */
export interface TermInstrumentRow extends LedgerMapping, Taxed {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly active: boolean;
  readonly office_id: bigint;
  readonly office_name: string;
  readonly time_zone: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly type_id: bigint;
  readonly type_version: number;
  readonly type_name: string;
  readonly type_aliases: readonly string[];
  readonly type_label: string;
  readonly interest_frequency: InterestFrequency | null;
  readonly interest_days: number | null;
  readonly holiday_convention: DayConvention;
  readonly exchange_id: bigint | null;
  readonly changeable: readonly string[];
  readonly currency: string;
  readonly init_account_id: bigint;
  readonly termination_account_id: bigint;
  readonly portfolio_name: string | null;
  readonly portfolio_label: string | null;
  readonly face_value_minor: bigint;
  readonly tenure: number;
  readonly rate: Decimal;
  readonly rate_negotiated: boolean;
  readonly day_count: DayCount;
  readonly compoundings_per_year: number | null;
  readonly interest_payment: InterestPayment;
  readonly requested_start: BusinessDate | null;
  readonly start_date: BusinessDate;
  readonly maturity_date: BusinessDate;
  readonly payment_date: BusinessDate;
  readonly accrual_end: BusinessDate;
  readonly auto_rollover: boolean;
  readonly rollover_rule: RolloverRule;
  readonly rollover_amount_minor: bigint | null;
  readonly loan_product: boolean;
  readonly status: 'PENDING' | 'RUNNING' | 'TERMINATED';
  readonly termination_reason: string | null;
  readonly termination_date: BusinessDate | null;
  readonly rolled_over: boolean;
  readonly parent_id: bigint | null;
  readonly accrued_to: BusinessDate;
  readonly accrued_minor: bigint;
  readonly next_interest_date: BusinessDate | null;
  readonly interest_paid_minor: bigint;
  readonly interest_tax_minor: bigint;
  readonly capitalised_minor: bigint;
  /** Interest payment dates already settled, in order. */
  readonly interest_dates: readonly BusinessDate[];
  readonly paid_gross_minor: bigint | null;
  readonly paid_tax_minor: bigint | null;
  readonly paid_charge_minor: bigint | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

export const SELECT_INSTRUMENT: Sql = sql`
  select t.*, o.name as office_name, o.time_zone, c.name as customer_name,
    c.label as customer_label, payer_class_of(c) as payer_class, y.name as type_name,
    y.aliases as type_aliases,
    v.label as type_label, v.tax_class, v.tax_exempt_payers, v.interest_frequency, v.interest_days,
    v.holiday_convention, v.exchange_id, v.changeable, v.principal_account, v.interest_account,
    v.upfront_account, v.result_account, v.penalty_account,
    portfolio_label(t.portfolio_name) as portfolio_label,
    ${exemptionsOf(sql`t.customer_id`, sql`v.tax_class`)} as tax_exemptions,
    (select coalesce(json_agg(p.interest_date order by p.interest_date), '[]')
      from term_interest_payment p
      where p.instrument_id = t.id and t.interest_payment <> 'UPFRONT') as interest_dates
  from term_instrument t
  join business_office o on o.id = t.office_id
  join customer c on c.id = t.customer_id
  join term_instrument_type y on y.id = t.type_id
  join term_instrument_type_version v on v.type_id = t.type_id and v.number = t.type_version`;

export async function selectInstrument(
  on: Database | Tx,
  id: bigint,
): Promise<TermInstrumentRow | undefined> {
  const [row] = await on.query<TermInstrumentRow>(sql`${SELECT_INSTRUMENT} where t.id = ${id}`);
  return row;
}

/**
 * Like `selectInstrument`, but locks the row FOR UPDATE. Reads the row only after acquiring the
 * lock, because joined rows may change during the wait.
 */
export async function lockInstrument(tx: Tx, id: bigint): Promise<TermInstrumentRow | undefined> {
  await tx.query(sql`select from term_instrument where id = ${id} for update`);
  return selectInstrument(tx, id);
}

export interface InstrumentFilter {
  readonly customerId: bigint;
  readonly offices: readonly bigint[] | undefined;
  readonly ids: readonly bigint[] | undefined;
  readonly status: string | undefined;
  readonly startFrom: BusinessDate | undefined;
  readonly startTo: BusinessDate | undefined;
  /**
   * If true, selects only pending instruments with a requested start on or before the business
   * date. If false, selects all others.
   */
  readonly startDue: boolean | undefined;
}

function filtered(filter: InstrumentFilter): Sql {
  const { offices, ids, status, startFrom, startTo, startDue } = filter;
  return sql`t.customer_id = ${filter.customerId}
    and ${inOffices(sql`t.office_id`, offices)}
    and (${ids ?? null}::bigint[] is null or t.id = all(${ids ?? null}::bigint[]))
    and (${status ?? null}::text is null or t.status = ${status ?? null})
    and (${startFrom ?? null}::date is null or t.start_date >= ${startFrom ?? null})
    and (${startTo ?? null}::date is null or t.start_date <= ${startTo ?? null})
    and (${startDue ?? null}::boolean is null or ${startDue ?? null}::boolean = (
      t.status = 'PENDING' and t.requested_start is not null
        and t.requested_start <= (select business_date from business_day)))`;
}

/** Selects one customer's instruments, newest first. */
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

/** Returns a recent instrument with the given row's customer, type, amount and tenure, if any. */
export async function selectDuplicate(
  tx: Tx,
  row: TermInstrumentRow,
  now: Instant,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  const [duplicate] = await tx.query<{ id: bigint; name: string }>(sql`
    select id, name from term_instrument
    where customer_id = ${row.customer_id} and id <> ${row.id} and type_id = ${row.type_id}
      and face_value_minor = ${row.face_value_minor} and tenure = ${row.tenure}
      and parent_id is null
      and created_at > ${now}::timestamptz - make_interval(secs => ${HTTP.duplicateWindowSeconds})
    order by id desc limit 1`);
  return duplicate;
}

/** The columns that an insert sets. The others get their defaults. */
export type NewInstrumentRow = Pick<
  TermInstrumentRow,
  | 'id'
  | 'name'
  | 'office_id'
  | 'status'
  | 'parent_id'
  | 'accrued_to'
  | 'interest_paid_minor'
  | 'interest_tax_minor'
  | 'created_by'
  | 'created_at'
> &
  InstrumentTermsRow;

/** The columns that contain the terms. An update of a pending instrument sets all of them. */
export type InstrumentTermsRow = Pick<
  TermInstrumentRow,
  | 'label'
  | 'customer_id'
  | 'type_id'
  | 'type_version'
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
  | 'interest_payment'
  | 'next_interest_date'
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
 * Stores new instruments. A second child for one parent violates `term_instrument_rolls_over_once`.
 */
export async function insertInstruments(tx: Tx, rows: readonly NewInstrumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into term_instrument (id, name, label, office_id, customer_id, type_id, type_version,
      currency, init_account_id, termination_account_id, portfolio_name, face_value_minor, tenure,
      rate, rate_negotiated, day_count, compoundings_per_year, interest_payment,
      next_interest_date, requested_start, start_date, maturity_date, payment_date, accrual_end,
      auto_rollover, rollover_rule, rollover_amount_minor, loan_product, status, parent_id,
      accrued_to, interest_paid_minor, interest_tax_minor, created_by, created_at, modified_by,
      modified_at)
    select r.id, r.name, r.label, r.office_id, r.customer_id, r.type_id, r.type_version,
      r.currency, r.init_account_id, r.termination_account_id, r.portfolio_name,
      r.face_value_minor, r.tenure, r.rate, r.rate_negotiated, r.day_count,
      r.compoundings_per_year, r.interest_payment, r.next_interest_date, r.requested_start,
      r.start_date, r.maturity_date, r.payment_date, r.accrual_end, r.auto_rollover,
      r.rollover_rule, r.rollover_amount_minor, r.loan_product, r.status, r.parent_id,
      r.accrued_to, r.interest_paid_minor, r.interest_tax_minor, r.created_by, r.created_at,
      r.created_by, r.created_at
    from jsonb_populate_recordset(null::term_instrument, ${toJson(rows)}::jsonb) r`);
}

/** Updates the named columns of an instrument. */
export async function updateInstrument(
  tx: Tx,
  stamp: Stamp,
  changes: Partial<
    InstrumentTermsRow &
      Pick<
        TermInstrumentRow,
        | 'status'
        | 'termination_reason'
        | 'termination_date'
        | 'accrued_to'
        | 'rolled_over'
        | 'interest_paid_minor'
        | 'interest_tax_minor'
      > & {
        readonly paid_gross_minor: bigint;
        readonly paid_tax_minor: bigint;
        readonly paid_charge_minor: bigint;
        readonly post_journal_id: bigint;
        readonly settlement_journal_id: bigint;
      }
  >,
): Promise<void> {
  await tx.query(sql`
    update term_instrument t set label = n.label, type_id = n.type_id,
      type_version = n.type_version, interest_payment = n.interest_payment,
      next_interest_date = n.next_interest_date, interest_paid_minor = n.interest_paid_minor,
      interest_tax_minor = n.interest_tax_minor, currency = n.currency,
      init_account_id = n.init_account_id,
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
      paid_charge_minor = n.paid_charge_minor,
      post_journal_id = n.post_journal_id, settlement_journal_id = n.settlement_journal_id,
      version = t.version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from term_instrument o, jsonb_populate_record(o, ${toJson(changes)}::jsonb) n
    where o.id = ${stamp.id} and t.id = o.id`);
}
