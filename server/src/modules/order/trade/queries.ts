// SQL for small reads of orders and changes to them, shared by several operations.

import type { Call } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
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

/** Marks a locked order as awaiting the answer to a replacement with this ClOrdID. */
export async function storePendingReplace(tx: Tx, id: bigint, clOrdId: string): Promise<void> {
  await tx.query(sql`
    update trade_order set fix_order_status = 'PENDING_REPLACE', pending_cl_ord_id = ${clOrdId}
    where id = ${id}`);
}

/** The owner of an order that another order refers to. */
export interface ReferencedOrder {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
}

/** Reads the owners of the given orders. */
export function ownersOfOrders(tx: Tx, ids: readonly bigint[]): Promise<ReferencedOrder[]> {
  return tx.query<ReferencedOrder>(sql`
    select id, customer_id, office_id from trade_order where id = any(${[...ids]}::bigint[])`);
}

/** Returns whether an order refers to another order, directly or through other orders. */
export async function followsOrder(tx: Tx, id: bigint, earlier: bigint): Promise<boolean> {
  const [row] = await tx.query<{ follows: boolean }>(sql`
    with recursive chain(id, depth) as (
      select reference_order_id, 1 from trade_order where id = ${id}
      union all
      select t.reference_order_id, c.depth + 1 from chain c join trade_order t on t.id = c.id
      where c.depth < ${ORDER.chainOrdersMax}
    ) select exists (select from chain where id = ${earlier}) as follows`);
  return row?.follows === true;
}

/** An order that refers to another order. */
interface Follower {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly orderStatus: string;
}

/** Reads the newest orders in the given offices that refer to an order. */
export function selectFollowers(
  db: Database,
  id: bigint,
  offices: Call['principal']['offices'],
): Promise<Follower[]> {
  return db.query<Follower>(sql`
    select t.id, t.name, t.label, t.order_status as "orderStatus" from trade_order t
    where t.reference_order_id = ${id} and ${inOffices(sql`t.office_id`, offices)}
    order by t.id desc limit ${ORDER.referencedByMax}`);
}
