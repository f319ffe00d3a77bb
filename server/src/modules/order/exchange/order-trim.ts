// The present exchange order kept within what its order still wants. A fill that is reported late,
// about an exchange order before, is one that the present one must not make again.

import type { Work } from '../../../platform/context.js';
import { isFinal } from '../rule/order-state.js';
import { askToCancel, askToReduce, markPresent, selectPresent } from './order-queries.js';
import { withdrawInstructions } from './queue-queries.js';
import { wakeAdapter } from './wake.js';

/**
 * Marks the present exchange order as one to be entered again when it has ended and its order has
 * not. Asks the exchange to reduce or cancel what would fill more than the order wants. What no
 * adapter has taken needs neither: it leaves with the quantity of that moment, or is withdrawn. The
 * order must be locked.
 */
export async function keepWithinOrder(work: Work, orderId: bigint): Promise<void> {
  await markPresent(work.tx, orderId);
  const present = await selectPresent(work.tx, orderId);
  if (present === undefined) return;
  const isFilled = present.order_status === 'EXECUTED';
  if (isFilled && present.working === null) return withdrawInstructions(work, [orderId]);
  const isTooMuch = present.working !== null && present.working > present.wanted;
  if (!isTooMuch || present.is_waiting) return;
  if (isFilled) await askToCancel(work, orderId);
  else if (!isFinal(present.order_status)) await askToReduce(work, orderId);
  wakeAdapter(work, present.session_name);
}
