// `countinghouse bench-flow`: measures the latency of orders at a steady rate.

import { type Command, InvalidArgumentError } from 'commander';
import { type FlowFigures, measureOrderFlow } from '../../../../bench/order-flow.js';
import { printResult } from '../../setting.js';
import { processorText } from './bench.js';

interface BenchOptions {
  readonly rates: readonly number[];
  readonly seconds: string;
  readonly orders: string;
  readonly notifications: boolean;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchFlowCommand(program: Command): void {
  program
    .command('bench-flow')
    .description('measure orders that arrive at random times, on a separate database')
    .option('--rates <numbers>', 'average orders per second', ratesOf, [50, 100, 200])
    .option('--seconds <number>', 'how long each rate is measured', '10')
    .option('--orders <number>', 'earlier orders in the tables', '0')
    .option('--no-notifications', 'without contract notes by e-mail')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures: FlowFigures[] = [];
      const flow = measureOrderFlow({
        databaseUrl: process.env.DATABASE_URL,
        rates: options.rates,
        seconds: Number(options.seconds),
        orders: Number(options.orders),
        notifications: options.notifications,
      });
      for await (const measured of flow) {
        figures.push(measured);
        if (options.json !== true) process.stdout.write(`${lineOf(measured)}\n`);
      }
      if (options.json === true) printResult(options, { figures }, []);
    });
}

function ratesOf(text: string): number[] {
  const rates = text.split(',').map(Number);
  if (rates.some((rate) => !Number.isInteger(rate) || rate < 1)) {
    throw new InvalidArgumentError('must be whole numbers, separated by commas');
  }
  return rates;
}

function lineOf(figures: FlowFigures): string {
  const times = ({ p50Ms, p99Ms }: FlowFigures['toReply']) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  const { toReply, toWire, toBooked } = figures;
  return [
    `${figures.rate}/s sent, ${figures.perSecond.toFixed(0)}/s accepted`,
    `reply ${times(toReply)}`,
    `wire ${times(toWire)}`,
    toBooked === undefined ? 'booked not measured' : `booked ${times(toBooked)}`,
    `notifications ${figures.notifications ? 'on' : 'off'}${processorText(figures)}`,
  ].join('; ');
}
