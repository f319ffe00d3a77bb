// SQL for discounted instruments and treasury bills, one function per statement.

import { HTTP } from '../../../limits.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { Stamp } from '../stamp.js';
import { exemptionsOf } from '../tax/queries.js';
import type { DiscountedKind } from './kind.js';
import type { DiscountedRow } from './record.js';

export const SELECT_DISCOUNTED: Sql = sql`
  select t.*, o.name as office_name, o.time_zone, c.name as customer_name,
    c.label as customer_label, payer_class_of(c) as payer_class, y.name as type_name,
    y.aliases as type_aliases,
    y.label as type_label, portfolio_label(t.portfolio_name) as portfolio_label,
    (select k.id from discounted_instrument k where k.parent_id = t.id) as child_id,
    ${exemptionsOf(sql`t.customer_id`, sql`t.tax_class`)} as tax_exemptions
  from discounted_instrument t
  join business_office o on o.id = t.office_id
  join customer c on c.id = t.customer_id
  join discounted_instrument_type y on y.id = t.type_id`;

/** The key of an instrument: its id and kind. An id is valid for only one kind. */
export interface DiscountedKey {
  readonly kind: DiscountedKind;
  readonly id: bigint;
}

export async function selectDiscounted(
  on: Database | Tx,
  { kind, id }: DiscountedKey,
): Promise<DiscountedRow | undefined> {
  const [row] = await on.query<DiscountedRow>(
    sql`${SELECT_DISCOUNTED} where t.id = ${id} and t.kind = ${kind}`,
  );
  return row;
}

/** Like `selectDiscounted`, but locks the row FOR UPDATE so that its state cannot change. */
export async function lockDiscounted(
  tx: Tx,
  { kind, id }: DiscountedKey,
): Promise<DiscountedRow | undefined> {
  const [row] = await tx.query<DiscountedRow>(
    sql`${SELECT_DISCOUNTED} where t.id = ${id} and t.kind = ${kind} for update of t`,
  );
  return row;
}

/** The filter for listing instruments. An undefined member matches everything. */
export interface DiscountedFilter {
  readonly kind: DiscountedKind;
  readonly customerId: bigint;
  readonly offices: readonly bigint[] | undefined;
  readonly id: bigint | undefined;
  readonly status: string | undefined;
  readonly startFrom: BusinessDate | undefined;
  readonly startTo: BusinessDate | undefined;
  /** Text to find in the label or in termination notes. */
  readonly notesPart: string | undefined;
  /** Face value to match, in minor units by currency. */
  readonly faceMinors: Readonly<Record<string, bigint | undefined>> | undefined;
  readonly rate: Decimal | undefined;
  readonly terminatedOn: BusinessDate | undefined;
}

function filtered(filter: DiscountedFilter): Sql {
  const { offices, id, status, startFrom, startTo, notesPart, rate, terminatedOn } = filter;
  const faces = filter.faceMinors === undefined ? null : toJson(filter.faceMinors);
  return sql`t.kind = ${filter.kind} and t.customer_id = ${filter.customerId}
    and ${inOffices(sql`t.office_id`, offices)}
    and (${id ?? null}::bigint is null or t.id = ${id ?? null})
    and (${status ?? null}::text is null or t.status = ${status ?? null})
    and (${startFrom ?? null}::date is null or t.start_date >= ${startFrom ?? null})
    and (${startTo ?? null}::date is null or t.start_date <= ${startTo ?? null})
    and (${notesPart ?? null}::text is null
      or strpos(lower(t.label), lower(${notesPart ?? null})) > 0
      or exists (select from discounted_change h where h.instrument_id = t.id
        and strpos(lower(h.description), lower(${notesPart ?? null})) > 0))
    and (${faces}::jsonb is null
      or t.face_value_minor = (${faces}::jsonb ->> t.currency)::bigint)
    and (${rate?.toFixed() ?? null}::numeric is null
      or t.rate = ${rate?.toFixed() ?? null}::numeric)
    and (${terminatedOn ?? null}::date is null or t.termination_date = ${terminatedOn ?? null})`;
}

/** Returns the currencies in which instruments are offered. */
export async function selectDiscountedCurrencies(on: Database): Promise<string[]> {
  const rows = await on.query<{ currency: string }>(
    sql`select distinct currency from discounted_instrument_type`,
  );
  return rows.map((row) => row.currency);
}

/** Selects one customer's instruments, newest first. */
export function selectDiscountedOfCustomer(
  on: Database,
  filter: DiscountedFilter,
  page: PageRequest,
): Promise<DiscountedRow[]> {
  return on.query(sql`${SELECT_DISCOUNTED}
    where ${filtered(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countDiscounted(on: Database, filter: DiscountedFilter): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from discounted_instrument t where ${filtered(filter)}`,
  );
}

/**
 * Returns a recent instrument with the given row's customer, type, face value and tenure, if any.
 */
