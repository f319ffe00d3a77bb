// SQL for the orders that reports refer to, and for changes caused by a status answer.

import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { SELECT_ORDER } from '../record/queries.js';

/**
 * Locks the order with the ClOrdID or, failing that, with the OrigClOrdID; undefined if neither is
 * ours. The lock prevents the order from being re-entered before the message is processed.
 */
export async function lockNamed(tx: Tx, report: ExchangeReport): Promise<OrderRow | undefined> {
  const ids = [report.clOrdId, report.origClOrdId ?? report.clOrdId];
  const [order] = await tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id = (
      select order_id from instructions_named(${report.exchangeId}::bigint, ${ids}::text[])
      order by cl_ord_id = ${report.clOrdId} desc limit 1
    ) for update of t`);
  return order;
}

/** A ClOrdID and its order. */
interface NamedOrder {
  readonly order_id: bigint;
  readonly cl_ord_id: string;
}

/** Reads the orders with these ClOrdIDs at an exchange. Unknown ClOrdIDs are omitted. */
export function ordersNamed(
  tx: Tx,
  exchangeId: bigint | null,
  clOrdIds: readonly string[],
): Promise<NamedOrder[]> {
  return tx.query<NamedOrder>(sql`
    select order_id, cl_ord_id from instructions_named(${exchangeId}::bigint,
      ${[...clOrdIds]}::text[])`);
}

/** Locks the orders with these ClOrdIDs at an exchange, in id order. */
export function lockOrdersNamed(
  tx: Tx,
  exchangeId: bigint | null,
  clOrdIds: readonly string[],
): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id in (
      select order_id from instructions_named(${exchangeId}::bigint, ${[...clOrdIds]}::text[])
    ) order by t.id for update of t`);
}

/**
 * Queues an order again under the same ClOrdID if its session withheld it as too old.
 * @returns false if none of its instructions was withheld
 */
export async function queueWithheld(
  work: Work,
  order: Pick<OrderRow, 'id' | 'entry_no'>,
): Promise<boolean> {
  const again = await work.tx.query(sql`
    with again as (
      update exchange_instruction set state = 'QUEUED', sent_at = null
      where order_id = ${order.id} and entry_no = ${order.entry_no} and kind = 'NEW'
        and state = 'WITHHELD'
      returning order_id
    )
    update trade_order t set fix_order_status = 'NA', resting_fix_status = 'NA',
      fix_message = 'did not arrive at the exchange; is sent again', status_at = ${work.now},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    from again where t.id = again.order_id returning t.id`);
  return again.length > 0;
}
