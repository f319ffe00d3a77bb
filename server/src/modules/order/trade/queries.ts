// SQL for small reads and changes of orders, shared by several operations.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { OrderRow } from '../record/order.js';
import type { OrderTotals } from './hold.js';

/** Stores the totals of a locked order. */
export async function storeTotals(
  tx: Tx,
  { id }: Pick<OrderRow, 'id'>,
  { openMinor, valueMinor }: OrderTotals,
): Promise<void> {
  await tx.query(sql`
    update trade_order set open_total_minor = ${openMinor}, order_value_minor = ${valueMinor}
    where id = ${id}`);
}

/** Stores that a locked order waits for the answer to a replacement with this ClOrdID. */
export async function storePendingReplace(tx: Tx, id: bigint, clOrdId: string): Promise<void> {
  await tx.query(sql`
    update trade_order set fix_order_status = 'PENDING_REPLACE', pending_cl_ord_id = ${clOrdId}
    where id = ${id}`);
}

/** Reads the customers of the given orders, keyed by order id. */
export async function customersOfOrders(
  tx: Tx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await tx.query<{ id: bigint; customer_id: bigint }>(sql`
    select id, customer_id from trade_order where id = any(${[...ids]}::bigint[])`);
  return new Map(rows.map(({ id, customer_id }) => [id, customer_id]));
}
