// `countinghouse bench-eod`: measures the end of day over a large book, relative to a bare UPDATE.

import { type Command, InvalidArgumentError } from 'commander';
import { type EndOfDayFigures, measureEndOfDay } from '../../../../bench/end-of-day.js';
import { compareWithFloors, type MeasuredRatio, verdictLines } from '../../../../bench/floor.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly instruments: readonly number[];
  readonly rounds: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchEndOfDayCommand(program: Command): void {
  program
    .command('bench-eod')
    .description('measure an end of day over running deposits, on separate databases')
    .option('--instruments <numbers>', 'book sizes', sizesOf, [10_000, 1_000_000])
    .option('--rounds <number>', 'closed days; the median is the result', '3')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures: EndOfDayFigures[] = [];
      for (const instruments of options.instruments) {
        const databaseUrl = process.env.DATABASE_URL;
        const rounds = Number(options.rounds);
        figures.push(await measureEndOfDay({ databaseUrl, instruments, rounds }));
      }
      const verdict = await compareWithFloors(figures.map(ratioOf));
      printResult(options, { figures, ...verdict }, [
        ...figures.map(lineOf),
        ...verdictLines(verdict),
      ]);
      if (verdict.below.length > 0) process.exitCode = 1;
    });
}

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new InvalidArgumentError('must be whole numbers, separated by commas');
  }
  return sizes;
}

const ratioOf = ({ name, instruments, ratio }: EndOfDayFigures): MeasuredRatio => ({
  name: `${name}, ${instruments} instruments`,
  ratio,
});

function lineOf(figures: EndOfDayFigures): string {
  const rates = `${Math.round(figures.perSecond)}/s of ${Math.round(figures.updatePerSecond)}/s`;
  const memory = `${figures.residentMegabytesBefore} to ${figures.residentMegabytes} MB`;
  return (
    `${figures.instruments} instruments: ${rates} = ${figures.ratio.toFixed(2)} of a bare ` +
    `UPDATE; accrual alone ${Math.round(figures.accrualPerSecond)}/s; ${memory}; ` +
    `${figures.wholeTableReads} whole-table reads`
  );
}
