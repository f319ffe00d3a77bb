// SQL that lists what all customers had on a closed date, from their daily snapshots.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { type CustomerFilter, fromCustomers } from './queries.js';

/** Selects the last closed date on or before a date; undefined if there is none. */
export async function selectLastClosed(
  tx: Tx,
  until: BusinessDate,
): Promise<BusinessDate | undefined> {
  const [row] = await tx.query<{ date: BusinessDate }>(sql`
    select value_date as date from wealth_close
    where finished_at is not null and value_date <= ${until} order by value_date desc limit 1`);
  return row?.date;
}

/** Two currencies, the second that of an office through which the first may be converted. */
interface StoredCurrency {
  readonly currency: string;
  readonly through: string;
}

/** Selects the currencies of the snapshots of a month until a date, with those of the offices. */
export function selectStoredCurrencies(tx: Tx, date: BusinessDate): Promise<StoredCurrency[]> {
  return tx.query(sql`
    select distinct w.currency, o.currency as through
    from (select distinct currency from wealth_day
      where value_date between ${firstOfMonth(date)} and ${date}) w
    cross join business_office o order by 1, 2`);
}

/**
 * How minor units of a currency become those of the currency of a list, for the customers of
 * offices with the currency `through`: times `factor`, divided by `divisor`.
 */
export interface StoredConversion extends StoredCurrency {
  readonly date: BusinessDate;
  readonly factor: string;
  readonly divisor: string;
}

/** What a customer had on a closed date, in minor units of one currency. */
export interface StoredValue {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly office_name: string;
  readonly group_name: string;
  readonly assets_minor: bigint;
  readonly liabilities_minor: bigint;
  /** The value at the close before; null if there is none. */
  readonly before_minor: bigint | null;
  readonly unvalued_lines: bigint;
  readonly stale_lines: bigint;
  readonly oldest_price_date: BusinessDate | null;
  /** The number of customers in the whole list. */
  readonly count: bigint;
}

/** Which customers to select, of which dates, in which order, and which part of the list. */
export interface StoredRequest {
  readonly filter: CustomerFilter;
  readonly date: BusinessDate;
  readonly before: BusinessDate | undefined;
  readonly conversions: readonly StoredConversion[];
  readonly sort: 'VALUE' | 'CHANGE' | 'UNVALUED' | 'NAME';
  readonly start: number;
  readonly limit: number;
}

/** Selects a page of customers with what they had by their latest snapshots. */
export function selectStoredValues(tx: Tx, request: StoredRequest): Promise<StoredValue[]> {
  const { filter, date, before, conversions, sort, start, limit } = request;
  const dates = before === undefined ? [date] : [date, before];
  const [now, then] = dates.map(snapshotsOf);
  return tx.query(sql`
    with conversion as (
      select * from unnest(${conversions.map((each) => each.date)}::date[],
        ${conversions.map((each) => each.currency)}::text[],
        ${conversions.map((each) => each.through)}::text[],
        ${conversions.map((each) => each.factor)}::numeric[],
        ${conversions.map((each) => each.divisor)}::numeric[])
        as c (on_date, currency, through, factor, divisor)
    ), listed as (
      select c.id, c.name, c.label, o.name as office_name, g.name as group_name,
        o.currency as through
      ${fromCustomers(filter)}
    ), held as (
      ${now ?? sql``} ${then === undefined ? sql`` : sql`union all ${then}`}
    ), valued as (
      select l.id, h.on_date, h.lines, h.unvalued_lines, h.stale_lines, h.oldest_price_date,
        k.currency is not null as has_rate,
        ${inListCurrency(sql`h.assets_minor`)} as assets_minor,
        ${inListCurrency(sql`h.liabilities_minor`)} as liabilities_minor
      from held h
      join listed l on l.id = h.customer_id
      left join conversion k
        on (k.on_date, k.currency, k.through) = (h.on_date, h.currency, l.through)
    ), summed as (
      select l.id, l.name, l.label, l.office_name, l.group_name,
        coalesce(sum(v.assets_minor) filter (where v.on_date = ${date}), 0)::bigint
          as assets_minor,
        coalesce(sum(v.liabilities_minor) filter (where v.on_date = ${date}), 0)::bigint
          as liabilities_minor,
        case when ${before ?? null}::date is not null then
          coalesce(sum(v.assets_minor + v.liabilities_minor)
            filter (where v.on_date = ${before ?? null}), 0)::bigint end as before_minor,
        coalesce(sum(case when v.has_rate then v.unvalued_lines else v.lines end)
          filter (where v.on_date = ${date}), 0)::bigint as unvalued_lines,
        coalesce(sum(v.stale_lines) filter (where v.on_date = ${date} and v.has_rate), 0)::bigint
          as stale_lines,
        min(v.oldest_price_date) filter (where v.on_date = ${date} and v.has_rate)
          as oldest_price_date
      from listed l left join valued v on v.id = l.id
      group by l.id, l.name, l.label, l.office_name, l.group_name
    )
    select s.*, count(*) over () as count from summed s
    order by case ${sort}::text
        when 'VALUE' then s.assets_minor + s.liabilities_minor
        when 'CHANGE' then s.assets_minor + s.liabilities_minor - s.before_minor
        when 'UNVALUED' then s.unvalued_lines end desc nulls last,
      s.label collate "C", s.id
    offset ${start} limit ${limit}`);
}

// Rounded half away from zero, once for what a customer has in a currency. The divisor has many
// decimals, because a quotient has as many as its parts.
function inListCurrency(minor: Sql): Sql {
  return sql`round(${minor} * k.factor * 1.000000000000000000000000 / k.divisor)`;
}

// What each customer had in each currency at the end of a closed date. A snapshot counts until the
// next one of the portfolio and currency; each month begins with a complete close.
function snapshotsOf(date: BusinessDate): Sql {
  return sql`
    select w.customer_id, w.currency, ${date}::date as on_date, sum(w.lines) as lines,
      sum(w.unvalued_lines) as unvalued_lines, sum(w.stale_lines) as stale_lines,
      min(w.oldest_price_date) as oldest_price_date,
      sum(parts.assets_minor) as assets_minor, sum(parts.liabilities_minor) as liabilities_minor
    from (
      select distinct on (customer_id, portfolio_id, currency) * from wealth_day
      where value_date between ${firstOfMonth(date)} and ${date}
      order by customer_id, portfolio_id, currency, value_date desc, version_no desc
    ) w
    cross join lateral (
      select coalesce(sum(minor) filter (where minor > 0), 0) as assets_minor,
        coalesce(sum(minor) filter (where minor < 0), 0) as liabilities_minor
      from (values (w.equity_minor), (w.bond_minor), (w.deposit_minor), (w.paper_minor),
        (w.bill_minor), (w.fund_minor), (w.cash_minor), (w.receivable_minor),
        (w.payable_minor), (w.loan_minor)) as c (minor)
    ) parts
    group by w.customer_id, w.currency`;
}

function firstOfMonth(date: BusinessDate): string {
  return `${date.slice(0, 7)}-01`;
}
