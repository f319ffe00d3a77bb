// The end of day runs every step in order, and then advances the business date. Each step can
// safely be repeated.

import type pg from 'pg';
import { END_OF_DAY } from '../../limits.js';
import { type BusinessDate, compareDates } from '../calendar/business-date.js';
import { currentBusinessDate } from '../calendar/business-day.js';
import type { Context } from '../context.js';
import { isDatabaseError } from '../database/failure.js';
import { systemWork } from '../system-work.js';
import {
  beginRun,
  beginStep,
  countRecords,
  endRun,
  endStep,
  failOrphan,
  failStep,
  insertRun,
  lockRunner,
  moveBusinessDate,
  type RequestedRun,
  type StepKey,
  skipStep,
  takeDay,
} from './queries.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from './step.js';

/** Signalled when a run ends, for code in this process that waits for it. */
export const END_OF_DAY_SIGNAL = 'end-of-day';

/** The result of closing one day. */
export interface ClosedDay extends ClosingDay {
  readonly steps: readonly { readonly name: string; readonly records: number }[];
}

/** The dependencies that an end of day needs. */
export interface EndOfDay {
  readonly context: Context;
  readonly steps: readonly EndOfDayStep[];
  /** Returns the business day after a date in the home market's calendar. */
  readonly nextDay: (date: BusinessDate) => Promise<BusinessDate>;
}

/** Thrown if another run is queued or running. */
export class EndOfDayRunning extends Error {}

/**
 * Thrown if this runner must stop, because a stop was requested or another runner took over the
 * day.
 */
class EndOfDayLost extends Error {}

/** Thrown if a step failed. The run records the step and the reason. */
export class EndOfDayFailed extends Error {}

/** Closes days up to a date in this process. Returns when done. */
export async function closeDays(endOfDay: EndOfDay, asked: RequestedRun): Promise<ClosedDay[]> {
  return closeRequested(endOfDay, await openRun(endOfDay.context, asked));
}

/** Stores a run that this process will execute. Throws EndOfDayRunning if another run is open. */
export async function openRun({ db }: Pick<Context, 'db'>, asked: RequestedRun): Promise<bigint> {
  const id = await db.transaction(async (tx) => {
    await failOrphan(tx);
    return insertRun(tx, asked);
  });
  if (id === undefined) throw new EndOfDayRunning('another run is closing days');
  return id;
}

/**
 * Executes a run stored by `openRun`. The run always ends, because no other node would continue it.
 */
export async function closeRequested(endOfDay: EndOfDay, id: bigint): Promise<ClosedDay[]> {
  try {
    return await performRun(endOfDay, id);
  } catch (error) {
    if (!(error instanceof EndOfDayFailed)) await endRun(endOfDay.context.db, id, errorText(error));
    throw error;
  }
}

/**
 * Executes a requested run, which closes days one by one up to its date. Only one runner is active
 * across all nodes. Work completed by an earlier attempt is not repeated. Returns the days closed
 * by this attempt. Throws EndOfDayRunning if another session is running, EndOfDayLost if this
 * runner must not continue, and EndOfDayFailed if a step failed, which ends the run. A database
 * error is rethrown unchanged, and the run stays open for the next attempt.
 */
export async function performRun(
  endOfDay: EndOfDay,
  id: bigint,
  signal?: AbortSignal,
): Promise<ClosedDay[]> {
  const { context } = endOfDay;
  const owner = await context.db.dedicated();
  const held = heldBy(owner, signal);
  try {
    if (!(await lockRunner(owner))) throw new EndOfDayRunning('another run is closing days');
    const until = await beginRun(context.db, id);
    if (until === undefined) return [];
    const closed = await closeUntil({ ...endOfDay, id, signal: held }, until);
    await endRun(context.db, id);
    return closed;
  } catch (error) {
    if (error instanceof EndOfDayRunning || error instanceof EndOfDayLost) throw error;
    // No step failed, so the next attempt continues the run from here.
    if (isDatabaseError(error)) throw error;
    context.log.error({ err: error, run: id }, 'the end of day failed');
    context.metrics.events.inc({ name: 'end_of_day_failed' });
    await endRun(context.db, id, errorText(error));
    throw new EndOfDayFailed(errorText(error), { cause: error });
  } finally {
    await owner.end().catch(() => undefined);
    context.signals.raise(END_OF_DAY_SIGNAL);
  }
}

// A runner that has lost its lock stops, because another runner may start.
function heldBy(owner: pg.Client, signal: AbortSignal | undefined): AbortSignal {
  const lost = new AbortController();
  owner.once('end', () => lost.abort());
  return signal === undefined ? lost.signal : AbortSignal.any([lost.signal, signal]);
}

interface Running extends EndOfDay {
  readonly id: bigint;
  readonly signal: AbortSignal | undefined;
}

async function closeUntil(run: Running, until: BusinessDate): Promise<ClosedDay[]> {
  const closed: ClosedDay[] = [];
  while (closed.length < END_OF_DAY.daysPerRunMax) {
    const today = await currentBusinessDate(run.context.db);
    if (compareDates(today, until) >= 0) break;
    closed.push(await closeDay(run, today));
  }
  return closed;
}

async function closeDay(run: Running, closing: BusinessDate): Promise<ClosedDay> {
  const { context, id: runId } = run;
  const day: ClosingDay = { closing, next: await run.nextDay(closing) };
  const names = run.steps.map((step) => step.name);
  const { fence, ended } = await context.db.transaction((tx) =>
    takeDay(tx, { ...day, runId, steps: names }),
  );
  const steps: { name: string; records: number }[] = [];
  for (const step of run.steps) {
    const isOver = ended.has(step.name) && step.everyTime !== true;
    const records = isOver ? 0 : await runStep(run, step, { ...day, fence });
    steps.push({ name: step.name, records });
  }
  await systemWork(context, `end-of-day ${closing}`, async (work) => {
    const moved = await moveBusinessDate(work.tx, day, fence);
    if (!moved) throw new EndOfDayLost('another runner has taken the day');
    work.events.push({ type: 'business-day.closed', subjectId: runId, data: { ...day } });
  });
  return { ...day, steps };
}

async function runStep(
  run: Running,
  step: EndOfDayStep,
  { fence, ...day }: ClosingDay & { readonly fence: number },
): Promise<number> {
  const { context, signal } = run;
  const key: StepKey = { closing: day.closing, name: step.name, fence };
  const progress: StepProgress = {
    count: async (tx, records) => {
      if (signal?.aborted) throw new EndOfDayLost('the end of day was requested to stop');
      const mine = await countRecords(tx, key, records);
      if (!mine) throw new EndOfDayLost('another runner has taken the day');
    },
  };
  if (signal?.aborted) throw new EndOfDayLost('the end of day was requested to stop');
  try {
    const expected = await step.expected?.(context, day);
    const isSkipped = step.skipsNone === true && expected === 0;
    const { startsOver = false } = step;
    if (!isSkipped) await beginStep(context.db, key, { expected, startsOver });
    const records = isSkipped ? 0 : await step.run(context, day, progress);
    const end = isSkipped ? skipStep(context.db, key) : endStep(context.db, key, records);
    if (!(await end)) throw new EndOfDayLost('another runner has taken the day');
    return records;
  } catch (error) {
    if (error instanceof EndOfDayLost || isDatabaseError(error)) throw error;
    await failStep(context.db, key, errorText(error));
    throw new EndOfDayFailed(`${step.name}: ${errorText(error)}`, { cause: error });
  }
}

function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, END_OF_DAY.errorCharactersMax) || 'unknown';
}
