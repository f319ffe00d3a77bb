// Reads of the order module that serve more than one operation.

import type { Database, Instant } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';

/**
 * All reports about an order, in no order. They are sorted after they were found: where only few
 * are wanted, PostgreSQL would else read the reports of all orders by their ids.
 */
export function reportsOf(orderId: bigint): Sql {
  return sql`select * from execution_report where order_id = ${orderId} offset 0`;
}

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
    settlement_date: string | null;
    unmatched_report_id: bigint | null;
    given_by: string | null;
  }>(sql`
    select exec_id, kind, quantity, price, trade_date, received_at, exec_ref_id,
      settlement_date, unmatched_report_id, given_by
    from (${reportsOf(orderId)}) r where kind is not null order by id limit 1000`);
  return rows.map((row) => ({
    execId: row.exec_id,
    execType: row.kind,
    execRefId: row.exec_ref_id ?? undefined,
    quantity: String(row.quantity),
    price: row.price,
    tradeDate: row.trade_date,
    receivedDttm: row.received_at,
    settlementDate: row.settlement_date ?? undefined,
    source: row.unmatched_report_id === null ? 'EXCHANGE' : 'PERSON',
    unmatchedReportId: row.unmatched_report_id ?? undefined,
    givenBy: row.given_by ?? undefined,
  }));
}
