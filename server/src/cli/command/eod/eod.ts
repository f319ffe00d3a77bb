// `countinghouse eod`: closes business days, through the running server or, where none runs, by
// itself, and shows how far it is.

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
      .description('close the business day, or every day before a date; follow one that runs')
      .option('--until <yyyy-MM-dd>', 'the business date to arrive at'),
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
    const id = await askOrJoin(client, options.until);
    const poll = patiently(() =>
      client.request({ method: 'GET', to: `system/end-of-day/id/${id}` }),
    );
    return await watchRun(poll, options.json === true);
  } catch (error) {
    if (error instanceof ServerNotFound) return undefined;
    throw error;
  }
}

/** The run that was asked for, or the one that is under way. */
async function askOrJoin(client: Client, until: string | undefined): Promise<string> {
  try {
    const body = until === undefined ? {} : { until };
    const { msgArgs } = await client.post('system/end-of-day/run', { body });
    return present(msgArgs[0], 'the run that was asked for has a number');
  } catch (error) {
    if (!isProblem(error, 'END_OF_DAY_RUNNING')) throw error;
    return present(error.args[1], 'the run that is under way has a number');
  }
}

// A run outlives the server that began it, so a server that is away for a while is waited for.
function patiently(poll: () => Promise<Followed>): () => Promise<Followed> {
  let missed = 0;
  const tryOnce = async (): Promise<Followed> => {
    try {
      const run = await poll();
      missed = 0;
      return run;
    } catch (error) {
      missed += 1;
      const gone = isProblem(error) && error.status !== 503;
      if (gone || missed > END_OF_DAY.missedPollsMax) throw error;
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
    const asked = { until, askedBy: 'command line', requestId: 'eod' };
    const id = await openRun(context, asked);
    const poll = async () => JSON.parse(toJson(await shownRun(context.db, id)));
    const closing = closeRequested(endOfDayOf(context, steps), id);
    const run = await watchRun(poll, options.json === true);
    // The run tells how it failed.
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
    ? ['the business date is there already']
    : closed.flatMap((day) => dayLines(day));
}

function dayLines(day: FollowedDay): string[] {
  const done = day.steps.filter((step) => step.records > 0);
  return [
    `closed ${day.closing}, business date is now ${day.next}`,
    ...done.map((step) => `  ${step.name}: ${step.records}`),
  ];
}
