// `countinghouse demo`: plays a trading day against the running server, through its public API.

import type { Command } from 'commander';
import { connect } from '../../api.js';
import { showProgress } from '../../progress.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../../setting.js';
import { playDay } from './day.js';
import { closingTable } from './table.js';

interface DemoOptions extends SharedOptions {
  readonly orders: string;
  readonly seed: string;
}

/** Adds the command. */
export function demoCommand(program: Command): void {
  withSharedOptions(
    program
      .command('demo')
      .description('play a trading day against the running demo server')
      .option('--orders <number>', 'orders to send', '200')
      .option('--seed <number>', 'seed for the orders; the same seed sends the same orders', '1'),
  ).action(async (options: DemoOptions) => {
    const orders = Number(options.orders);
    const seed = Number(options.seed);
    if (!Number.isInteger(orders) || orders < 1 || orders > 100_000 || !Number.isInteger(seed)) {
      program.error('--orders must be a whole number from 1 to 100000, --seed a whole number');
    }
    const client = await connect(configFrom(options), 'CLIENT');
    const quiet = options.json === true;
    const day = await playDay(client, {
      orders,
      seed,
      progress: (title, total) => showProgress(title, total, quiet),
    });
    printResult(options, day, closingTable(day));
  });
}
