// `countinghouse eod`: closes business days, through the running server or, where none runs, by
// itself.

import type { Command } from 'commander';
import { type OpenApp, openApp } from '../app.js';
import { nextBusinessDate } from '../app-system.js';
import { addDays, businessDate, isBusinessDate } from '../platform/calendar/business-date.js';
import { currentBusinessDate } from '../platform/calendar/business-day.js';
import { closeDaysUntil } from '../platform/calendar/end-of-day.js';
import { connect, ServerNotFound } from './api.js';
import { showProgress } from './progress.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from './setting.js';

interface EodOptions extends SharedOptions {
  readonly until?: string;
}

interface DayResult {
  readonly closing: string;
  readonly next: string;
  readonly steps: readonly { readonly name: string; readonly records: number }[];
}

/** Adds the command. */
export function eodCommand(program: Command): void {
  withSharedOptions(
    program
      .command('eod')
      .description('close the business day, or every day before a date')
      .option('--until <yyyy-MM-dd>', 'the business date to arrive at'),
  ).action(async (options: EodOptions) => {
    if (options.until !== undefined && !isBusinessDate(options.until)) {
      program.error(`--until ${options.until} is not a date`);
    }
    const days = (await closeThroughServer(options)) ?? (await closeHere(options));
    printResult(options, { days }, linesOf(days));
  });
}

async function closeThroughServer(options: EodOptions): Promise<readonly DayResult[] | undefined> {
  try {
    const client = await connect(configFrom(options), 'ADMIN');
    const body = options.until === undefined ? {} : { until: options.until };
    const reply = await client.post('system/end-of-day/run', body);
    return reply.result.days;
  } catch (error) {
    if (error instanceof ServerNotFound) return undefined;
    throw error;
  }
}

async function closeHere(options: EodOptions): Promise<readonly DayResult[]> {
  const app = await openApp(configFrom(options));
  try {
    return await close(app, options);
  } finally {
    await app.close();
  }
}

async function close({ context, steps }: OpenApp, options: EodOptions): Promise<DayResult[]> {
  const today = await currentBusinessDate(context.db);
  const until = options.until === undefined ? addDays(today, 1) : businessDate(options.until);
  const progress = showProgress('end of day', steps.length, options.json === true);
  const days = await closeDaysUntil(
    {
      context,
      steps,
      nextDay: (date) => nextBusinessDate(context, date),
      onStep: ({ name }) => progress.step(name),
    },
    until,
  );
  progress.end();
  return days;
}

function linesOf(days: readonly DayResult[]): string[] {
  if (days.length === 0) return ['the business date is there already'];
  return days.flatMap((day) => [
    `closed ${day.closing}, business date is now ${day.next}`,
    ...day.steps
      .filter((step) => step.records > 0)
      .map((step) => `  ${step.name}: ${step.records}`),
  ]);
}
