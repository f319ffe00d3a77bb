// SQL for cancelling orders.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { OrderRow } from '../record/order.js';

/** Stores the totals of orders that ended without fills. */
export async function storeNothingFilled(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  await tx.query(sql`
    update trade_order set open_total_minor = 0, order_value_minor = 0
    where id = any(${rows.map(({ id }) => id)}::bigint[])`);
}

/** An order that a caller cancels, and the time of cancellation. */
interface CancelledOrder {
  readonly id: bigint;
  readonly byName: string;
  readonly at: Instant;
}

/** Marks locked orders as cancelled. */
export async function storeCancelled(tx: Tx, cancels: readonly CancelledOrder[]): Promise<void> {
  await tx.query(sql`
    update trade_order t set order_status = 'CANCELLED', quantity_pending = 0, status_at = n.at,
      version = version + 1, modified_by = n.by_name, modified_at = n.at
    from unnest(${cancels.map(({ id }) => id)}::bigint[],
      ${cancels.map(({ byName }) => byName)}::text[],
      ${cancels.map(({ at }) => at)}::timestamptz[]) n (id, by_name, at)
    where t.id = n.id`);
}

/** Marks locked orders as awaiting the answer to a cancel with these ClOrdIDs. */
export async function storePendingCancel(
  tx: Tx,
  cancels: readonly (CancelledOrder & { readonly clOrdId: string })[],
): Promise<void> {
  await tx.query(sql`
    update trade_order t set fix_order_status = 'PENDING_CANCEL', pending_cl_ord_id = n.cl_ord_id,
      version = version + 1, modified_by = n.by_name, modified_at = n.at
    from unnest(${cancels.map(({ id }) => id)}::bigint[],
      ${cancels.map(({ clOrdId }) => clOrdId)}::text[],
      ${cancels.map(({ byName }) => byName)}::text[],
      ${cancels.map(({ at }) => at)}::timestamptz[]) n (id, cl_ord_id, by_name, at)
    where t.id = n.id`);
}
