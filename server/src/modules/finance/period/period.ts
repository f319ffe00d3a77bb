// Accounting periods: calendar months within calendar years, for the whole firm. The books are open
// after a date that moves by whole months; post_journals compares every journal with it.

import {
  addDays,
  type BusinessDate,
  dateOf,
  firstOfMonth,
  isBusinessDate,
  lastOfMonth,
} from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';

export const PERIOD_STATES = ['OPEN', 'SOFT_CLOSED', 'HARD_CLOSED'] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

/** The kind of change that closes and reopens. */
export const PERIOD_CHANGE = 'accounting-period';

/** A month such as `2026-09`, or a year such as `2026`. */
export interface Period {
  readonly name: string;
  readonly year: number;
  readonly isYear: boolean;
  readonly first: BusinessDate;
  readonly last: BusinessDate;
}

/** Reads the name of a period. Refuses INVALID_REQUEST. */
export function periodNamed(name: string): Period {
  const [, years, months] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(name) ?? [];
  // The year before it is asked about, too.
  const known = [Number(years) - 1, years].every((year) => isBusinessDate(`${year}-01-01`));
  if (years === undefined || !known) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'period', 'is a month (2026-09) or a year');
  }
  const year = Number(years);
  if (months !== undefined) {
    const first = dateOf(year, Number(months), 1);
    return { name, year, isYear: false, first, last: lastOfMonth(first) };
  }
  return { name, year, isYear: true, first: dateOf(year, 1, 1), last: dateOf(year, 12, 31) };
}

/** The name of the month of a date. */
export function monthNameOf(date: BusinessDate): string {
  return firstOfMonth(date).slice(0, 7);
}

/** Until when the books are closed, the dates included; null when nothing is. */
export interface Closing {
  readonly soft: BusinessDate | null;
  readonly hard: BusinessDate | null;
}

/** Until when the books are closed. */
export async function selectClosing(on: Database | Tx): Promise<Closing> {
  const [row] = await on.query<Closing>(sql`
    select soft_closed_through as soft, hard_closed_through as hard from period_closing`);
  return row ?? { soft: null, hard: null };
}

/** The same, and nobody closes anything until the commit. */
export async function keepClosing(tx: Tx): Promise<Closing> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(period_lock())`);
  return selectClosing(tx);
}

/** Waits until every posting under way has ended, and keeps others out until the commit. */
export async function lockPostings(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(period_lock())`);
}

/** Moves the closing; postings must be locked out. */
export async function storeClosing(tx: Tx, { soft, hard }: Closing): Promise<void> {
  await tx.query(sql`
    update period_closing set soft_closed_through = ${soft}::date,
      hard_closed_through = ${hard}::date`);
}

/** How a period stands: as its last day does. */
export function stateOf({ soft, hard }: Closing, { last }: Pick<Period, 'last'>): PeriodState {
  if (hard !== null && last <= hard) return 'HARD_CLOSED';
  return soft !== null && last <= soft ? 'SOFT_CLOSED' : 'OPEN';
}

/** The first date that is open after a closed one. */
export function openFrom(closed: BusinessDate): BusinessDate {
  return addDays(closed, 1);
}

interface PeriodRow {
  readonly id: bigint;
  readonly first_date: BusinessDate;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
}

/**
 * The months from the first that the books know to that of the business date, newest first. What
 * lies before is as closed as the first one.
 */
export async function listPeriods(call: Call, page: PageRequest): Promise<Page<object>> {
  const [found, closing] = await Promise.all([findPeriods(call, page), selectClosing(call.db)]);
  const { rows, nextAfter } = pageFrom(found.rows, page);
  const result = rows.map((row) => periodRecord(row, closing));
  return { count: found.count, result, nextAfter };
}

async function findPeriods(
  call: Call,
  page: PageRequest,
): Promise<{ readonly rows: readonly PeriodRow[]; readonly count: bigint }> {
  const rows = await call.db.query<PeriodRow & { readonly total: bigint }>(sql`
    with span as (
      select date_trunc('month', least(d.business_date, c.soft_closed_through,
          (select min(b.closing_date) from closed_books b),
          (select min(d.day) from account a cross join lateral (
            select transaction_date as day from account_day where account_id = a.id
            order by transaction_date limit 1) d),
          (select min(j.transaction_date) from journal j, ledger_fold_state s
            where j.id > s.folded_journal_id))::timestamp) as first,
        date_trunc('month', d.business_date::timestamp) as last
      from business_day d cross join period_closing c
    ), month as (
      select (extract(year from m) * 100 + extract(month from m))::bigint as id,
        m::date as first_date
      from span, generate_series(span.first, span.last, interval '1 month') m
    )
    select p.id, p.first_date, v.approved_by as decided_by, v.approved_at as decided_at,
      (select count(*) from month) as total
    from month p
    left join lateral (
      select approved_by, approved_at from reference_version
      where kind = ${PERIOD_CHANGE}
        and subject in (to_char(p.first_date, 'YYYY-MM'), to_char(p.first_date, 'YYYY'))
      order by approved_at desc, id desc limit 1
    ) v on true
    where ${page.after}::bigint is null or p.id < ${page.after}
    order by p.id desc limit ${page.limit + 1} offset ${page.offset}`);
  return { rows, count: rows[0]?.total ?? (await countBefore(call, page)) };
}

// Rows tell the count; beyond the last of them the first page does.
async function countBefore(call: Call, page: PageRequest): Promise<bigint> {
  if (page.offset === 0 && page.after === null) return 0n;
  return (await findPeriods(call, { limit: 1, offset: 0, after: null })).count;
}

function periodRecord(row: PeriodRow, closing: Closing) {
  const month = periodNamed(monthNameOf(row.first_date));
  const year = periodNamed(String(month.year));
  return {
    id: row.id,
    name: month.name,
    year: month.year,
    firstDate: month.first,
    lastDate: month.last,
    state: stateOf(closing, month),
    yearClosed: stateOf(closing, year) === 'HARD_CLOSED',
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
  };
}
