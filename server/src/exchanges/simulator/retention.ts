// Deletes the simulated exchange's old data at the end of the day: closed orders and their trades.

import { JOB } from '../../limits.js';
import type { Database } from '../../platform/database/database.js';
import { SIMULATOR } from './limits.js';
import { deleteOrders, deleteRefusedClientOrders } from './retention-queries.js';

const DAY_MS = 86_400_000;

/**
 * Deletes orders in a final status that have not changed for SIMULATOR.keptDays, with their
 * executions and ClOrdIDs, and the ClOrdIDs of orders rejected before that time. An order is kept
 * as long as an order on the other side of one of its trades is kept, so that a bust still reaches
 * both. Live orders are kept.
 * @returns the number of orders deleted
 */
export async function forgetOldOrders(
  db: Database,
  exchange: string,
  nowMs: number,
): Promise<number> {
  const before = new Date(nowMs - SIMULATOR.keptDays * DAY_MS).toISOString();
  let removed = 0;
  for (let batch = 0; batch < JOB.purgeBatchesMax; batch += 1) {
    const rows = await deleteOrders(db, exchange, before);
    removed += rows;
    if (rows < JOB.purgeBatchRows) break;
  }
  await deleteRefusedClientOrders(db, exchange, before);
  return removed;
}
