// SQL for types of discounted instruments and treasury bill issues.

import type { DayConvention } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { RoundingMode } from '../../../platform/money/rounding.js';
import { hasCode } from '../../../platform/reference-data/code-queries.js';
import type { DayCount } from '../instrument/day-count.js';
import type { DiscountedKind } from './kind.js';
import type { Quotation } from './price.js';
import type { DISCOUNT_BASES } from './type-schema.js';

/** The day count conventions that money markets use to quote discounts. */
export type DiscountBasis = Extract<DayCount, (typeof DISCOUNT_BASES)[number]>;

/** A type or an issue. Amounts are in minor units, rates in percent per year, tenures in days. */
export interface DiscountedTypeRow {
  readonly id: bigint;
  readonly kind: DiscountedKind;
  readonly name: string;
  /** Former codes, in upper case. */
  readonly aliases: readonly string[];
  readonly label: string;
  readonly active: boolean;
  readonly currency: string;
  readonly amount_least_minor: bigint;
  readonly amount_most_minor: bigint | null;
  readonly amount_multiple_minor: bigint;
  readonly quotation: Quotation;
  /** Null until the issue has been auctioned. */
  readonly rate: Decimal | null;
  readonly rate_least: Decimal | null;
  readonly rate_most: Decimal | null;
  readonly termination_rate_least: Decimal;
  readonly termination_rate_most: Decimal;
  readonly day_count: DiscountBasis;
  readonly price_decimals: number | null;
  readonly price_rounding: RoundingMode;
  readonly tax_class: string | null;
  readonly allowed_tenures: readonly number[] | null;
  readonly default_tenure: number | null;
  readonly auction_date: BusinessDate | null;
  readonly settlement_date: BusinessDate | null;
  readonly maturity_date: BusinessDate | null;
  readonly holiday_convention: DayConvention;
  readonly exchange_id: bigint | null;
  readonly exchange_name: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

export type IssueState = 'ANNOUNCED' | 'AUCTIONED' | 'MATURED';

const SELECT_TYPE: Sql = sql`
  select y.*, x.name as exchange_name
  from discounted_instrument_type y left join exchange x on x.id = y.exchange_id`;

/** The columns that are set when a version of a type is stored. */
export type DiscountedTypeColumns = Omit<
  DiscountedTypeRow,
  'exchange_name' | 'created_by' | 'created_at' | 'modified_by' | 'modified_at'
>;

/**
 * Stores a version of a type, which replaces the previous one, if any. All versions with the same
 * name share an id.
 */
export async function storeDiscountedType(
  tx: Tx,
  type: DiscountedTypeColumns,
  stamp: Pick<DiscountedTypeRow, 'modified_by' | 'modified_at'>,
): Promise<void> {
  const row = {
    ...type,
    created_by: stamp.modified_by,
    created_at: stamp.modified_at,
    ...stamp,
  };
  await tx.query(sql`
    insert into discounted_instrument_type
    select * from jsonb_populate_record(null::discounted_instrument_type, ${toJson(row)}::jsonb)
    on conflict (id) do update set aliases = excluded.aliases, label = excluded.label,
      active = excluded.active,
      amount_least_minor = excluded.amount_least_minor,
      amount_most_minor = excluded.amount_most_minor,
      amount_multiple_minor = excluded.amount_multiple_minor, rate = excluded.rate,
      rate_least = excluded.rate_least, rate_most = excluded.rate_most,
      termination_rate_least = excluded.termination_rate_least,
      termination_rate_most = excluded.termination_rate_most, day_count = excluded.day_count,
      price_decimals = excluded.price_decimals, price_rounding = excluded.price_rounding,
      tax_class = excluded.tax_class, allowed_tenures = excluded.allowed_tenures,
      default_tenure = excluded.default_tenure, auction_date = excluded.auction_date,
      settlement_date = excluded.settlement_date, maturity_date = excluded.maturity_date,
      holiday_convention = excluded.holiday_convention, exchange_id = excluded.exchange_id,
      version = excluded.version, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at`);
}

/** The filter for listing types. `onOffer` leaves out types that are no longer sold. */
export interface DiscountedTypeFilter {
  readonly kind: DiscountedKind;
  readonly onOffer: boolean;
  readonly state: IssueState | undefined;
}

type OnDay = DiscountedTypeFilter & { readonly today: BusinessDate };

function matching({ kind, onOffer, state = undefined, today }: OnDay): Sql {
  return sql`y.kind = ${kind}
    and (not ${onOffer}::boolean
      or y.active and (y.maturity_date is null or y.maturity_date > ${today}))
    and (${state ?? null}::text is null or ${state ?? null} = case
      when y.maturity_date <= ${today} then 'MATURED'
      when y.rate is null then 'ANNOUNCED' else 'AUCTIONED' end)`;
}

export function selectTypesIn(
  on: Database,
  filter: OnDay,
  page: PageRequest,
): Promise<DiscountedTypeRow[]> {
  return on.query(sql`${SELECT_TYPE}
    where ${matching(filter)} and (${page.after}::bigint is null or y.id > ${page.after})
    order by y.id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countTypesIn(on: Database, filter: OnDay): Promise<bigint> {
  return countRows(
    on,
    sql`select count(*) as count from discounted_instrument_type y where ${matching(filter)}`,
  );
}

interface TypeName {
  readonly name: string | undefined;
  readonly label: string | undefined;
}

function named(kind: DiscountedKind, { name, label }: TypeName): Sql {
  const by = name === undefined ? sql`lower(y.label) = lower(${label})` : hasCode(sql`y`, name);
  return sql`y.kind = ${kind} and ${by} limit 2`;
}

/** Selects a kind's types by code or alias or, if no code is given, by label, ignoring case. */
export function selectDiscountedTypes(
  on: Database | Tx,
  kind: DiscountedKind,
  name: TypeName,
): Promise<DiscountedTypeRow[]> {
  return on.query(sql`${SELECT_TYPE} where ${named(kind, name)}`);
}

/**
 * Like `selectDiscountedTypes`, but locks the types FOR KEY SHARE. Concurrent purchases can share
 * the lock, and changes wait for it.
 */
export function lockDiscountedTypes(
  tx: Tx,
  kind: DiscountedKind,
  name: TypeName,
): Promise<DiscountedTypeRow[]> {
  return tx.query(sql`${SELECT_TYPE} where ${named(kind, name)} for key share of y`);
}

export async function selectDiscountedType(
  on: Database | Tx,
  id: bigint,
): Promise<DiscountedTypeRow | undefined> {
  const [row] = await on.query<DiscountedTypeRow>(sql`${SELECT_TYPE} where y.id = ${id}`);
  return row;
}

/** Like `lockDiscountedTypes`, but locks the types with these ids, in this order. */
export function lockDiscountedTypesById(
  tx: Tx,
  ids: readonly bigint[],
): Promise<DiscountedTypeRow[]> {
  return tx.query(sql`${SELECT_TYPE}
    where y.id = any(${ids}::bigint[]) order by y.id for key share of y`);
}

/** An issue with maturing bills, and the start date of the bills that they roll over into. */
interface MaturingIssue {
  readonly type_id: bigint;
  readonly start: BusinessDate;
}

/**
 * Returns, for each maturing issue and date, the most recently auctioned issue that sells bills on
 * that date and has the same tenor, currency, quotation and tax class. Leaves out a maturing issue
 * if no issue qualifies.
 */
export function selectNextIssues(
  tx: Tx,
  maturing: readonly MaturingIssue[],
): Promise<(MaturingIssue & { readonly next_id: bigint })[]> {
  return tx.query(sql`
    select m.type_id, m.start, n.id as next_id
    from jsonb_to_recordset(${toJson(maturing)}::jsonb) as m (type_id bigint, start date)
    join discounted_instrument_type y on y.id = m.type_id
    cross join lateral (
      select x.id from discounted_instrument_type x
      where x.id <> y.id and x.kind = y.kind and x.currency = y.currency
        and x.quotation = y.quotation
        and x.tax_class is not distinct from y.tax_class and x.active and x.rate is not null
        and x.maturity_date - x.settlement_date = y.maturity_date - y.settlement_date
        and x.auction_date <= m.start and x.settlement_date <= m.start
        and x.maturity_date > m.start
      order by x.auction_date desc, x.settlement_date desc, x.id desc limit 1
    ) n`);
}

/** Selects a kind's type with this code. Aliases are ignored. */
export async function selectDiscountedTypeNamed(
  on: Database | Tx,
  kind: DiscountedKind,
  name: string,
): Promise<DiscountedTypeRow | undefined> {
  const [row] = await on.query<DiscountedTypeRow>(sql`
    ${SELECT_TYPE} where y.kind = ${kind} and upper(y.name) = upper(${name})`);
  return row;
}

/**
 * Locks the type with a given code, whatever its kind, FOR UPDATE. Waits for purchases in progress.
 */
export async function lockTypeToChange(
  tx: Tx,
  name: string,
): Promise<DiscountedTypeRow | undefined> {
  const [row] = await tx.query<DiscountedTypeRow>(sql`
    ${SELECT_TYPE} where upper(y.name) = upper(${name}) for update of y`);
  return row;
}

/** Returns whether any instrument of a type was ordered or sold. Cancelled ones are ignored. */
export async function isSold(tx: Tx, typeId: bigint): Promise<boolean> {
  const [row] = await tx.query<{ sold: boolean }>(sql`
    select exists (select from discounted_instrument where type_id = ${typeId}
      and termination_reason is distinct from 'CANCELLED') as sold`);
  return row?.sold ?? false;
}
