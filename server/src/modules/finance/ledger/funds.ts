// What accounts may spend, for operations that decide on many records before they hold money.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** An account that is locked until the transaction ends, in minor units. */
interface Funds {
  /** The balance less what is held. */
  readonly availableMinor: bigint;
  /** How much more the ledger lets be held; null without a limit. */
  readonly roomMinor: bigint | null;
}

/**
 * Locks these accounts in the order of their ids and reads them. With `SKIP`, those that another
 * transaction has locked are missing, and nothing waits.
 */
export async function lockFunds(
  tx: Tx,
  accountIds: readonly bigint[],
  locked: 'SKIP' | 'WAIT',
): Promise<Map<bigint, Funds>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.query<Funds & { readonly id: bigint }>(sql`
    select account_id as id, balance_minor - held_minor as "availableMinor",
      balance_minor - held_minor - floor_minor + forced_minor as "roomMinor"
    from account_balance where account_id = any(${[...accountIds]}::bigint[])
    order by account_id for update ${locked === 'SKIP' ? sql`skip locked` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}
