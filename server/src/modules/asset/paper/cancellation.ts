// Cancels a pending discounted instrument or treasury bill.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { stampOf } from '../stamp.js';
import {
  discountedSteps,
  discountedWritten,
  sendDiscountedEvent,
} from './discounted-instrument.js';
import { type DiscountedKey, updateDiscounted } from './queries.js';

/**
 * Cancels a pending instrument: PENDING → TERMINATED with the reason CANCELLED. No money has moved.
 * Refuses an instrument in any other state, even one that is already cancelled, with
 * DISCOUNTED_INSTRUMENT_WRONG_STATE and the current state.
 */
export async function cancelDiscounted(work: Work, key: DiscountedKey): Promise<Outcome> {
  const row = await discountedSteps.lockVisible(work, key, ['PENDING']);
  await updateDiscounted(work.tx, stampOf(work, row.id), {
    status: 'TERMINATED',
    termination_reason: 'CANCELLED',
    termination_date: await currentBusinessDate(work.tx),
    paid_gross_minor: 0n,
    paid_tax_minor: 0n,
  });
  const outcome = await discountedWritten(work, key, 'CANCELLED');
  sendDiscountedEvent(work, 'cancelled', outcome.row);
  return outcome.reply;
}
