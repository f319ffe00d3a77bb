// Reads customers' available balances, for all cash accounts at the same time.

import type { Database, Tx } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

/** A customer's cash account. All amounts are minor units, read at the same moment. */
export interface AvailableBalance {
  readonly customerId: bigint;
  readonly accountId: bigint;
  readonly accountName: string;
  readonly currency: string;
  /** Cleared money, including money on hold. */
  readonly balanceMinor: bigint;
  readonly heldMinor: bigint;
  /** The available balance: cleared money minus holds, down to the account's floor. */
  readonly availableMinor: bigint;
  /** Unsettled sale proceeds, and money with a later value date. */
  readonly unclearedMinor: bigint;
}

/**
 * Returns the cash accounts of these customers with their balances, ordered by customer and
 * account.
 */
export function availableBalances(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<AvailableBalance[]> {
  return on.query(sql`
    select a.customer_id as "customerId", a.id as "accountId", a.name as "accountName", a.currency,
      b.balance_minor - v.minor as "balanceMinor", b.held_minor - v.minor as "heldMinor",
      b.balance_minor - b.held_minor - coalesce(b.floor_minor, 0) as "availableMinor",
      coalesce(u.balance_minor, 0) + v.minor as "unclearedMinor"
    from (select distinct id from unnest(${customerIds}::bigint[]) as wanted (id)) wanted
    join account a on a.customer_id = wanted.id and a.acct_type = 'CUSTOMER_CASH'
    join account_balance b on b.account_id = a.id
    cross join value_dated_minor(a.id) v (minor)
    left join account_balance u on u.account_id = a.unsettled_account_id
    order by a.customer_id, a.id`);
}
