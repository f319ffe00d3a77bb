// `countinghouse bench-entitlement`: measures how fast the entitlements of many holders are
// computed, relative to a bare INSERT.

import type { Command } from 'commander';
import { type EntitlementFigures, measureEntitlement } from '../../../../bench/entitlement.js';
import { compareWithFloors, verdictLines } from '../../../../bench/floor.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly holders: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchEntitlementCommand(program: Command): void {
  program
    .command('bench-entitlement')
    .description('measure a dividend and a bonus for many holders, on a separate database')
    .option('--holders <number>', 'portfolios that hold the security', '100000')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const databaseUrl = process.env.DATABASE_URL;
      const figures = await measureEntitlement({ databaseUrl, holders: Number(options.holders) });
      const verdict = await compareWithFloors([figures]);
      printResult(options, { figures, ...verdict }, [lineOf(figures), ...verdictLines(verdict)]);
      if (verdict.below.length > 0) process.exitCode = 1;
    });
}

function lineOf(figures: EntitlementFigures): string {
  return (
    `${figures.holders} holders: dividend ${figures.dividendMs} ms = ` +
    `${figures.ratio.toFixed(2)} of a bare INSERT; compared again ${figures.comparisonMs} ms; ` +
    `bonus ${figures.bonusMs} ms; corrected ${figures.correctionMs} ms; ` +
    `${figures.residentMegabytesBefore} to ${figures.residentMegabytes} MB`
  );
}
