// Orders for the tests of their states: booked, with a pending request, and after many reports.

import { NO_EXECUTIONS } from '../../../src/modules/order/rule/execution-sum.js';
import {
  applyReport,
  type OrderProgress,
  type OrderReport,
  stateOf,
} from '../../../src/modules/order/rule/order-state.js';

/** The progress of a stored order of 100 that the exchange has not answered. */
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

/** A cancel or replacement was sent; the ClOrdID in force stays until it is accepted. */
export function requestChange(progress: OrderProgress, clOrdId: string): OrderProgress {
  const clOrdIds = [...progress.clOrdIds, clOrdId];
  return { ...progress, pendingClOrdId: clOrdId, clOrdIds };
}

/**
 * The state after all reports of an order in the order received. A repeated ExecID is applied once.
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
