// SQL for records about earlier dates that were stored after a close.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { isKnownJournal, isRecordedBy } from '../../finance/index.js';

/** The limits on the dates and storage times of records. */
interface LateRequest {
  /** Selects records about dates before this one. */
  readonly before: Sql;
  /** Selects records stored after this time. */
  readonly since: Sql;
  /** Selects records stored until this time; absent means no limit. */
  readonly until?: string | undefined;
}

/**
 * SQL query, by customer, for records about dates before a given date that were stored after a
 * given time.
 */
export function lateRecords({ since, before, until }: LateRequest): Sql {
  const isStored = (at: Sql) => sql`(${at} > ${since} and ${isRecordedBy(at, until)})`;
  return sql`
    select p.customer_id, m.effective_date as from_date,
      case when m.source_type in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING') then 'CORRECTION'
        else 'CORPORATE_ACTION' end as reason
    from holding_movement m join portfolio p on p.id = m.portfolio_id
    where ${isStored(sql`m.recorded_at`)} and m.effective_date < ${before}
    union all
    select a.customer_id, j.transaction_date, 'JOURNAL'
    from journal j
    join journal_line l on l.journal_id = j.id
    join account a on a.id = l.account_id
    where j.id > (select known_journal(${since})) and ${isKnownJournal(sql`j.id`, until)}
      and j.transaction_date < ${before}
      and a.acct_type in ('CUSTOMER_CASH', 'CUSTOMER_UNSETTLED')
    union all
    select p.customer_id, late.price_date, 'PRICE'
    from (
      -- Materialized, so that it is read once and not for each holding.
      with changed as materialized (
        select security_id, min(price_date) as price_date from security_price_version
        where ${isStored(sql`recorded_at`)} and price_date < ${before} group by security_id
      )
      select * from changed
    ) late
    join holding h on h.security_id = late.security_id
    join portfolio p on p.id = h.portfolio_id
    union all
    select d.customer_id, greatest(y.yield_date, d.start_date), 'PRICE'
    from market_yield y join discounted_instrument d on d.type_id = y.type_id
    where exists (select from valuation_policy v
        where 'MARKET' in (v.body #>> '{method,BILL}', v.body #>> '{method,PAPER}'))
      and ${isStored(sql`y.recorded_at`)} and y.yield_date < ${before} and d.start_date < ${before}
      and d.payment_date > y.yield_date and d.status <> 'PENDING'
      and d.termination_reason is distinct from 'CANCELLED'
    union all
    select h.customer_id, n.valuation_date, 'NAV'
    from fund_nav n join fund_holding h on h.fund_id = n.fund_id
    where n.status = 'APPROVED' and ${isStored(sql`n.recorded_at`)}
      and n.valuation_date < ${before}
    union all
    select h.customer_id, u.moved_on, 'CORRECTION'
    from fund_unit_movement u join fund_holding h on h.id = u.holding_id
    where ${isStored(sql`u.recorded_at`)} and u.moved_on < ${before}
    union all
    select e.customer_id, d.from_date, 'CORPORATE_ACTION'
    from entitlement e
    join corporate_action a on a.id = e.corporate_action_id
    cross join lateral (
      select least(a.ex_date, a.payment_date, e.effective_date, e.counted_from) as from_date
    ) d
    where (${isStored(sql`e.recorded_at`)} or ${isStored(sql`e.changed_at`)})
      and d.from_date < ${before}`;
}

/**
 * Returns the earliest date for which a customer's snapshots lack records; null if none are
 * missing. If a time is given, only snapshots and records stored by then are considered.
 */
export async function selectFirstLate(
  tx: Tx,
  { customerId, knownAt }: { readonly customerId: bigint; readonly knownAt?: string | undefined },
  before: BusinessDate,
): Promise<BusinessDate | null> {
  const since = sql`(
    select searched_at from wealth_close
    where ${isRecordedBy(sql`searched_at`, knownAt)} order by value_date desc limit 1)`;
  const [row] = await tx.query<{ first: BusinessDate | null }>(sql`
    select least(
      (select min(late.from_date)
        from (${lateRecords({ since, before: sql`${before}::date`, until: knownAt })}) late
        where late.customer_id = ${customerId}),
      (select min(next_date) from wealth_restatement
        where customer_id = ${customerId} and finished_at is null)) as first`);
  return row?.first ?? null;
}
