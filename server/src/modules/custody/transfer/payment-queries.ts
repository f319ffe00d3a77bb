// SQL that finds the cash accounts for transfers against payment.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** A cash account used for a payment, and its office. */
interface CashPlace {
  readonly id: bigint;
  readonly name: string;
  readonly active: boolean;
  readonly office_id: bigint;
}

export function selectCashPlaces(tx: Tx, ids: readonly bigint[]): Promise<CashPlace[]> {
  return tx.query(sql`
    select id, name, active, office_id from account where id = any(${[...ids]}::bigint[])`);
}
