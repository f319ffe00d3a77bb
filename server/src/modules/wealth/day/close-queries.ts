// SQL for closed dates: the progress of their valuation, and the customers to value next.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { WEALTH } from '../limits.js';

/** The valuation of a closed date. */
interface CloseRow {
  readonly known_at: string;
  readonly is_finished: boolean;
  /** The date of the previous close; null for the first. */
  readonly before: BusinessDate | null;
}

/**
 * Begins the valuation of a date, or continues it with its original cut-off time. If a date is
 * closed again, its valuation remains finished. Records about the date that were stored in the
 * meantime are found by the next close.
 */
export async function beginClose(
  tx: Tx,
  date: BusinessDate,
  knownAt: string,
): Promise<CloseRow | undefined> {
  await tx.query(sql`select add_wealth_month(${date})`);
  const [row] = await tx.query<CloseRow>(sql`
    insert into wealth_close as c (value_date, searched_at, known_at)
    values (${date}, ${knownAt}::timestamptz, ${knownAt}::timestamptz)
    on conflict (value_date) do update set known_at = coalesce(c.known_at, excluded.known_at)
    returning known_at::text as known_at, finished_at is not null as is_finished,
      (select max(value_date) from wealth_close where value_date < ${date}) as before`);
  return row;
}

/** Selects a limited number of customers after a given one, in id order. */
export async function selectCustomersAfter(tx: Tx, after: bigint, most: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from customer where id > ${after} order by id limit ${most}`);
  return rows.map(({ id }) => id);
}

export function countCustomers(db: Database): Promise<{ readonly count: bigint }[]> {
  return db.query(sql`select count(*) as count from customer`);
}

/** Selects the last customer valued on a date. */
export async function lockClose(tx: Tx, date: BusinessDate): Promise<bigint> {
  const [row] = await tx.query<{ valued_up_to: bigint }>(sql`
    select valued_up_to from wealth_close where value_date = ${date} for update`);
  return row?.valued_up_to ?? 0n;
}

/** Stores the last customer valued on a date. */
export async function storeProgress(
  tx: Tx,
  date: BusinessDate,
  valued: { readonly upTo: bigint; readonly customers: number },
): Promise<void> {
  await tx.query(sql`
    update wealth_close set valued_up_to = ${valued.upTo},
      customers = customers + ${valued.customers}
    where value_date = ${date}`);
}

/** Selects random customers for a date, with the date as the seed. */
export async function selectSample(tx: Tx, date: BusinessDate): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select c.id from customer c
    join wealth_close k on k.value_date = ${date} and c.id <= k.valued_up_to
    order by hashtextextended(c.id::text, ${date}::date - date '2000-01-01')
    limit (select least(${WEALTH.checkedPerClose}, 1 + customers / ${WEALTH.customersPerCheck})
      from wealth_close where value_date = ${date})`);
  return rows.map(({ id }) => id);
}

/** The counts of a finished close. */
export interface FinishedClose {
  readonly customers: bigint;
  readonly unvalued_lines: bigint;
  readonly stale_lines: bigint;
}

/**
 * Ends the valuation of a date. Stores how many customers were revalued individually as a check.
 */
export async function finishClose(
  tx: Tx,
  date: BusinessDate,
  check: { readonly checked: number; readonly differing: number; readonly unexplained: number },
): Promise<FinishedClose | undefined> {
  const [row] = await tx.query<FinishedClose>(sql`
    update wealth_close c set finished_at = clock_timestamp(), checked = ${check.checked},
      differing = ${check.differing}, unexplained = ${check.unexplained},
      unvalued_lines = sums.unvalued, stale_lines = sums.stale
    from (
      select coalesce(sum(unvalued_lines), 0)::bigint as unvalued,
        coalesce(sum(stale_lines), 0)::bigint as stale
      from (
        select distinct on (customer_id, portfolio_id, currency) unvalued_lines, stale_lines
        from wealth_day
        where value_date between date_trunc('month', ${date}::timestamp)::date and ${date}
        order by customer_id, portfolio_id, currency, value_date desc, version_no desc
      ) latest
    ) sums
    where c.value_date = ${date}
    returning c.customers, c.unvalued_lines, c.stale_lines`);
  return row;
}
