// The order that a message of an exchange names by its ClOrdIDs.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { SELECT_ORDER } from '../record/queries.js';

/**
 * Locks the order of the ClOrdID, else of the OrigClOrdID; undefined if neither is ours. Locked, it
 * is not entered again without regard to what becomes of the message.
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
