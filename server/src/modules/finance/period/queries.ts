// SQL for accounting periods: the closing dates, their locks, the months, and the year's result.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';

/** The last closed dates, inclusive; null if nothing is closed. */
export interface Closing {
  readonly soft: BusinessDate | null;
  readonly hard: BusinessDate | null;
}

/** Returns the last closed dates. */
export async function selectClosing(on: Database | Tx): Promise<Closing> {
  const [row] = await on.query<Closing>(sql`
    select soft_closed_through as soft, hard_closed_through as hard from period_closing`);
  return row ?? { soft: null, hard: null };
}

/** Like `selectClosing`, but prevents any close until this transaction ends. */
export async function keepClosing(tx: Tx): Promise<Closing> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(period_lock())`);
  return selectClosing(tx);
}

/** Waits for all postings in progress and blocks new ones until this transaction ends. */
export async function lockPostings(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(period_lock())`);
}

/** Sets the closing dates. The caller must hold the lock that blocks postings. */
export async function storeClosing(tx: Tx, { soft, hard }: Closing): Promise<void> {
  await tx.query(sql`
    update period_closing set soft_closed_through = ${soft}::date,
      hard_closed_through = ${hard}::date`);
}

export interface PeriodRow {
  readonly id: bigint;
  readonly first_date: BusinessDate;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
}

/** The balance of an income or expense account; debits are positive. */
export interface ResultBalance {
  readonly account_id: bigint;
  readonly office_id: bigint;
  readonly currency: string;
  readonly net_minor: bigint;
}

/** Returns the income and expense balances at the end of a date, excluding zero balances. */
export function resultBalances(tx: Tx, through: BusinessDate): Promise<ResultBalance[]> {
  return tx.query(sql`
    with result_account as (
      select id, office_id, currency from account where class in ('INCOME', 'EXPENSE')
    ), moved as (
      select d.account_id, d.debit_minor - d.credit_minor as net_minor
      from account_day d join result_account a on a.id = d.account_id
      where d.transaction_date <= ${through}::date
      union all
      select l.account_id, l.amount_minor
      from ledger_fold_state s
      join journal_line l on l.journal_id > s.folded_journal_id
      join result_account a on a.id = l.account_id
      join journal j on j.id = l.journal_id
      where j.transaction_date <= ${through}::date
    )
    select a.id as account_id, a.office_id, a.currency, sum(m.net_minor)::bigint as net_minor
    from moved m join result_account a on a.id = m.account_id
    group by a.id, a.office_id, a.currency having sum(m.net_minor) <> 0
    order by a.office_id, a.currency, a.id`);
}

/**
 * Reads a page of months with the last decision on each, newest first. The months are those from
 * the first in the books to that of the business date. `changeKind` is the kind of change that
 * closes periods.
 */
export function selectMonths(
  db: Database,
  changeKind: string,
  page: PageRequest,
): Promise<(PeriodRow & { readonly total: bigint })[]> {
  return db.query<PeriodRow & { readonly total: bigint }>(sql`
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
      where kind = ${changeKind}
        and subject in (to_char(p.first_date, 'YYYY-MM'), to_char(p.first_date, 'YYYY'))
      order by approved_at desc, id desc limit 1
    ) v on true
    where ${page.after}::bigint is null or p.id < ${page.after}
    order by p.id desc limit ${page.limit + 1} offset ${page.offset}`);
}
