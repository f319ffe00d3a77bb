// `countinghouse bench-fills`: measures the cost of one order with very many fills.

import { type Command, InvalidArgumentError } from 'commander';
import { type FillFigures, measureLargeOrder } from '../../../../bench/fill/large-order.js';
import { printResult } from '../../setting.js';
import { processorText } from './bench.js';

const FILLS_MIN = 10;
const CONTRADICTIONS_MAX = 50;

interface BenchOptions {
  readonly fills: number;
  readonly contradictions: number;
  readonly notifications: boolean;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchFillsCommand(program: Command): void {
  program
    .command('bench-fills')
    .description('measure one order with very many fills, on a separate database')
    .option('--fills <number>', 'fills of one unit each', between(FILLS_MIN, 1_000_000), 5_000)
    .option(
      '--contradictions <percent>',
      'fills with a price beyond the limit',
      between(0, CONTRADICTIONS_MAX),
      0,
    )
    .option('--no-notifications', 'without e-mailing the contract note')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const { fills, contradictions, notifications } = options;
      const figures = await measureLargeOrder({
        databaseUrl: process.env.DATABASE_URL,
        ...{ fills, contradictions, notifications },
      });
      printResult(options, figures, [lineOf(figures)]);
    });
}

function between(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
  };
}

function lineOf(figures: FillFigures): string {
  return [
    `${figures.fills} fills, ${figures.perSecond.toFixed(0)} booked/s`,
    `${figures.workItems} work items`,
    `notifications ${figures.notifications ? 'on' : 'off'}${processorText(figures)}`,
    `the last tenth costs ${figures.growth.toFixed(2)} times the first`,
  ].join('; ');
}
