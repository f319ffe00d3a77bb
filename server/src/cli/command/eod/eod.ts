// `countinghouse eod`: closes business days and shows the progress. Uses the running server, or
// does the work itself if there is none.

import { setTimeout as pause } from 'node:timers/promises';
import { type Client, isProblem } from '@countinghouse/sdk';
import type { Command } from 'commander';
import { openApp } from '../../../app/app.js';
import { END_OF_DAY } from '../../../limits.js';
import { endOfDayOf } from '../../../modules/system/index.js';
import { present } from '../../../platform/assert.js';
import { addDays, businessDate, isBusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { closeRequested, openRun } from '../../../platform/end-of-day/run.js';
import { shownRun } from '../../../platform/end-of-day/run-record.js';
import { toJson } from '../../../platform/json/json.js';
import { connect, ServerNotFound } from '../../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../../setting.js';
import { type Followed, type FollowedDay, watchRun } from './watch.js';

interface EodOptions extends SharedOptions {
  readonly until?: string;
}

/** Adds the command. */
export function eodCommand(program: Command): void {
  withSharedOptions(
    program
      .command('eod')
      .description(
        'close the business day, or every day before a date; follows a run already in progress',
      )
      .option('--until <yyyy-MM-dd>', 'the business date to reach'),
  ).action(async (options: EodOptions) => {
    if (options.until !== undefined && !isBusinessDate(options.until)) {
      program.error(`--until ${options.until} is not a date`);
    }
    const run = (await closeThroughServer(options)) ?? (await closeHere(options));
    printResult(options, run, linesOf(run));
    if (run.state === 'FAILED') process.exitCode = 1;
  });
}

async function closeThroughServer(options: EodOptions): Promise<Followed | undefined> {
  try {
    const client = await connect(configFrom(options), 'ADMIN');
    const id = await requestOrJoin(client, options.until);
    const poll = patiently(() =>
      client.request({ method: 'GET', to: `system/end-of-day/id/${id}` }),
    );
    return await watchRun(poll, options.json === true);
  } catch (error) {
    if (error instanceof ServerNotFound) return undefined;
    throw error;
  }
}

/** Requests a run, or returns the active one. */
async function requestOrJoin(client: Client, until: string | undefined): Promise<string> {
  try {
    const body = until === undefined ? {} : { until };
    const { msgArgs } = await client.post('system/end-of-day/run', { body });
    return present(msgArgs[0], 'a requested run has an id');
  } catch (error) {
    if (!isProblem(error, 'END_OF_DAY_RUNNING')) throw error;
    return present(error.args[1], 'an active run has an id');
  }
}

// Keeps polling while the server is unavailable, because a run continues even if its server stops.
function patiently(poll: () => Promise<Followed>): () => Promise<Followed> {
  let missed = 0;
  const tryOnce = async (): Promise<Followed> => {
    try {
      const run = await poll();
      missed = 0;
      return run;
    } catch (error) {
      missed += 1;
      const isFinal = isProblem(error) && error.status !== 503;
      if (isFinal || missed > END_OF_DAY.missedPollsMax) throw error;
      await pause(END_OF_DAY.watchEveryMs);
      return tryOnce();
    }
  };
  return tryOnce;
}

async function closeHere(options: EodOptions): Promise<Followed> {
  const app = await openApp(configFrom(options));
  try {
    const { context, steps } = app;
    const today = await currentBusinessDate(context.db);
    const until = options.until === undefined ? addDays(today, 1) : businessDate(options.until);
    const request = { until, askedBy: 'command line', requestId: 'eod' };
    const id = await openRun(context, request);
    const poll = async () => JSON.parse(toJson(await shownRun(context.db, id)));
    const closing = closeRequested(endOfDayOf(context, steps), id);
    const run = await watchRun(poll, options.json === true);
    // The record of the run contains the error.
    await closing.catch(() => undefined);
    return run;
  } finally {
    await app.close();
  }
}

function linesOf(run: Followed): string[] {
  const closed = run.days.filter((day) => day.finishedDttm !== undefined).toReversed();
  if (run.state === 'FAILED') return [...closed.flatMap(dayLines), `failed: ${run.error}`];
  return closed.length === 0
    ? [`Nothing to close: the business date is already ${run.until}.`]
    : closed.flatMap((day) => dayLines(day));
}

function dayLines(day: FollowedDay): string[] {
  const done = day.steps.filter((step) => step.records > 0);
  return [
    `closed ${day.closing}, business date is now ${day.next}`,
    ...done.map((step) => `  ${step.name}: ${step.records}`),
  ];
}
