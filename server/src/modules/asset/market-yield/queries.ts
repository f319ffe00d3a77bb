// SQL for market discount rates. A rate never changes; a later version replaces or removes it.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJsonInTurns } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { type ImportTables, markUndone } from '../../../platform/value-import/queries.js';
import { isRecordedBy } from '../../finance/index.js';
import type { IssueYield } from './row.js';

export const YIELD_TABLES: ImportTables = {
  imports: 'market_yield_import',
  subject: 'type_id',
  date: 'yield_date',
  figures: 'rate',
  figuresType: 'numeric',
};

/**
 * Ensures that only one transaction at a time changes rates, so that each import sees the rates of
 * the previous ones.
 */
export async function lockYields(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse market yield'))`);
}

/** Selects commercial paper types and bill issues by code or former code. */
export function selectIssuesNamed(
  on: Database | Tx,
  codes: readonly string[],
): Promise<{ code: string; id: bigint; maturity: BusinessDate | null }[]> {
  return on.query(sql`
    select given.code, y.id, y.maturity_date as maturity
    from unnest(${[...codes]}::text[]) as given (code)
    join discounted_instrument_type y on given.code = any (y.aliases || upper(y.name))`);
}

/** SQL condition: `y` is the latest version of its rate, which may be a removal. */
export function isLatest(knownAt: string | undefined): Sql {
  return sql`not exists (
    select from market_yield n
    where n.type_id = y.type_id and n.yield_date = y.yield_date and n.id > y.id
      and ${isRecordedBy(sql`n.recorded_at`, knownAt)})`;
}

/** Selects the rates in force for the same issues and dates as the given rates. */
export async function selectYieldsAt(tx: Tx, yields: readonly IssueYield[]): Promise<IssueYield[]> {
  const given = await toJsonInTurns(yields.map(({ issueId, date }) => ({ issueId, date })));
  return tx.query<IssueYield>(sql`
    select k."issueId", k.date, y.rate
    from jsonb_to_recordset(${given}::jsonb) as k ("issueId" bigint, date date)
    join market_yield y on y.type_id = k."issueId" and y.yield_date = k.date
    where y.rate is not null and ${isLatest(undefined)}`);
}

/** Stores versions of rates. */
export async function insertYields(tx: Tx, yields: readonly IssueYield[]): Promise<void> {
  const given = await toJsonInTurns(yields);
  await tx.query(sql`
    insert into market_yield (type_id, yield_date, rate)
    select g."issueId", g.date, g.rate
    from jsonb_to_recordset(${given}::jsonb) as g ("issueId" bigint, date date, rate numeric)
    order by g."issueId", g.date`);
}

/**
 * Undoes an import's rates that are still in force. Stores the previous rate again, or a version
 * without a rate if there was none. Returns the number of rates undone. The caller must have locked
 * the rates.
 */
export async function undoYields(tx: Tx, importId: bigint): Promise<number> {
  const isUnchanged = sql`r.rate = (
    select y.rate from market_yield y
    where y.type_id = r.type_id and y.yield_date = r.yield_date
    order by y.id desc limit 1)`;
  const undone = await markUndone(tx, YIELD_TABLES, { id: importId, isUnchanged });
  await tx.query(sql`
    insert into market_yield (type_id, yield_date, rate)
    select type_id, yield_date, rate_before from market_yield_import_row
    where import_id = ${importId} and outcome = 'UNDONE'
    order by type_id, yield_date`);
  return undone.length;
}

/** The market discount rate of an issue on a date: the latest rate dated on or before it. */
export interface MarketYield {
  readonly issueId: bigint;
  readonly date: BusinessDate;
  /** In percent per year. */
  readonly rate: Decimal;
  /** The date from which the rate applies. */
  readonly yieldDate: BusinessDate;
}

/** The issues and dates to look up, and a time. Rates recorded after this time are left out. */
interface YieldRequest {
  readonly issueIds: readonly bigint[];
  readonly dates: readonly BusinessDate[];
  readonly knownAt?: string | undefined;
}

/** Selects market discount rates by issue and date. The result omits issues without a rate. */
export function marketYieldsOn(
  tx: Tx,
  { issueIds, dates, knownAt }: YieldRequest,
): Promise<MarketYield[]> {
  return tx.query(sql`
    select i.id as "issueId", k.date, latest.rate, latest.yield_date as "yieldDate"
    from unnest(${[...issueIds]}::bigint[]) as i (id)
    cross join unnest(${[...dates]}::date[]) as k (date)
    cross join lateral (
      select y.rate, y.yield_date from market_yield y
      where y.type_id = i.id and y.yield_date <= k.date and y.rate is not null
        and ${isRecordedBy(sql`y.recorded_at`, knownAt)} and ${isLatest(knownAt)}
      order by y.yield_date desc, y.id desc limit 1
    ) latest`);
}
