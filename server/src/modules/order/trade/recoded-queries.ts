// SQL for orders that are re-entered because the code of their security has changed.

import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** An order that has ended at its exchange, and its terms from the ex-date on. */
export interface RecodedOrder {
  readonly id: bigint;
  /** If this order itself replaced an earlier one, the first order in the chain. */
  readonly first_id: bigint;
  readonly order_status: string;
  readonly portfolio_name: string;
  readonly security_name: string;
  readonly order_type: 'BUY' | 'SELL';
  readonly price_type: 'MARKET' | 'LIMIT' | 'STOP' | 'STOP_LIMIT';
  readonly order_term_name: string;
  readonly order_origin: string;
  readonly order_end_date: Instant | null;
  readonly quantity: bigint;
  readonly limit_price: Decimal | null;
  readonly stop_price: Decimal | null;
  readonly description: string | null;
  readonly settlement_instructions: string | null;
  readonly commission_group_name: string;
  readonly agent_name: string | null;
  readonly custodian_name: string | null;
  readonly do_not_adjust: boolean;
}

/**
 * Locks the next order that was cancelled for an event and has ended at its exchange; undefined if
 * there is none. If another transaction is re-entering the order, waits for that transaction.
 */
export async function lockRecoded(tx: Tx, eventName: string): Promise<RecodedOrder | undefined> {
  const [row] = await tx.query<RecodedOrder>(sql`
    select t.id, coalesce(case when t.system_generated then t.reference_order_id end, t.id)
        as first_id,
      t.order_status, p.name as portfolio_name, s.name as security_name, t.order_type, t.price_type,
      m.name as order_term_name, t.order_origin, t.order_end_date,
      case when a.new_quantity = a.old_quantity then t.quantity - t.quantity_filled
        else greatest(a.new_quantity - t.quantity_filled, 0) end as quantity,
      a.new_limit_price as limit_price, a.new_stop_price as stop_price, t.description,
      t.settlement_instructions, t.commission_group_name, t.agent_name, t.custodian_name,
      t.do_not_adjust
    from order_adjustment a
    join trade_order t on t.id = a.order_id
    join portfolio p on p.id = t.portfolio_id
    join security s on s.id = t.security_id
    join order_term m on m.id = t.order_term_id
    where a.event_name = ${eventName} and a.reenters and a.reentered_as is null
      and a.reentry_refusal is null
      and t.order_status in ('CANCELLED', 'EXECUTED', 'EXPIRED', 'REJECTED')
    order by a.order_id limit 1 for update of a`);
  return row;
}

/**
 * Returns whether any orders affected by an event still have to be re-entered, or still have to end
 * first.
 */
export async function hasRecoded(tx: Tx, eventName: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from order_adjustment a where a.event_name = ${eventName} and a.reenters
      and a.reentered_as is null and a.reentry_refusal is null limit 1`);
  return rows.length > 0;
}

/** Stores the new order that the system created when it re-entered an order. */
export async function storeReentered(
  tx: Tx,
  orderId: bigint,
  { eventName, newId }: { readonly eventName: string; readonly newId: bigint },
): Promise<void> {
  await tx.query(sql`update trade_order set system_generated = true where id = ${newId}`);
  await tx.query(sql`
    update order_adjustment set reentered_as = ${newId}
    where order_id = ${orderId} and event_name = ${eventName}`);
}

/** Stores why an order was not re-entered. The reason is shown with the order. */
export async function storeNotReentered(
  tx: Tx,
  orderId: bigint,
  { eventName, why }: { readonly eventName: string; readonly why: string },
): Promise<void> {
  await tx.query(sql`
    update order_adjustment set reentry_refusal = ${why}
    where order_id = ${orderId} and event_name = ${eventName}`);
  await tx.query(sql`
    update trade_order set fix_message = 'EX_DATE ' || ${eventName}::text || ', not entered anew: '
      || ${why}::text
    where id = ${orderId} and order_status = 'CANCELLED'`);
}
