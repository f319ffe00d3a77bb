// End-of-day step that reminds holders who have made no election, a few business days before the
// deadline.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { calendarOf } from '../../market/index.js';
import { deadlineNow } from '../event/deadline.js';
import { CUSTODY } from '../limits.js';
import { lockEvent } from '../record/queries.js';
import { daysOfReminder } from '../rule/election.js';
import { dueEvent } from './event.js';
import { insertReminders, selectAwaited } from './reminder-queries.js';

/** The step that reminds holders who have made no election. */
export const remindElections: EndOfDayStep = { name: 'remind-elections', run: remindAll };

async function remindAll(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const reason = `end-of-day ${closing}`;
  let total = 0;
  for (const event of await selectAwaited(context.db, deadlineNow(context, next))) {
    const calendar = await calendarOf(context.db, event.exchange_id);
    const daysLeft = daysOfReminder(event.deadline_date, next, calendar);
    if (daysLeft === undefined) continue;
    const reminder = { eventId: event.id, date: next, daysLeft };
    for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
      const count = await systemWork(context, reason, async (work) => {
        const reminded = await remindBatch(work, reminder);
        await progress?.count(work.tx, reminded);
        return reminded;
      });
      total += count;
      if (count < CUSTODY.portfoliosPerBatch) break;
    }
  }
  return total;
}

interface Reminder {
  readonly eventId: bigint;
  readonly date: BusinessDate;
  readonly daysLeft: number;
}

// A repeated run finds only holders who have not been reminded.
async function remindBatch(work: Work, { eventId, date, daysLeft }: Reminder): Promise<number> {
  const event = await lockEvent(work.tx, eventId);
  if (event === undefined || event.status === 'CANCELLED') return 0;
  const rows = await insertReminders(work.tx, event, { date, daysLeft });
  for (const row of rows) work.events.push(dueEvent(event, row));
  return rows.length;
}
