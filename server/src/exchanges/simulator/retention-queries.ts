// SQL that deletes the simulated exchange's old orders.

import { JOB } from '../../limits.js';
import type { Database, Instant } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';

/**
 * Deletes one batch of finished orders that have not changed since an instant, with their trades.
 * Each batch has its own transaction, so no member has to wait until a whole night's rows are
 * deleted.
 * @returns the number of orders deleted
 */
export async function deleteOrders(
  db: Database,
  exchange: string,
  before: Instant,
): Promise<number> {
  const rows = await db.query(sql`
    with old as (
      select o.order_id from simulator_order o
       where o.exchange = ${exchange} and o.changed_at < ${before}::timestamptz
         and o.status not in ('NEW', 'PARTIALLY_FILLED')
         and not exists (
           select from simulator_execution mine
             join simulator_execution other using (exchange, trade_id)
             join simulator_order x on x.exchange = other.exchange and x.order_id = other.order_id
            where mine.exchange = o.exchange and mine.order_id = o.order_id
              and (x.changed_at >= ${before}::timestamptz
                or x.status in ('NEW', 'PARTIALLY_FILLED')))
       limit ${JOB.purgeBatchRows}
    ), executions as (
      delete from simulator_execution e using old
       where e.exchange = ${exchange} and e.order_id = old.order_id
    ), disputes as (
      delete from simulator_dispute d using old
       where d.exchange = ${exchange} and d.order_id = old.order_id
    ), names as (
      delete from simulator_client_order c using old
       where c.exchange = ${exchange} and c.order_id = old.order_id
    )
    delete from simulator_order o using old
     where o.exchange = ${exchange} and o.order_id = old.order_id
    returning 1 as one`);
  return rows.length;
}

/** Deletes the ClOrdIDs of rejected orders that were used before an instant. */
export async function deleteRefusedClientOrders(
  db: Database,
  exchange: string,
  before: Instant,
): Promise<void> {
  await db.query(sql`
    delete from simulator_client_order
     where exchange = ${exchange} and order_id is null and used_at < ${before}::timestamptz`);
}
