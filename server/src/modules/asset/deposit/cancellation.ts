// Cancels a pending term instrument.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { stampOf } from '../stamp.js';
import { updateInstrument } from './queries.js';
import { sendEvent, termInstrumentSteps, written } from './term-instrument.js';

/**
 * Cancels an instrument: PENDING → TERMINATED with the reason CANCELLED. No money has moved.
 * Refuses an instrument in any other state, even one that is already cancelled, with
 * TERM_INSTRUMENT_WRONG_STATE and the current state.
 */
export async function cancelTermInstrument(work: Work, id: bigint): Promise<Outcome> {
  const row = await termInstrumentSteps.lockVisible(work, id, ['PENDING']);
  await updateInstrument(work.tx, stampOf(work, row.id), {
    status: 'TERMINATED',
    termination_reason: 'CANCELLED',
    termination_date: await currentBusinessDate(work.tx),
    paid_gross_minor: 0n,
    paid_tax_minor: 0n,
    paid_charge_minor: 0n,
  });
  const outcome = await written(work, row.id, 'TERM_INSTRUMENT_CANCELLED');
  sendEvent(work, 'term-instrument.cancelled', outcome.row);
  return outcome.reply;
}
