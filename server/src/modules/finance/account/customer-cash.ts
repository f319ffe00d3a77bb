// Customers' cash accounts as party sees them: finance's side of party's port.

import { present } from '../../../platform/assert.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { CashAccounts, CustomerCash } from '../../party/index.js';
import { openCustomerAccount } from './account.js';

/** Fulfils party's need of cash accounts. */
export const customerCash: CashAccounts = {
  open: async (work, opening) => {
    const id = await openCustomerAccount(work, opening);
    const [account] = await work.tx.query<{ name: string }>(
      sql`select name from account where id = ${id}`,
    );
    return { id, name: present(account, 'an account just opened exists').name };
  },
  of: customerCashOf,
};

async function customerCashOf(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<Map<bigint, CustomerCash>> {
  if (customerIds.length === 0) return new Map();
  const rows = await on.query<CustomerCash & { customerId: bigint }>(sql`
    select distinct on (a.customer_id) a.customer_id as "customerId", a.id as "accountId", a.name,
      a.currency, b.balance_minor - value_dated_minor(a.id) as "balanceMinor"
    from account a join account_balance b on b.account_id = a.id
    where a.customer_id = any (${customerIds}::bigint[]) and a.acct_type = 'CUSTOMER_CASH'
    order by a.customer_id, a.active desc, a.id`);
  return new Map(rows.map(({ customerId, ...cash }) => [customerId, cash]));
}
