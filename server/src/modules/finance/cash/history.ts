// What customers' cash was at the end of past dates: cleared and unsettled together, by transaction
// date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** Whose cash, and over which dates. */
interface CashSpan {
  readonly customerId: bigint;
  readonly currency: string;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** The cash at the end of a date, in minor units. */
export interface CashDay {
  readonly date: BusinessDate;
  readonly balanceMinor: bigint;
}

/**
 * The customer's cash in one currency at the end of `from` and of each later date until `to` on
 * which it moved, the earliest first; without any movement until `to`, nothing. Sale proceeds count
 * from their trade date on. Costs a row per day, not per line.
 */
export async function cashHistory(on: Database | Tx, span: CashSpan): Promise<CashDay[]> {
  const moves = await on.query<{ date: BusinessDate; minor: bigint }>(sql`
    with own as (
      select both_of.id from account a, unnest(array[a.id, a.unsettled_account_id]) as both_of (id)
      where a.customer_id = ${span.customerId} and a.acct_type = 'CUSTOMER_CASH'
        and a.currency = ${span.currency}
    ), moved as (
      select d.transaction_date, d.credit_minor - d.debit_minor as minor
      from own join account_day d on d.account_id = own.id
      union all
      select t.transaction_date, -t.amount_minor from own cross join lateral ledger_tail(own.id) t
    )
    select greatest(transaction_date, ${span.from}::date) as date, sum(minor)::bigint as minor
    from moved where transaction_date <= ${span.to}::date group by 1 order by 1`);
  let balanceMinor = 0n;
  return moves.map(({ date, minor }) => {
    balanceMinor += minor;
    return { date, balanceMinor };
  });
}
