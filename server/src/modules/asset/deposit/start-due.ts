// End-of-day step that reports pending instruments whose start date has been reached, because staff
// must post them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { TERM_END_OF_DAY } from '../limits.js';
import { countStartDue, markStartDue } from './end-of-day-queries.js';
import { termInstrumentEvent } from './event.js';

/** Reports instruments that start on or before the new business date. */
export const reportStarts: EndOfDayStep = {
  name: 'report-starts',
  expected: async ({ db }, { next }) => Number(await countStartDue(db, next)),
  skipsNone: true,
  run: reportAll,
};

async function reportAll(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < TERM_END_OF_DAY.batchesMax; batch += 1) {
    const count = await systemWork(context, `end-of-day ${closing}`, async (work) => {
      const reported = await reportBatch(work, next);
      await progress?.count(work.tx, reported);
      return reported;
    });
    if (count === 0) break;
    total += count;
  }
  return total;
}

// An instrument is marked as reported in the transaction that stores its event, so a second run
// does not report it again.
async function reportBatch(work: Work, next: BusinessDate): Promise<number> {
  const rows = await markStartDue(work.tx, next, TERM_END_OF_DAY.settledPerBatch);
  for (const { requested_start: startDate, ...row } of rows) {
    work.events.push(termInstrumentEvent('term-instrument.start-due', row, { startDate }));
  }
  return rows.length;
}
