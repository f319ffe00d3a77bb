// SQL for exchange rates.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { joinSql, type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** A rate to store: units of the quote currency per unit of the base. */
export interface RateDraft {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly date: BusinessDate;
  readonly rate: Decimal;
  readonly source: string;
}

/** A stored rate. */
export interface RateRow {
  readonly id: bigint;
  readonly name: string;
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate_date: BusinessDate;
  readonly rate: Decimal;
  readonly source: string;
  readonly version_no: number;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** Returns the rate of one pair and date, by its name. */
export async function selectRate(on: Database | Tx, name: string): Promise<RateRow | undefined> {
  const [row] = await on.query<RateRow>(sql`select * from exchange_rate where name = ${name}`);
  return row;
}

/** The currencies and date for which to look up a rate. */
export interface RateQuestion {
  readonly from: string;
  readonly to: string;
  readonly date: BusinessDate;
  /** Older rates are ignored. */
  readonly since?: BusinessDate | undefined;
  /** Rates approved after this moment are ignored. */
  readonly knownAt?: Instant | undefined;
}

/** Returns the latest rate on or before the date: for this pair, or else for the inverse pair. */
export async function selectLatestRate(
  on: Database | Tx,
  { from, to, date, since, knownAt }: RateQuestion,
): Promise<RateRow | undefined> {
  const rates = knownAt === undefined ? sql`exchange_rate` : ratesKnownAt(knownAt);
  const [row] = await on.query<RateRow>(sql`
    select * from ${rates} rates
    where ((base_currency = ${from} and quote_currency = ${to})
        or (base_currency = ${to} and quote_currency = ${from}))
      and rate_date <= ${date}::date
      and rate_date >= coalesce(${since ?? null}::date, '-infinity'::date)
    order by base_currency = ${from} desc, rate_date desc limit 1`);
  return row;
}

/** The latest rate on or before a date. */
export interface DatedRate extends Pick<RateRow, 'base_currency' | 'rate_date' | 'rate'> {
  readonly date: BusinessDate;
}

/**
 * Returns the latest rate on or before each of the given dates: for this pair, or else for the
 * inverse pair. Dates without a rate are omitted.
 */
export function selectLatestRates(
  tx: Tx,
  { from, to }: Pick<RateQuestion, 'from' | 'to'>,
  {
    dates,
    knownAt,
  }: { readonly dates: readonly BusinessDate[]; readonly knownAt?: string | undefined },
): Promise<DatedRate[]> {
  const rates = knownAt === undefined ? sql`exchange_rate` : ratesKnownAt(knownAt);
  return tx.query(sql`
    select k.date, latest.base_currency, latest.rate_date, latest.rate
    from unnest(${[...dates]}::date[]) as k (date)
    cross join lateral (
      select base_currency, rate_date, rate from ${rates} rates
      where ((base_currency = ${from} and quote_currency = ${to})
          or (base_currency = ${to} and quote_currency = ${from})) and rate_date <= k.date
      order by base_currency = ${from} desc, rate_date desc limit 1
    ) latest`);
}

/** Returns the latest rate of the pair, or of the inverse pair, before a date. */
export async function selectLastRateBefore(
  on: Database | Tx,
  { base, quote, date }: Pick<RateDraft, 'base' | 'quote' | 'date'>,
): Promise<RateRow | undefined> {
  const [row] = await on.query<RateRow>(sql`
    select * from exchange_rate
    where ((base_currency = ${base} and quote_currency = ${quote})
        or (base_currency = ${quote} and quote_currency = ${base}))
      and rate_date < ${date}::date
    order by rate_date desc, base_currency = ${base} desc limit 1`);
  return row;
}

// The table contains only the latest version of each rate, so older versions come from the history.
function ratesKnownAt(moment: Instant): Sql {
  return sql`(
    select e.id, e.name, e.base_currency, e.quote_currency, e.rate_date, known.rate, known.source,
      known.version_no, e.created_by, e.created_at, known.modified_by, known.modified_at
    from exchange_rate e cross join lateral (
      select (v.body ->> 'rate')::numeric as rate, v.body ->> 'source' as source, v.version_no,
        v.approved_by as modified_by, v.approved_at as modified_at
      from reference_version v
      where v.kind = 'exchange-rate' and v.subject = e.name and v.approved_at <= ${moment}
      order by v.version_no desc limit 1
    ) known)`;
}

/** The filters for listing rates. */
interface RateFilter {
  readonly baseCurrency?: string | undefined;
  readonly quoteCurrency?: string | undefined;
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
}

function matching(filter: RateFilter): Sql {
  const conditions: Sql[] = [sql`true`];
  if (filter.baseCurrency) conditions.push(sql`base_currency = ${filter.baseCurrency}`);
  if (filter.quoteCurrency) conditions.push(sql`quote_currency = ${filter.quoteCurrency}`);
  if (filter.sd) conditions.push(sql`rate_date >= ${filter.sd}::date`);
  if (filter.ed) conditions.push(sql`rate_date <= ${filter.ed}::date`);
  return joinSql(conditions, ' and ');
}

/** Reads a page of rates in id order, plus one extra row to detect a next page. */
export function selectRates(
  db: Database,
  filter: RateFilter,
  page: PageRequest,
): Promise<RateRow[]> {
  return db.query(sql`select * from exchange_rate
    where ${matching(filter)} and id > ${page.after ?? 0n}
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countRates(db: Database, filter: RateFilter): Promise<bigint> {
  return countRows(db, sql`select count(*) from exchange_rate where ${matching(filter)}`);
}

/** Stores a rate, or corrects the one for its pair and date. Returns the id. */
export async function storeRate(
  tx: Tx,
  rate: RateDraft,
  stamp: { readonly version: number; readonly by: string; readonly at: Instant },
): Promise<bigint> {
  const { version, by, at } = stamp;
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into exchange_rate (name, base_currency, quote_currency, rate_date, rate, source,
      version_no, created_by, created_at, modified_by, modified_at)
    values (${rate.name}, ${rate.base}, ${rate.quote}, ${rate.date}, ${rate.rate.toFixed()},
      ${rate.source}, ${version}, ${by}, ${at}, ${by}, ${at})
    on conflict (name) do update set rate = excluded.rate, source = excluded.source,
      version_no = excluded.version_no, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at
    returning id`);
  return row?.id ?? 0n;
}
