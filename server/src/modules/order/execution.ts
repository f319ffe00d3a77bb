// Executions as they are stored, read back for the pure steps.

import type { Decimal } from '../../platform/money/decimal.js';
import type { Execution } from './order-state.js';

/** A row of execution_report that is a fill, a correction or a bust. */
export interface ExecutionRow {
  readonly exec_id: string;
  readonly kind: Execution['kind'];
  readonly exec_ref_id: string | null;
  readonly quantity: bigint;
  readonly price: Decimal;
}

export function toExecution(row: ExecutionRow): Execution {
  return {
    execId: row.exec_id,
    kind: row.kind,
    ...(row.exec_ref_id === null ? {} : { execRefId: row.exec_ref_id }),
    quantity: row.quantity,
    price: row.price,
  };
}
