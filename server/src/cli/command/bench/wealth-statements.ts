// `countinghouse bench-wealth-statements`: measures how fast wealth statements are prepared, drawn
// and issued.

import type { Command } from 'commander';
import { measureWealthStatements } from '../../../../bench/wealth-statement.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly json?: boolean;
}

/** Adds the command. */
export function benchWealthStatementsCommand(program: Command): void {
  program
    .command('bench-wealth-statements')
    .description('measure wealth statements, on a separate database')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures = await measureWealthStatements(process.env.DATABASE_URL);
      const { customers, pdfP50Ms, pdfMaxMs, issuedPerSecond, processorMs } = figures;
      printResult(options, figures, [
        `${customers} customers: PDF in ${pdfP50Ms} ms at the median, ${pdfMaxMs} ms at most`,
        `${issuedPerSecond} statements issued per second, ${processorMs} ms of processor time each`,
      ]);
    });
}
