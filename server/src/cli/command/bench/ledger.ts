// `countinghouse bench-ledger`: compares the speed of postings under all rules with the speed of a
// plain function without rules. Also measures reading a page of a long account.

import { type Command, InvalidArgumentError } from 'commander';
import { compareWithFloors, type MeasuredRatio, verdictLines } from '../../../../bench/floor.js';
import {
  type LedgerFigures,
  type LedgerRate,
  measureLedger,
} from '../../../../bench/ledger/ledger.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly seconds: string;
  readonly rounds: string;
  readonly lines: readonly number[];
  readonly json?: boolean;
}

/** Adds the command. */
export function benchLedgerCommand(program: Command): void {
  program
    .command('bench-ledger')
    .description('measure the ledger against the same rows without rules, on its own database')
    .option('--seconds <number>', 'length of one round', '5')
    .option('--rounds <number>', 'rounds; the median is the result', '3')
    .option(
      '--lines <numbers>',
      'line counts of the accounts to page through',
      sizesOf,
      [1_000, 1_000_000],
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures = await measureLedger({
        databaseUrl: process.env.DATABASE_URL,
        seconds: Number(options.seconds),
        rounds: Number(options.rounds),
        lines: options.lines,
        onRate: (rate) => process.stderr.write(`${rateLine(rate)}\n`),
      });
      const verdict = await compareWithFloors(figures.rates.map(ratioOf));
      printResult(options, { ...figures, ...verdict }, [
        ...linesOf(figures),
        ...verdictLines(verdict),
      ]);
      if (verdict.below.length > 0) process.exitCode = 1;
    });
}

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100 || size % 100 !== 0)) {
    throw new InvalidArgumentError('must be multiples of 100, separated by commas');
  }
  return sizes;
}

const ratioOf = ({ name, callers, ratio }: LedgerRate): MeasuredRatio => ({
  name: `ledger, ${name}, ${callers} callers`,
  ratio,
});

function rateLine(rate: LedgerRate): string {
  const { name, callers, perSecond, floorPerSecond, ratio, wanted } = rate;
  const rates = `${Math.round(perSecond)}/s of ${Math.round(floorPerSecond)}/s`;
  return `${name}, ${callers} callers: ${rates} = ${ratio.toFixed(2)}, target ${wanted}`;
}

function linesOf({ rates, pages, ...size }: LedgerFigures): string[] {
  return [
    ...rates.map(rateLine),
    `a journal of two lines: ${size.journalBytes} bytes, and ${size.journalLogBytes} bytes of WAL`,
    ...pages.map(
      ({ lines, firstMs, lastMs }) =>
        `an account of ${lines} lines: first page ${firstMs.toFixed(1)} ms, ` +
        `last page ${lastMs.toFixed(1)} ms`,
    ),
  ];
}
