// `countinghouse bench-event-payment`: measures the payment of the holders of one corporate action.

import type { Command } from 'commander';
import { measureEventPayment } from '../../../../bench/event-payment.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly holders: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchEventPaymentCommand(program: Command): void {
  program
    .command('bench-event-payment')
    .description('measure the payment of a corporate action, on a separate database')
    .option('--holders <number>', 'holders, each with an account', '100000')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const databaseUrl = process.env.DATABASE_URL;
      const holders = Number(options.holders);
      const figures = await measureEventPayment({ databaseUrl, holders });
      printResult(options, figures, [
        `${holders} holders paid in ${figures.paymentMs} ms, ${figures.perSecond}/s; ` +
          `${figures.residentMegabytesBefore} to ${figures.residentMegabytes} MB`,
        `nothing to pay: ${figures.nothingMs} ms; 1 % corrected: ${figures.correctionMs} ms`,
      ]);
    });
}
