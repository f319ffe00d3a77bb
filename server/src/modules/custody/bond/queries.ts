// SQL for the income of bonds.

import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** Returns whether a coupon or the redemption of a bond has been announced and not cancelled. */
export async function isIncomeAnnounced(on: Database | Tx, securityId: bigint): Promise<boolean> {
  const rows = await on.query(sql`
    select from corporate_action
    where security_id = ${securityId} and kind in ('INTR', 'REDM') and status <> 'CANCELLED'
    limit 1`);
  return rows.length > 0;
}
