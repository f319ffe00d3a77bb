// Keeps the current exchange order within its order's open quantity. After a late fill of an
// earlier exchange order, the current one must not fill the same units again.

import type { Work } from '../../../platform/context.js';
import { isFinal } from '../rule/order-state.js';
import { markPresent, requestCancel, requestReduction, selectPresent } from './order-queries.js';
import { withdrawInstructions } from './queue-queries.js';
import { wakeAdapter } from './wake.js';

/**
 * Marks the current exchange order for re-entry if it has ended and its order has not. If its open
 * quantity exceeds that of the order, requests a reduction or cancel from the exchange. Neither is
 * needed while the instruction is still queued: its quantity is set when it is sent, or it is
 * withdrawn. The order must be locked.
 */
export async function keepWithinOrder(work: Work, orderId: bigint): Promise<void> {
  await markPresent(work.tx, orderId);
  const present = await selectPresent(work.tx, orderId);
  if (present === undefined) return;
  const isFilled = present.order_status === 'EXECUTED';
  if (isFilled && present.working === null) return withdrawInstructions(work, [orderId]);
  const isTooMuch = present.working !== null && present.working > present.wanted;
  if (!isTooMuch || present.is_waiting) return;
  if (isFilled) await requestCancel(work, orderId);
  else if (!isFinal(present.order_status)) await requestReduction(work, orderId);
  wakeAdapter(work, present.session_name);
}
