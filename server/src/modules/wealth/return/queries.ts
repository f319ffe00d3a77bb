// SQL for the first date on which a customer or a portfolio had capital.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { NamedPortfolio } from '../valuation/queries.js';

/** A customer and all of their portfolios. */
interface Holder {
  readonly customerId: bigint;
  readonly portfolios: readonly NamedPortfolio[];
}

/** Selects the first date on which a customer's cash or units moved; null if there is none. */
export async function selectFirstCapital(
  tx: Tx,
  { customerId, portfolios }: Holder,
): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ first: BusinessDate | null }>(sql`
    select min(moved.day) as first from (
      select d.transaction_date as day
      from account a
      cross join lateral (values (a.id), (a.unsettled_account_id)) own (id)
      join account_day d on d.account_id = own.id
      where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH'
      union all
      select t.transaction_date
      from account a
      cross join lateral (values (a.id), (a.unsettled_account_id)) own (id)
      cross join lateral ledger_tail(own.id) t
      where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH'
      union all
      select effective_date from holding_movement
      where portfolio_id = any(${portfolios.map(({ id }) => id)}::bigint[])
    ) moved`);
  return row?.first ?? null;
}

/** Selects the first date on which a portfolio held anything; null if there is none. */
export async function selectFirstHeld(
  tx: Tx,
  customerId: bigint,
  { id, name }: NamedPortfolio,
): Promise<BusinessDate | null> {
  const [row] = await tx.query<{ first: BusinessDate | null }>(sql`
    select min(held.day) as first from (
      select effective_date as day from holding_movement where portfolio_id = ${id}
      union all
      select m.moved_on from fund_holding h join fund_unit_movement m on m.holding_id = h.id
      where h.customer_id = ${customerId} and h.portfolio_name = ${name}
      union all
      select start_date from term_instrument
      where customer_id = ${customerId} and portfolio_name = ${name} and status <> 'PENDING'
        and not loan_product
      union all
      select start_date from discounted_instrument
      where customer_id = ${customerId} and portfolio_name = ${name} and status <> 'PENDING'
    ) held`);
  return row?.first ?? null;
}
