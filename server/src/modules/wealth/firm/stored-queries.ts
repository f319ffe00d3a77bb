// SQL that lists all customers' assets on a closed date, from their daily snapshots.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import { type CustomerFilter, fromCustomers } from './queries.js';

/** Selects the latest closed date that is not after the given date; undefined if there is none. */
export async function selectLastClosed(
  tx: Tx,
  until: BusinessDate,
): Promise<BusinessDate | undefined> {
  const [row] = await tx.query<{ date: BusinessDate }>(sql`
    select value_date as date from wealth_close
    where finished_at is not null and value_date <= ${until} order by value_date desc limit 1`);
  return row?.date;
}

/** A currency, and the currency of an office through which it may be converted. */
interface StoredCurrency {
  readonly currency: string;
  readonly through: string;
}

/**
 * Selects the currencies in a month's snapshots up to a date, each combined with the currencies of
 * the offices.
 */
export function selectStoredCurrencies(tx: Tx, date: BusinessDate): Promise<StoredCurrency[]> {
  return tx.query(sql`
    select distinct w.currency, o.currency as through
    from (select distinct currency from wealth_day
      where value_date between ${firstOfMonth(date)} and ${date}) w
    cross join business_office o order by 1, 2`);
}

/**
 * The conversion of a currency's minor units to the list's currency, for customers of offices with
 * the currency `through`. Multiply by `factor` and divide by `divisor`.
 */
export interface StoredConversion extends StoredCurrency {
  readonly date: BusinessDate;
  readonly factor: string;
  readonly divisor: string;
}

/** A customer's assets on a closed date, in minor units of one currency. */
export interface StoredValue {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_name: string;
  readonly group_name: string;
  readonly assets_minor: bigint;
  readonly liabilities_minor: bigint;
  /** The value at the previous close; null if there is none. */
  readonly before_minor: bigint | null;
  readonly unvalued_lines: bigint;
  readonly stale_lines: bigint;
  readonly oldest_price_date: BusinessDate | null;
  /** The number of customers in the whole list. */
  readonly count: bigint;
}

/** The customers to select, the dates, the sort order, and the page. */
export interface StoredRequest {
  readonly filter: CustomerFilter;
  readonly date: BusinessDate;
  readonly before: BusinessDate | undefined;
  readonly conversions: readonly StoredConversion[];
  readonly sort: 'VALUE' | 'CHANGE' | 'UNVALUED' | 'NAME';
  readonly start: number;
  readonly limit: number;
}

/** Selects a page of customers with their assets according to their latest snapshots. */
export function selectStoredValues(tx: Tx, request: StoredRequest): Promise<StoredValue[]> {
  const { filter, date, before, conversions, sort, start, limit } = request;
  return tx.query(sql`
    with ${storedRows({ filter, dates: before === undefined ? [date] : [date, before] })},
    valued as (${valuedRows(conversions)}), summed as (
      select v.id, v.name, v.label, v.office_name, v.group_name,
        coalesce(sum(v.assets_minor) filter (where v.on_date = ${date}), 0)::bigint
          as assets_minor,
        coalesce(sum(v.liabilities_minor) filter (where v.on_date = ${date}), 0)::bigint
          as liabilities_minor,
        case when ${before ?? null}::date is not null then
          coalesce(sum(v.assets_minor + v.liabilities_minor)
            filter (where v.on_date = ${before ?? null}), 0)::bigint end as before_minor,
        coalesce(sum(v.unvalued_lines) filter (where v.on_date = ${date}), 0)::bigint
          as unvalued_lines,
        coalesce(sum(v.stale_lines) filter (where v.on_date = ${date}), 0)::bigint as stale_lines,
        min(v.oldest_price_date) filter (where v.on_date = ${date}) as oldest_price_date
      from valued v
      group by v.id, v.name, v.label, v.office_name, v.group_name
    )
    select s.*, count(*) over () as count from summed s
    order by case ${sort}::text
        when 'VALUE' then s.assets_minor + s.liabilities_minor
        when 'CHANGE' then s.assets_minor + s.liabilities_minor - s.before_minor
        when 'UNVALUED' then s.unvalued_lines end desc nulls last,
      s.label collate "C", s.id
    offset ${start} limit ${limit}`);
}

