// Executions as they are stored, read back for the pure steps.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { Decimal } from '../../platform/money/decimal.js';
import type { Execution } from './order-state.js';
import type { BookedExecution } from './trade-day.js';

/** The columns of an execution. */
export interface ExecutionRow {
  readonly exec_id: string;
  readonly kind: Execution['kind'];
  readonly exec_ref_id: string | null;
  readonly quantity: bigint;
  readonly price: Decimal;
  readonly trade_date: BusinessDate;
  readonly contract_note_id: bigint | null;
}

/** The fills, corrections and busts of these orders, each order's in the sequence they came. */
export async function bookedExecutions(
  tx: Tx,
  orderIds: readonly bigint[],
): Promise<Map<bigint, BookedExecution[]>> {
  const rows = await tx.query<ExecutionRow & { readonly order_id: bigint }>(sql`
    select order_id, exec_id, kind, exec_ref_id, quantity, price, trade_date, contract_note_id
    from booked_executions(${orderIds}::bigint[]) order by id`);
  const byOrder = new Map<bigint, BookedExecution[]>(orderIds.map((id) => [id, []]));
  for (const row of rows) byOrder.get(row.order_id)?.push(toBooked(row));
  return byOrder;
}

/** The same of one exchange order of an order. */
export async function entryExecutions(
  tx: Tx,
  entry: { readonly orderId: bigint; readonly entryNo: number },
): Promise<BookedExecution[]> {
  const rows = await tx.query<ExecutionRow>(sql`
    select exec_id, kind, exec_ref_id, quantity, price, trade_date, contract_note_id
    from booked_executions(array[${entry.orderId}]::bigint[])
    where entry_no = ${entry.entryNo} order by id`);
  return rows.map(toBooked);
}

/** An execution for the pure steps. */
export function toBooked(row: ExecutionRow): BookedExecution {
  return {
    execId: row.exec_id,
    kind: row.kind,
    ...(row.exec_ref_id === null ? {} : { execRefId: row.exec_ref_id }),
    quantity: row.quantity,
    price: row.price,
    tradeDate: row.trade_date,
    noteId: row.contract_note_id,
  };
}
