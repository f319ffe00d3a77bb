// SQL for records about earlier dates that were stored after a close.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';

/**
 * Returns a query for the records stored after a moment about dates before a given date, by
 * customer.
 */
export function lateRecords({ since, before }: { readonly since: Sql; readonly before: Sql }): Sql {
  return sql`
    select p.customer_id, m.effective_date as from_date,
      case when m.source_type in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING') then 'CORRECTION'
        else 'CORPORATE_ACTION' end as reason
    from holding_movement m join portfolio p on p.id = m.portfolio_id
    where m.recorded_at > ${since} and m.effective_date < ${before}
    union all
    select a.customer_id, j.transaction_date, 'JOURNAL'
    from journal j
    join journal_line l on l.journal_id = j.id
    join account a on a.id = l.account_id
    where j.id > (select known_journal(${since})) and j.transaction_date < ${before}
      and a.acct_type in ('CUSTOMER_CASH', 'CUSTOMER_UNSETTLED')
    union all
    select p.customer_id, late.price_date, 'PRICE'
    from (
      -- Read once, and not for each holding.
      with changed as materialized (
        select security_id, min(price_date) as price_date from security_price_version
        where recorded_at > ${since} and price_date < ${before} group by security_id
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
      and y.recorded_at > ${since} and y.yield_date < ${before} and d.start_date < ${before}
      and d.payment_date > y.yield_date and d.status <> 'PENDING'
      and d.termination_reason is distinct from 'CANCELLED'
    union all
    select h.customer_id, n.valuation_date, 'NAV'
    from fund_nav n join fund_holding h on h.fund_id = n.fund_id
    where n.status = 'APPROVED' and n.recorded_at > ${since} and n.valuation_date < ${before}
    union all
    select h.customer_id, u.moved_on, 'CORRECTION'
    from fund_unit_movement u join fund_holding h on h.id = u.holding_id
    where u.recorded_at > ${since} and u.moved_on < ${before}
    union all
    select e.customer_id, d.from_date, 'CORPORATE_ACTION'
    from entitlement e
    join corporate_action a on a.id = e.corporate_action_id
    cross join lateral (
      select least(a.ex_date, a.payment_date, e.effective_date, e.counted_from) as from_date
    ) d
    where (e.recorded_at > ${since} or e.changed_at > ${since}) and d.from_date < ${before}`;
}

/**
 * The earliest date with records that are not in a customer's snapshots; null if there are none.
 */
export async function selectFirstLate(
  tx: Tx,
  customerId: bigint,
  before: BusinessDate,
): Promise<BusinessDate | null> {
  const since = sql`(select searched_at from wealth_close order by value_date desc limit 1)`;
  const [row] = await tx.query<{ first: BusinessDate | null }>(sql`
    select least(
      (select min(late.from_date)
        from (${lateRecords({ since, before: sql`${before}::date` })}) late
        where late.customer_id = ${customerId}),
      (select min(next_date) from wealth_restatement
        where customer_id = ${customerId} and finished_at is null)) as first`);
  return row?.first ?? null;
}
