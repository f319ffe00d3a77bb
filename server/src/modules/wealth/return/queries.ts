// SQL for when a customer had capital for the first time.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** Selects the first date on which a customer's cash or units moved; null without one. */
export async function selectFirstCapital(
  tx: Tx,
  {
    customerId,
    portfolioIds,
  }: { readonly customerId: bigint; readonly portfolioIds: readonly bigint[] },
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
      where portfolio_id = any(${[...portfolioIds]}::bigint[])
    ) moved`);
  return row?.first ?? null;
}
