// SQL for the order module's end-of-day steps.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import { ORDER } from './limits.js';
import type { OrderRow } from './record/order.js';
import { SELECT_ORDER } from './record/queries.js';

/** Counts the live orders whose last day is before a date. */
export function countExpiring(before: BusinessDate): Sql {
  return sql`select count(*) as count from trade_order
    where order_status in ('BOOKED', 'EXECUTING') and expire_date < ${before}`;
}

/** Counts the orders whose fills up to a date are not all on a contract note yet. */
export function countUnnoted(until: BusinessDate): Sql {
  return sql`select count(distinct order_id) as count from order_trade_day
    where has_news and trade_date <= ${until}`;
}

/** Locks a batch of live orders whose last day is before a date. */
export function lockExpiring(tx: Tx, before: BusinessDate): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.order_status in ('BOOKED', 'EXECUTING') and t.expire_date < ${before}
    order by t.id limit ${ORDER.ordersPerBatch} for update of t`);
}

/** Marks the locked orders as expired, with the reason. */
export async function storeExpired(work: Work, ids: readonly bigint[]): Promise<void> {
  await work.tx.query(sql`
    update trade_order set order_status = 'EXPIRED', quantity_pending = 0, pending_cl_ord_id = null,
      fix_message = case when stop_price is not null and triggered_at is null
        then 'the stop price was not reached; the term ended on ' || expire_date
        else 'the term ended on ' || expire_date end,
      status_at = ${work.now}, version = version + 1, modified_by = ${work.principal.name},
      modified_at = ${work.now}
    where id = any(${[...ids]}::bigint[])`);
}

/** Locks a batch of orders whose fills up to a date are not all on a contract note yet. */
export function lockUnnoted(tx: Tx, until: BusinessDate): Promise<OrderRow[]> {
  return tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id in (
      select order_id from order_trade_day
      where has_news and trade_date <= ${until}
      group by order_id order by order_id limit ${ORDER.ordersPerBatch}
    ) order by t.id for update of t`);
}
