// Revalues customers for whom something was recorded late, starting with the earliest affected
// date.

import { Type } from '@sinclair/typebox';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { WEALTH } from '../limits.js';
import { lockDays } from '../policy/queries.js';
import { selectKnownMoment } from '../valuation/moment-queries.js';
import { restatedEvent } from './event.js';
import { dayPrices } from './price.js';
import {
  findRestatements,
  lockOpen,
  moveOn,
  selectCloseBack,
  selectNextDate,
} from './restatement-queries.js';
import { valueDay } from './value.js';

/**
 * Finds late records that were stored since the previous close, and revalues their customers.
 * Restatements that go back a long time are left to a job.
 */
export const restateValues: EndOfDayStep = { name: 'restate-values', run: restateLate };

const data = Type.Object({});

/** Carries out the restatements that the end-of-day step has left to this job. */
const RESTATE: JobKind<typeof data> = { name: 'valuation.restate', data };

/** Runs until no restatement is open. */
export const restateJob: JobHandler = jobHandler({
  kind: RESTATE,
  timeoutMs: WEALTH.restateTimeoutMs,
  atOnceMax: 1,
  run: async (context, { signal }) => {
    await restateFrom(context, undefined, { reason: RESTATE.name, signal });
  },
});

async function restateLate(
  context: Context,
  { closing }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const { knownAt } = await selectKnownMoment(context.db);
  const reason = `end-of-day ${closing}`;
  const found = await systemWork(context, reason, async ({ tx }) => {
    await lockDays(tx);
    const count = await findRestatements(tx, closing, knownAt);
    await progress?.count(tx, count);
    return count;
  });
  const inline = await selectCloseBack(context.db, closing, WEALTH.restateDaysInline);
  await restateFrom(context, inline, { reason });
  if ((await selectNextDate(context.db, undefined)) !== undefined) {
    await systemWork(context, reason, (work) => enqueue(work, RESTATE, { data: {}, key: reason }));
  }
  return found;
}

/** The user on whose behalf customers are revalued, and the signal that stops the run early. */
interface RestateRun {
  readonly reason: string;
  readonly signal?: AbortSignal | undefined;
}

async function restateFrom(
  context: Context,
  from: BusinessDate | undefined,
  run: RestateRun,
): Promise<void> {
  for (;;) {
    run.signal?.throwIfAborted();
    const found = await selectNextDate(context.db, from);
    if (found === undefined) return;
    const { date, before, next } = found;
    await restateBatch(context, { date, next, after: before ?? addDays(date, -1) }, run.reason);
  }
}

/** A date to revalue. */
interface RestatedDay {
  readonly date: BusinessDate;
  readonly after: BusinessDate;
  readonly next: BusinessDate;
}

function restateBatch(context: Context, day: RestatedDay, reason: string): Promise<void> {
  return systemWork(context, reason, async ({ tx, events }) => {
    await lockDays(tx);
    // The cut-off time is read under the lock, so that it is later than all records that caused the
    // restatements.
    const { knownAt } = await selectKnownMoment(tx);
    const prices = await dayPrices(tx, { date: day.date, knownAt });
    const rows = await lockOpen(tx, day.date, WEALTH.customersPerBatch);
    const reasons = new Map(rows.map((row) => [row.customer_id, row.reason]));
    const customerIds = [...reasons.keys()];
    const changed = await valueDay(tx, { ...day, knownAt, prices, customerIds }, reasons);
    const ended = await moveOn(tx, day.date, {
      customerIds,
      changed: new Map(changed.map((row) => [row.customer_id, row.changed_rows])),
    });
    events.push(...ended.filter((row) => row.changed_to !== null).map(restatedEvent));
  });
}
