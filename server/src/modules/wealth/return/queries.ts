// SQL for the first date on which a customer or a portfolio had capital.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { isKnownJournal, isRecordedBy } from '../../finance/index.js';
import type { NamedPortfolio } from '../valuation/queries.js';

/** A customer and some of their portfolios, and the time after which records are left out. */
interface Holder {
  readonly customerId: bigint;
  readonly portfolios: readonly NamedPortfolio[];
  readonly knownAt?: string | undefined;
}

/** Selects the first date on which a customer's cash or units moved; null if there is none. */
export async function selectFirstCapital(
  tx: Tx,
  { customerId, portfolios, knownAt }: Holder,
): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ first: BusinessDate | null }>(sql`
    select min(moved.day) as first from (
      select day.transaction_date as day
      from account a
      cross join lateral (values (a.id), (a.unsettled_account_id)) own (id)
      cross join lateral (${cashDays(knownAt)}) day
      where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH'
      union all
      select effective_date from holding_movement
      where portfolio_id = any(${portfolios.map(({ id }) => id)}::bigint[])
        and ${isRecordedBy(sql`recorded_at`, knownAt)}
    ) moved`);
  return row?.first ?? null;
}

// SQL: the dates on which the account `own` moved. If a time is given, reads the lines themselves,
// because daily sums do not show when lines were recorded.
function cashDays(knownAt: string | undefined): Sql {
  if (knownAt === undefined) {
    return sql`
      select transaction_date from account_day where account_id = own.id
      union all select transaction_date from ledger_tail(own.id)`;
  }
  return sql`
    select j.transaction_date from journal_line l join journal j on j.id = l.journal_id
    where l.account_id = own.id and ${isKnownJournal(sql`j.id`, knownAt)}`;
}

/** Selects the first date on which a portfolio had holdings; null if there is none. */
export async function selectFirstHeld(
  tx: Tx,
  { customerId, knownAt }: Omit<Holder, 'portfolios'>,
  { id, name }: NamedPortfolio,
): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ first: BusinessDate | null }>(sql`
    select min(held.day) as first from (
      select effective_date as day from holding_movement
      where portfolio_id = ${id} and ${isRecordedBy(sql`recorded_at`, knownAt)}
      union all
      select m.moved_on from fund_holding h join fund_unit_movement m on m.holding_id = h.id
      where h.customer_id = ${customerId} and h.portfolio_name = ${name}
        and ${isRecordedBy(sql`m.recorded_at`, knownAt)}
      union all
      select start_date from term_instrument
      where customer_id = ${customerId} and portfolio_name = ${name} and status <> 'PENDING'
        and not loan_product and ${isKnownJournal(sql`post_journal_id`, knownAt)}
      union all
      select t.start_date from discounted_instrument t
      join discounted_change c on c.instrument_id = t.id and c.kind = 'PLACEMENT'
      where t.customer_id = ${customerId} and t.portfolio_name = ${name} and t.status <> 'PENDING'
        and ${isKnownJournal(sql`c.journal_id`, knownAt)}
    ) held`);
  return row?.first ?? null;
}
