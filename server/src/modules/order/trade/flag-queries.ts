// SQL that flags executions.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { CumEx } from '../record/exchange-report.js';

/** Flags a fill and its corrections. Returns all their ids. */
export function storeFlag(
  tx: Tx,
  flag: {
    readonly orderId: bigint;
    readonly execId: string;
    readonly cumEx: CumEx | null;
    readonly reason: string;
  },
  { by, at }: { readonly by: string; readonly at: Instant },
): Promise<{ readonly id: bigint }[]> {
  return tx.query(sql`
    update execution_report set cum_ex = ${flag.cumEx}, cum_ex_reason = ${flag.reason},
      cum_ex_by = ${by}, cum_ex_at = ${at}
    where order_id = ${flag.orderId} and kind in ('TRADE', 'CORRECT')
      and (exec_id = ${flag.execId} or exec_ref_id = ${flag.execId})
      and exists (select from execution_report f where f.order_id = ${flag.orderId}
        and f.exec_id = ${flag.execId} and f.kind = 'TRADE')
    returning id`);
}
