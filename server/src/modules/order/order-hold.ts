// Holds of orders: a buy holds money, a sell holds units, as long as the order lives.

import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { refusal } from '../../platform/http/problem.js';
import { type Hold, setHold } from '../finance/index.js';
import { orderProblems } from './problems.js';
import type { OrderRow } from './record.js';

/** What of an order decides on its holds. */
export type Held = Pick<
  OrderRow,
  'id' | 'order_type' | 'portfolio_id' | 'security_id' | 'cash_account_id' | 'quantity_pending'
>;

const SOURCE = 'TRADE_ORDER';

/** Holds what a new order needs: its estimated total, or its units. Refuses when less is available. */
export async function holdForOrder(tx: Tx, order: Held, totalMinor: bigint): Promise<void> {
  if (order.order_type === 'BUY') return setCashHold(tx, order, totalMinor);
  await moveHeldUnits(tx, order, order.quantity_pending);
}

/** Lets go of all that a live order still holds; `order` is the locked row as it was before it ended. */
export async function releaseHolds(tx: Tx, order: Held): Promise<void> {
  if (order.order_type === 'BUY') return setCashHold(tx, order, 0n);
  await moveHeldUnits(tx, order, -order.quantity_pending);
}

/** The hold of a buy order at a new total. */
export function cashHold(order: Held, amountMinor: bigint): Hold {
  return {
    accountId: order.cash_account_id,
    sourceType: SOURCE,
    sourceId: order.id,
    amountMinor,
  };
}

/** Sets what a buy order holds to a new total. */
export async function setCashHold(tx: Tx, order: Held, amountMinor: bigint): Promise<void> {
  await setHold(tx, cashHold(order, amountMinor));
}

/** What a buy order holds now. */
export async function cashHeld(tx: Tx, orderId: bigint): Promise<bigint> {
  const [row] = await tx.query<{ amount_minor: bigint }>(sql`
    select amount_minor from cash_hold where source_type = ${SOURCE} and source_id = ${orderId}`);
  return row?.amount_minor ?? 0n;
}

/** Holds more or fewer units. More needs free ones; letting go always works, even on a short position. */
export async function moveHeldUnits(tx: Tx, order: Held, by: bigint): Promise<void> {
  if (by === 0n) return;
  const rows = await tx.query(sql`
    update holding set held_quantity = held_quantity + ${by}::bigint
    where portfolio_id = ${order.portfolio_id} and security_id = ${order.security_id}
      and (${by}::bigint < 0 or quantity - held_quantity >= ${by}::bigint)
    returning 1 as moved`);
  if (rows.length === 0) throw refusal(orderProblems.INSUFFICIENT_HOLDING);
}
