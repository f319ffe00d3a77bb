// `countinghouse bench`: measures the hot operations, each relative to a limit measured in the same
// run.

import { type Command, Option } from 'commander';
import { MEASURED, runBench } from '../../../../bench/bench.js';
import { verdictLines } from '../../../../bench/floor.js';
import type { Figures } from '../../../../bench/measured.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly callers: string;
  readonly seconds: string;
  readonly rounds: string;
  readonly orders: string;
  readonly notifications: boolean;
  readonly only?: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchCommand(program: Command): void {
  program
    .command('bench')
    .description('measure the hot paths against a named limit, each on a separate database')
    .option('--callers <number>', 'parallel callers', '64')
    .option('--seconds <number>', 'length of one round', '5')
    .option('--rounds <number>', 'rounds; the median is the result', '3')
    .option('--orders <number>', 'earlier orders in the tables', '0')
    .option('--no-notifications', 'order-trip without contract notes by e-mail')
    .addOption(new Option('--only <name>', 'one measurement').choices(MEASURED))
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const result = await runBench({
        callers: Number(options.callers),
        seconds: Number(options.seconds),
        rounds: Number(options.rounds),
        orders: Number(options.orders),
        notifications: options.notifications,
        databaseUrl: process.env.DATABASE_URL,
        only: options.only,
        onFigures: (figures) => process.stderr.write(`${lineOf(figures)}\n`),
      });
      printResult(options, result, verdictLines(result));
      if (result.below.length > 0) process.exitCode = 1;
    });
}

function lineOf(figures: Figures): string {
  const rates = `${Math.round(figures.perSecond)}/s of ${Math.round(figures.limitPerSecond)}/s`;
  const times = `p50 ${figures.p50Ms.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(1)} ms`;
  const statements = figures.statements === undefined ? '' : `${figures.statements} statements, `;
  return (
    `${figures.name}: ${rates} = ${figures.ratio.toPrecision(2)} of ${figures.limit}; ` +
    `${figures.callers} callers, ${times}, ${statements}${figures.residentMegabytes} MB` +
    processorText(figures)
  );
}

/** Formats the processor time per operation as the end of a line. */
export function processorText({ processor }: Pick<Figures, 'processor'>): string {
  if (processor === undefined) return '';
  const { serverMs, databaseMs, exchangeMs, exchangeDatabaseMs } = processor;
  const parts: readonly (readonly [string, number | undefined])[] = [
    ['server', serverMs],
    ['database', databaseMs],
    ['exchange', exchangeMs],
    ["exchange's database", exchangeDatabaseMs],
  ];
  const shown = parts.flatMap(([name, ms]) =>
    ms === undefined ? [] : [`${name} ${ms.toFixed(2)} ms`],
  );
  return `; processor time of each: ${shown.join(', ')}`;
}
