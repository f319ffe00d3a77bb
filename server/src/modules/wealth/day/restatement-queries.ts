// SQL for restatements: late records, the customers to revalue, and the progress.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { lateRecords } from '../return/late-queries.js';

/**
 * Opens the close of a date. Stores one restatement for each customer for whom records about
 * earlier dates were stored since the previous close. Returns the number of restatements.
 */
export async function findRestatements(
  tx: Tx,
  date: BusinessDate,
  searchedAt: string,
): Promise<number> {
  const since = sql`(select searched_at from wealth_close where value_date < ${date}::date
    order by value_date desc limit 1)`;
  await tx.query(sql`
    insert into wealth_close (value_date, searched_at) values (${date}, ${searchedAt}::timestamptz)
    on conflict (value_date) do nothing`);
  const rows = await tx.query(sql`
    with late as (${lateRecords({ since, before: sql`${date}::date` })})
    insert into wealth_restatement (customer_id, found_on, from_date, next_date, reason)
    select distinct on (late.customer_id) late.customer_id, ${date}, late.from_date,
      next.value_date, late.reason
    from late
    cross join lateral (
      select min(c.value_date) as value_date from wealth_close c
      where c.value_date >= late.from_date and c.value_date < ${date}::date
    ) next
    where next.value_date is not null
    order by late.customer_id, late.from_date, late.reason
    on conflict (customer_id, found_on) do nothing
    returning id`);
  return rows.length;
}

/** A date to revalue. */
interface NextDate {
  readonly date: BusinessDate;
  /** The previous close; null if this is the first. */
  readonly before: BusinessDate | null;
  /** The next close, or the business date. */
  readonly next: BusinessDate;
}

/**
 * Selects the first date to revalue, and the closes before and after it. If a start date is given,
 * only restatements that begin on or after it are included. Undefined if none is left.
 */
export async function selectNextDate(
  db: Database,
  from: BusinessDate | undefined,
): Promise<NextDate | undefined> {
  const [row] = await db.query<NextDate>(sql`
    select r.next_date as date,
      (select max(value_date) from wealth_close where value_date < r.next_date) as before,
      coalesce((select min(value_date) from wealth_close where value_date > r.next_date),
        (select business_date from business_day)) as next
    from wealth_restatement r
    where r.finished_at is null
      and (${from ?? null}::date is null or r.next_date >= ${from ?? null})
    order by r.next_date, r.id limit 1`);
  return row;
}

/**
 * Selects the close that is a given number of closes before a date; undefined if there are too few.
 */
export async function selectCloseBack(
  db: Database,
  before: BusinessDate,
  closes: number,
): Promise<BusinessDate | undefined> {
  const [row] = await db.query<{ date: BusinessDate }>(sql`
    select value_date as date from wealth_close where value_date < ${before}
    order by value_date desc offset ${closes - 1} limit 1`);
  return row?.date;
}

/** A customer to revalue. */
interface OpenRestatement {
  readonly customer_id: bigint;
  readonly reason: string;
}

/** Locks the open restatements that are next due to revalue the given date, up to a limit. */
export function lockOpen(tx: Tx, date: BusinessDate, most: number): Promise<OpenRestatement[]> {
  return tx.query(sql`
    select customer_id, reason from wealth_restatement
    where finished_at is null and next_date = ${date}
    order by next_date, id limit ${most} for update`);
}

/** A finished restatement, which has reached the latest close. */
export interface EndedRestatement {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly from_date: BusinessDate;
  readonly changed_to: BusinessDate | null;
  readonly reason: string;
}

/**
 * Moves customers' restatements from a date to the next close. Restatements without a next close
 * end. Returns the ended ones.
 */
export function moveOn(
  tx: Tx,
  date: BusinessDate,
  {
    customerIds,
    changed,
  }: { readonly customerIds: readonly bigint[]; readonly changed: ReadonlyMap<bigint, bigint> },
): Promise<EndedRestatement[]> {
  return tx.query(sql`
    with next as (
      select min(value_date) as value_date from wealth_close
      where value_date > ${date} and known_at is not null
    ), moved as (
      update wealth_restatement r set days = r.days + 1,
        next_date = coalesce(next.value_date, r.next_date),
        finished_at = case when next.value_date is null then clock_timestamp() end,
        changed_rows = r.changed_rows + coalesce(c.changed_rows, 0),
        changed_to = case when c.changed_rows is null then r.changed_to else ${date} end
      from next, unnest(${[...customerIds]}::bigint[]) own (customer_id)
      left join unnest(${[...changed.keys()]}::bigint[], ${[...changed.values()]}::bigint[])
        as c (customer_id, changed_rows) using (customer_id)
      where r.customer_id = own.customer_id and r.finished_at is null and r.next_date = ${date}
      returning r.*
    )
    select m.id, m.customer_id, c.office_id, m.from_date, m.changed_to, m.reason
    from moved m join customer c on c.id = m.customer_id
    where m.finished_at is not null order by m.id`);
}
