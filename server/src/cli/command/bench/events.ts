// `countinghouse bench-events`: measures the delay from writing an event until the stream's readers
// receive it.

import { type Command, InvalidArgumentError } from 'commander';
import { measureEventStream, type StreamFigures } from '../../../../bench/event/stream.js';
import { compareWithFloors, type MeasuredRatio, verdictLines } from '../../../../bench/floor.js';
import { printResult } from '../../setting.js';

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
    .description('measure the event stream, on a separate database')
    .option('--readers <numbers>', 'numbers of parallel readers', numbersOf, [1, 100, 1_000, 3_000])
    .option('--rate <number>', 'events written per second', '200')
    .option('--seconds <number>', 'how long each number of readers is measured', '5')
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures = await measureEventStream({
        databaseUrl: process.env.DATABASE_URL,
        readers: options.readers,
        perSecond: Number(options.rate),
        seconds: Number(options.seconds),
      });
      const verdict = await compareWithFloors(figures.map(ratioOf));
      printResult(options, { figures, ...verdict }, [
        ...figures.map(lineOf),
        ...verdictLines(verdict),
      ]);
      if (verdict.below.length > 0) process.exitCode = 1;
    });
}

function numbersOf(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
    throw new InvalidArgumentError('must be whole numbers, separated by commas');
  }
  return numbers;
}

const ratioOf = ({ readers, ratio }: StreamFigures): MeasuredRatio => ({
  name: `event-stream, ${readers} readers`,
  ratio,
});

function lineOf(figures: StreamFigures): string {
  const { readers, refused, missing, p50Ms, p99Ms, ratio } = figures;
  const whole = (figure: number) => Math.round(figure).toLocaleString('en');
  return [
    `${readers} readers, connected in ${figures.connectSeconds.toFixed(1)} s, ${refused} refused`,
    `${whole(figures.bytesPerReader ?? 0)} bytes each, ${figures.residentMegabytes} MB in total`,
    `${whole(figures.perSecond)} events/s: p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${missing} missing`,
    `${whole(figures.sentPerSecond)} delivered/s, ${ratio.toFixed(2)} of ${figures.limit} ` +
      `(${whole(figures.limitPerSecond)})`,
  ].join('; ');
}