/** Counts the customers that a filter selects. */
export async function countCustomers(tx: Tx, filter: CustomerFilter): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    select count(*) as count ${fromCustomers(filter)}`);
  return Number(row?.count ?? 0);
}

/** A part of all customers' assets on a closed date, in minor units of one currency. */
export interface StoredPart {
  readonly key: string;
  readonly label: string;
  /** The number of customers with a position in the part. */
  readonly customers: bigint;
  readonly assets_minor: bigint;
  readonly liabilities_minor: bigint;
  readonly lines: bigint;
  readonly unvalued_lines: bigint;
  readonly stale_lines: bigint;
}

/** The customers, the date and the criterion of a summary. */
interface StoredSummaryRequest {
  readonly offices: readonly bigint[] | undefined;
  readonly date: BusinessDate;
  readonly conversions: readonly StoredConversion[];
}

/** Selects the total assets of customers by office or group, or by currency. */
export function selectStoredParts(
  tx: Tx,
  { offices, date, conversions }: StoredSummaryRequest,
  by: 'OFFICE' | 'GROUP' | 'CURRENCY',
): Promise<StoredPart[]> {
  const [key, label] = PART_NAMES[by];
  return tx.query(sql`
    with ${storedRows({ filter: { offices }, dates: [date] })},
    valued as (${valuedRows(conversions)})
    select ${key} as key, ${label} as label, count(distinct v.id) as customers,
      sum(v.assets_minor)::bigint as assets_minor,
      sum(v.liabilities_minor)::bigint as liabilities_minor, sum(v.lines)::bigint as lines,
      sum(v.unvalued_lines)::bigint as unvalued_lines, sum(v.stale_lines)::bigint as stale_lines
    from valued v
    where v.lines > 0
    group by 1, 2 order by 1`);
}

const PART_NAMES = {
  OFFICE: [sql`v.office_name`, sql`v.office_label`],
  GROUP: [sql`v.group_name`, sql`v.group_label`],
  CURRENCY: [sql`v.currency`, sql`v.currency`],
} as const;

/** All customers' assets of one class on a closed date, in minor units of one currency. */
interface StoredClass
  extends Pick<StoredPart, 'key' | 'customers' | 'assets_minor' | 'liabilities_minor'> {}

/** Selects the total assets of customers by class. */
export function selectStoredClasses(
  tx: Tx,
  { offices, date, conversions }: StoredSummaryRequest,
): Promise<StoredClass[]> {
  return tx.query(sql`
    with ${storedRows({ filter: { offices }, dates: [date] })},
    ${conversionRows(conversions)}
    select c.class as key, count(distinct r.id) as customers,
      coalesce(sum(c.minor) filter (where c.minor > 0), 0)::bigint as assets_minor,
      coalesce(sum(c.minor) filter (where c.minor < 0), 0)::bigint as liabilities_minor
    from stored r
    join conversion k on (k.on_date, k.currency, k.through) = (r.on_date, r.currency, r.through)
    cross join lateral (${CLASS_VALUES}) c
    where c.minor <> 0
    group by 1`);
}

/**
 * Selects customers' cash and unsettled proceeds by office and currency on a closed date, from
 * their snapshots.
 */
export function selectStoredMoney(
  tx: Tx,
  { offices, date }: Pick<StoredSummaryRequest, 'offices' | 'date'>,
): Promise<{ office_name: string; currency: string; minor: bigint }[]> {
  return tx.query(sql`
    with ${storedRows({ filter: { offices }, dates: [date] })}
    select r.office_name, r.currency, sum(r.cash_minor + r.unsettled_minor)::bigint as minor
    from stored r
    group by 1, 2 having sum(r.cash_minor + r.unsettled_minor) <> 0`);
}

// SQL: the customers, each with the snapshots in force on closed dates, or with nulls if there are
// none. A snapshot is in force until the next one for the portfolio and currency. The first close
// of each month has a complete set. Large sets are joined only once, here, because a second join
// might run row by row while the tables have no statistics yet.
function storedRows({
  filter,
  dates,
}: {
  readonly filter: CustomerFilter;
  readonly dates: readonly BusinessDate[];
}): Sql {
  const snapshots = dates.map(
    (date) => sql`
      (select distinct on (customer_id, portfolio_id, currency) ${date}::date as on_date, w.*
      from wealth_day w where value_date between ${firstOfMonth(date)} and ${date}
      order by customer_id, portfolio_id, currency, value_date desc, version_no desc)`,
  );
  return sql`stored as (
      select l.*, r.* from (
        select c.id, c.name, c.label, o.name as office_name, o.label as office_label,
          g.name as group_name, g.label as group_label, o.currency as through
        ${fromCustomers(filter)}
      ) l
      left join (${joinSql(snapshots, ' union all ')}) r on r.customer_id = l.id
    )`;
}

function conversionRows(conversions: readonly StoredConversion[]): Sql {
  return sql`conversion as (
      select * from unnest(${conversions.map((each) => each.date)}::date[],
        ${conversions.map((each) => each.currency)}::text[],
        ${conversions.map((each) => each.through)}::text[],
        ${conversions.map((each) => each.factor)}::numeric[],
        ${conversions.map((each) => each.divisor)}::numeric[])
        as c (on_date, currency, through, factor, divisor)
    )`;
}

// SQL: the values of the classes in a snapshot `r`, converted with `k`. Each one is rounded half
// away from zero. The numerator is given many decimals, because the number of decimals in a
// quotient depends on its operands.
const CLASS_VALUES: Sql = sql`
  select m.class, round(m.minor * k.factor * 1.000000000000000000000000 / k.divisor) as minor
  from (values ('EQUITY', r.equity_minor), ('BOND', r.bond_minor), ('DEPOSIT', r.deposit_minor),
    ('PAPER', r.paper_minor), ('BILL', r.bill_minor), ('FUND', r.fund_minor),
    ('CASH', r.cash_minor), ('RECEIVABLE', r.receivable_minor), ('PAYABLE', r.payable_minor),
    ('LOAN', r.loan_minor)) as m (class, minor)`;

// SQL: snapshots in the list's currency. Without a rate, a snapshot has no value, and all its lines
// are counted as lines without a value.
function valuedRows(conversions: readonly StoredConversion[]): Sql {
  return sql`
    with ${conversionRows(conversions)}
    select r.id, r.name, r.label, r.office_name, r.office_label, r.group_name, r.group_label,
      r.currency, r.on_date, r.lines, parts.assets_minor, parts.liabilities_minor,
      case when k.currency is null then r.lines else r.unvalued_lines end as unvalued_lines,
      case when k.currency is null then 0 else r.stale_lines end as stale_lines,
      case when k.currency is not null then r.oldest_price_date end as oldest_price_date
    from stored r
    left join conversion k
      on (k.on_date, k.currency, k.through) = (r.on_date, r.currency, r.through)
    cross join lateral (
      select coalesce(sum(c.minor) filter (where c.minor > 0), 0) as assets_minor,
        coalesce(sum(c.minor) filter (where c.minor < 0), 0) as liabilities_minor
      from (${CLASS_VALUES}) c
    ) parts`;
}

function firstOfMonth(date: BusinessDate): string {
  return `${date.slice(0, 7)}-01`;
}
