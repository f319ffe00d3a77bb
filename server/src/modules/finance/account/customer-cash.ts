// Implements the party module's port for customers' cash accounts.

import type { Database, Tx } from '../../../platform/database/database.js';
import type { CashAccounts, CustomerCash } from '../../party/index.js';
import { openCustomerAccount } from './account.js';
import { selectAccountName, selectCustomerCash } from './queries.js';

/** The party module's `CashAccounts` port. */
export const customerCash: CashAccounts = {
  open: async (work, opening) => {
    const id = await openCustomerAccount(work, opening);
    return { id, name: await selectAccountName(work.tx, id) };
  },
  of: customerCashOf,
};

async function customerCashOf(
  on: Database | Tx,
  customerIds: readonly bigint[],
): Promise<Map<bigint, CustomerCash>> {
  if (customerIds.length === 0) return new Map();
  const rows = await selectCustomerCash(on, customerIds);
  return new Map(rows.map(({ customerId, ...cash }) => [customerId, cash]));
}
