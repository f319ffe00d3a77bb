// `countinghouse bench-gains`: measures the gains report of a portfolio with many movements.

import type { Command } from 'commander';
import { measureGains } from '../../../../bench/gain.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly movements: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchGainsCommand(program: Command): void {
  program
    .command('bench-gains')
    .description('measure the gains report of a portfolio, on a separate database')
    .option('--movements <number>', 'fills in the portfolio', '10000')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const databaseUrl = process.env.DATABASE_URL;
      const figures = await measureGains({ databaseUrl, movements: Number(options.movements) });
      const { movements, reportMs, foldMs } = figures;
      const fold = `of which the fold takes ${foldMs.toFixed(0)} ms`;
      const line = `${movements} movements: report ${reportMs.toFixed(0)} ms, ${fold}`;
      printResult(options, figures, [line]);
    });
}
