// `countinghouse bench-events`: from the write of an event to the readers of the stream.

import { type Command, InvalidArgumentError } from 'commander';
import { measureEventStream, type StreamFigures } from '../../bench/event-stream.js';
import { printResult } from './setting.js';

interface BenchOptions {
  readonly readers: readonly number[];
  readonly rate: string;
  readonly seconds: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchEventsCommand(program: Command): void {
  program
    .command('bench-events')
    .description('measure the event stream, on a database of its own')
    .option('--readers <numbers>', 'how many read at once', numbersOf, [1, 100, 1_000])
    .option('--rate <number>', 'events written per second', '200')
    .option('--seconds <number>', 'how long each number is measured', '5')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures = await measureEventStream({
        databaseUrl: process.env.DATABASE_URL,
        readers: options.readers,
        perSecond: Number(options.rate),
        seconds: Number(options.seconds),
      });
      printResult(options, { figures }, figures.map(lineOf));
    });
}

function numbersOf(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
    throw new InvalidArgumentError('whole numbers, with commas between them');
  }
  return numbers;
}

function lineOf(figures: StreamFigures): string {
  const { readers, missing, p50Ms, p99Ms } = figures;
  return (
    `${readers} readers: ${Math.round(figures.perSecond)} events/s to each, p50 ${p50Ms} ms, ` +
    `p99 ${p99Ms} ms, ${missing} missing; server ${figures.residentMegabytesBefore} to ` +
    `${figures.residentMegabytes} MB`
  );
}