export async function selectDuplicateDiscounted(
  tx: Tx,
  row: DiscountedRow,
  now: Instant,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  const [duplicate] = await tx.query<{ id: bigint; name: string }>(sql`
    select id, name from discounted_instrument
    where customer_id = ${row.customer_id} and id <> ${row.id} and type_id = ${row.type_id}
      and face_value_minor = ${row.face_value_minor} and tenure = ${row.tenure}
      and parent_id is null
      and created_at > ${now}::timestamptz - make_interval(secs => ${HTTP.duplicateWindowSeconds})
    order by id desc limit 1`);
  return duplicate;
}

/** The columns that contain the terms. An update of a pending instrument sets all of them. */
export type DiscountedTermsRow = Pick<
  DiscountedRow,
  | 'label'
  | 'customer_id'
  | 'type_id'
  | 'type_version'
  | 'tax_class'
  | 'currency'
  | 'init_account_id'
  | 'termination_account_id'
  | 'portfolio_name'
  | 'face_value_minor'
  | 'cost_minor'
  | 'tenure'
  | 'rate'
  | 'rate_negotiated'
  | 'discount_rate'
  | 'price'
  | 'day_count'
  | 'requested_start'
  | 'start_date'
  | 'maturity_date'
  | 'payment_date'
  | 'accrued_to'
  | 'auto_rollover'
  | 'rollover_rule'
  | 'rollover_amount_minor'
>;

/** The columns that an insert sets. The others get their defaults. */
export type NewDiscountedRow = DiscountedTermsRow &
  Pick<DiscountedRow, 'id' | 'kind' | 'name' | 'office_id' | 'status' | 'parent_id'>;

/**
 * Stores new instruments. A second child for one parent violates
 * `discounted_instrument_rolls_over_once`.
 */
export async function insertDiscounted(
  tx: Tx,
  rows: readonly NewDiscountedRow[],
  stamp: Omit<Stamp, 'id'>,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into discounted_instrument (id, kind, name, label, office_id, customer_id, type_id,
      type_version, currency, init_account_id, termination_account_id, portfolio_name,
      face_value_minor, cost_minor, tenure, rate, rate_negotiated, discount_rate, price, day_count,
      tax_class, requested_start, start_date, maturity_date, payment_date, accrued_to,
      auto_rollover, rollover_rule, rollover_amount_minor, status, parent_id, created_by,
      created_at, modified_by, modified_at)
    select r.id, r.kind, r.name, r.label, r.office_id, r.customer_id, r.type_id, r.type_version,
      r.currency, r.init_account_id, r.termination_account_id, r.portfolio_name,
      r.face_value_minor, r.cost_minor, r.tenure, r.rate, r.rate_negotiated, r.discount_rate,
      r.price, r.day_count, r.tax_class, r.requested_start, r.start_date, r.maturity_date,
      r.payment_date, r.accrued_to, r.auto_rollover, r.rollover_rule, r.rollover_amount_minor,
      r.status, r.parent_id, ${stamp.by}, ${stamp.at}, ${stamp.by}, ${stamp.at}
    from jsonb_populate_recordset(null::discounted_instrument, ${toJson(rows)}::jsonb) r`);
}

/** The columns of an instrument that change over its life. */
export type DiscountedChanges = Partial<
  DiscountedTermsRow &
    Pick<
      DiscountedRow,
      | 'status'
      | 'termination_reason'
      | 'termination_date'
      | 'accrued_minor'
      | 'paid_gross_minor'
      | 'paid_tax_minor'
    >
>;

/** Updates the named columns of an instrument. */
export async function updateDiscounted(
  tx: Tx,
  stamp: Stamp,
  changes: DiscountedChanges,
): Promise<void> {
  await tx.query(sql`
    update discounted_instrument t set label = n.label, type_id = n.type_id,
      type_version = n.type_version, tax_class = n.tax_class, currency = n.currency,
      init_account_id = n.init_account_id,
      termination_account_id = n.termination_account_id, portfolio_name = n.portfolio_name,
      face_value_minor = n.face_value_minor, cost_minor = n.cost_minor, tenure = n.tenure,
      rate = n.rate, rate_negotiated = n.rate_negotiated, discount_rate = n.discount_rate,
      price = n.price, day_count = n.day_count, requested_start = n.requested_start,
      start_date = n.start_date, maturity_date = n.maturity_date, payment_date = n.payment_date,
      accrued_to = n.accrued_to, accrued_minor = n.accrued_minor,
      auto_rollover = n.auto_rollover, rollover_rule = n.rollover_rule,
      rollover_amount_minor = n.rollover_amount_minor, status = n.status,
      termination_reason = n.termination_reason, termination_date = n.termination_date,
      paid_gross_minor = n.paid_gross_minor, paid_tax_minor = n.paid_tax_minor,
      version = t.version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    from discounted_instrument o, jsonb_populate_record(o, ${toJson(changes)}::jsonb) n
    where o.id = ${stamp.id} and t.id = o.id`);
}
