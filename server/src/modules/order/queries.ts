// Reads of the order module that serve more than one operation.

import type { Database, Instant } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';

/** The fills of an order in the order they came, as records. */
export async function executionsOf(db: Database, orderId: bigint): Promise<object[]> {
  const rows = await db.query<{
    exec_id: string;
    kind: string;
    quantity: bigint;
    price: Decimal;
    trade_date: string;
    received_at: Instant;
    exec_ref_id: string | null;
  }>(sql`
    select exec_id, kind, quantity, price, trade_date, received_at, exec_ref_id
    from execution_report where order_id = ${orderId} and kind is not null order by id limit 1000`);
  return rows.map((row) => ({
    execId: row.exec_id,
    execType: row.kind,
    execRefId: row.exec_ref_id ?? undefined,
    quantity: String(row.quantity),
    price: row.price,
    tradeDate: row.trade_date,
    receivedDttm: row.received_at,
  }));
}
