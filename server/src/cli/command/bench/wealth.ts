// `countinghouse bench-wealth`: measures the close of a date for many customers, relative to a bare
// INSERT.

import type { Command } from 'commander';
import { compareWithFloors, verdictLines } from '../../../../bench/floor.js';
import { measureWealth, type WealthFigures } from '../../../../bench/wealth.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly customers: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchWealthCommand(program: Command): void {
  program
    .command('bench-wealth')
    .description('measure daily snapshots of many customers, on a separate database')
    .option('--customers <number>', 'customers with five positions each', '100000')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const databaseUrl = process.env.DATABASE_URL;
      const figures = await measureWealth({ databaseUrl, customers: Number(options.customers) });
      const verdict = await compareWithFloors([figures]);
      printResult(options, { figures, ...verdict }, [lineOf(figures), ...verdictLines(verdict)]);
      if (verdict.below.length > 0) process.exitCode = 1;
    });
}

function lineOf(figures: WealthFigures): string {
  const ms = (value: number) => `${Math.round(value)} ms`;
  return (
    `${figures.customers} customers, ${figures.lines} positions, ${figures.rows} rows: close ` +
    `${ms(figures.closeMs)} = ${figures.ratio.toFixed(2)} of a bare INSERT ` +
    `(${ms(figures.insertMs)}), ` +
    `${figures.cpuMicros.toFixed(1)} µs of processor a customer, ` +
    `memory +${Math.round(figures.memoryRise)} MB; ` +
    `close with all prices moved ${ms(figures.movedCloseMs)}; a late price for all ` +
    `${ms(figures.restateMs)}; five years of one customer ${ms(figures.fiveYearsMs)}`
  );
}
