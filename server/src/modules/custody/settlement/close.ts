// Closes events once nothing more is due from them.

import { addBusinessDays } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { calendarOf } from '../../market/index.js';
import { lockEvent } from '../record/queries.js';
import { type ClosableEvent, hasOpenMoney, selectClosable } from './close-queries.js';
import { eventStep } from './event.js';
import { storeProgress } from './progress-queries.js';

/** The step that closes events. */
export const closeEvents: EndOfDayStep = { name: 'close-events', run: closeSettledEvents };

/**
 * Closes paid and cancelled events whose claim period has ended and that have no money left, each
 * in its own transaction.
 */
async function closeSettledEvents(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let closed = 0;
  for (const event of await selectClosable(context.db, next)) {
    if ((await claimsUntil(context, event)) > next) continue;
    const done = await systemWork(context, `end-of-day ${closing}`, async (work) => {
      const row = await lockEvent(work.tx, event.id);
      if (row === undefined || (await hasOpenMoney(work.tx, event.id))) return 0;
      if (row.progress !== 'PAID' && row.status !== 'CANCELLED') return 0;
      const by = { name: work.principal.name, at: work.now };
      await storeProgress(work.tx, { id: row.id, progress: 'CLOSED', closedOn: next }, by);
      work.events.push(eventStep('closed', row));
      await progress?.count(work.tx, 1);
      return 1;
    });
    closed += done;
  }
  return closed;
}

async function claimsUntil(context: Context, event: ClosableEvent): Promise<BusinessDate> {
  const calendar = await calendarOf(context.db, event.exchange_id);
  return addBusinessDays(event.paid_from, event.claim_days, calendar);
}
