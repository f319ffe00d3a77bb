// Answers to status requests (ExecType I). They contain no new trades. An answer that agrees with
// the booked fills is applied; any other answer becomes a work item.

import type { Work } from '../../../platform/context.js';
import type { EntryReport } from '../exchange/order.js';
import { wakeAdapter } from '../exchange/wake.js';
import type { OrderRow } from '../record/order.js';
import { isFinal } from '../rule/order-state.js';
import { isFilledWithout } from './comparison.js';
import { queueWithheld } from './queries.js';
import { keepUnmatched } from './unmatched.js';

const REJECTED = '8';

/**
 * Decides how to handle a status answer. The result is APPLY if the answer agrees with the booked
 * fills.
 */
export async function followStatusAnswer(
  work: Work,
  order: OrderRow,
  { report, entry }: EntryReport,
): Promise<'APPLY' | 'APPLIED' | 'UNMATCHED'> {
  // "Rejected" proves nothing about a live order, because it can also mean that the exchange does
  // not recognise the order.
  const isPast = entry !== undefined && entry.entry_no < order.entry_no;
  if (report.ordStatus === REJECTED) {
    return isPast ? 'APPLIED' : followUnknown(work, order, report);
  }
  const { cumQuantity } = report;
  const filled = entry === undefined ? order.quantity_filled : entry.quantity_filled;
  const isOther = cumQuantity !== undefined && cumQuantity !== filled;
  const isLive = !isFinal(order.order_status) && !isPast;
  if (isOther || (isLive && isFilledWithout({ order, report, entry }, filled))) {
    return keepUnmatched(work, report, { reason: 'FILLS_DIFFER', orderId: order.id });
  }
  return 'APPLY';
}

// If the exchange does not know an order that the session withheld as too old, the order never
// arrived there. It is sent again under the same ClOrdID, because an exchange would not accept that
// ClOrdID twice. Any other unknown order must be handled by a person.
async function followUnknown(
  work: Work,
  order: OrderRow,
  report: EntryReport['report'],
): Promise<'APPLIED' | 'UNMATCHED'> {
  if (order.order_status !== 'BOOKED' && order.order_status !== 'EXECUTING') return 'APPLIED';
  if (!(await queueWithheld(work, order))) {
    return keepUnmatched(work, report, { reason: 'NOT_AT_EXCHANGE', orderId: order.id });
  }
  wakeAdapter(work, order.session_name);
  return 'APPLIED';
}
