// Orders for tests of order states: stored, with a pending request, and after several reports.

import { NO_EXECUTIONS } from '../../../src/modules/order/rule/execution-sum.js';
import {
  applyReport,
  type OrderProgress,
  type OrderReport,
  stateOf,
} from '../../../src/modules/order/rule/order-state.js';

/** Returns a stored order for 100 that the exchange has not acknowledged. */
export function bookedOrder(clOrdId: string, duration: OrderProgress['duration']): OrderProgress {
  return {
    duration,
    quantity: 100n,
    orderStatus: 'BOOKED',
    fixOrderStatus: 'NA',
    restingFixStatus: 'NA',
    clOrdId,
    clOrdIds: [clOrdId],
    executions: NO_EXECUTIONS,
  };
}

/**
 * Adds a cancel or replace request. The current ClOrdID remains in force until the exchange accepts
 * it.
 */
export function requestChange(progress: OrderProgress, clOrdId: string): OrderProgress {
  const clOrdIds = [...progress.clOrdIds, clOrdId];
  return { ...progress, pendingClOrdId: clOrdId, clOrdIds };
}

/**
 * Returns the state after an order's reports in the order received. A repeated ExecID is applied
 * once.
 */
export function deriveOrderState(order: OrderProgress, reports: readonly OrderReport[]) {
  const seen = new Set<string>();
  let progress = order;
  for (const report of reports) {
    if (report.message === 'EXECUTION_REPORT' && report.execType !== 'I') {
      if (seen.has(report.execId)) continue;
      seen.add(report.execId);
    }
    progress = applyReport(progress, report);
  }
  return stateOf(progress);
}
