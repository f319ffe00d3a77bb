// The end of a day: every step in its order, each safe to run again, then the business date moves.

import { END_OF_DAY } from '../../limits.js';
import type { Context } from '../context.js';
import { sql } from '../database/sql.js';
import type { ClosingDay, EndOfDayStep } from '../http/module.js';
import { type BusinessDate, compareDates } from './business-date.js';
import { currentBusinessDate } from './business-day.js';

/** What one closed day did. */
export interface ClosedDay extends ClosingDay {
  readonly steps: readonly { readonly name: string; readonly records: number }[];
}

/** Called after each step; for a progress bar or a log. */
export type Progress = (step: {
  readonly day: ClosingDay;
  readonly name: string;
  readonly records: number;
}) => void;

/** What a day's end needs. */
export interface EndOfDay {
  readonly context: Context;
  readonly steps: readonly EndOfDayStep[];
  /** The business day after a date, by the calendar of the home market. */
  readonly nextDay: (date: BusinessDate) => Promise<BusinessDate>;
  readonly onStep?: Progress;
}

/** Another node is closing a day at this moment. */
export class EndOfDayRunning extends Error {}

/** Closes days one by one until the business date is `until` or later; returns the days closed. */
export async function closeDaysUntil(run: EndOfDay, until: BusinessDate): Promise<ClosedDay[]> {
  const closed: ClosedDay[] = [];
  for (let day = 0; day < END_OF_DAY.daysPerRunMost; day += 1) {
    const today = await currentBusinessDate(run.context.db);
    if (compareDates(today, until) >= 0) return closed;
    const day = await closeDay(run, today);
    if (day !== undefined) closed.push(day);
  }
  return closed;
}

/**
 * Closes a business day: one node at a time, held by a session lock while the steps run.
 * Undefined when the day is no longer the present one: another caller closed it between the look
 * and the lock.
 */
export async function closeDay(
  run: EndOfDay,
  expected: BusinessDate,
): Promise<ClosedDay | undefined> {
  const { db } = run.context;
  const owner = await db.dedicated();
  try {
    const { rows } = await owner.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtext('countinghouse end of day')) as locked",
    );
    if (rows[0]?.locked !== true) throw new EndOfDayRunning('a day is being closed elsewhere');
    const closing = await currentBusinessDate(db);
    if (closing !== expected) return undefined;
    const day: ClosingDay = { closing, next: await run.nextDay(closing) };
    const steps = [];
    for (const step of run.steps) steps.push(await runStep(run, step, day));
    // Compare-and-set: a date that somebody else moved is left alone.
    await db.query(sql`
      update business_day set business_date = ${day.next}, changed_at = now()
      where business_date = ${closing}`);
    return { ...day, steps };
  } finally {
    await owner.end();
  }
}

async function runStep(run: EndOfDay, step: EndOfDayStep, day: ClosingDay) {
  const records = await step.run(run.context, day);
  await run.context.db.query(sql`
    insert into end_of_day_step (closing_date, step, records)
    values (${day.closing}, ${step.name}, ${records})
    on conflict (closing_date, step) do update
      set records = end_of_day_step.records + excluded.records, finished_at = now()`);
  run.onStep?.({ day, name: step.name, records });
  return { name: step.name, records };
}
