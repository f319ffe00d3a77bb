// `countinghouse bench-bodies`: measures how much large and malicious bodies slow down other
// callers.

import type { Command } from 'commander';
import type { FloodFigures } from '../../../../bench/body/flood.js';
import { measureBodyFlood } from '../../../../bench/body/series.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly seconds: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchBodiesCommand(program: Command): void {
  program
    .command('bench-bodies')
    .description(
      'measure the cost of large and malicious bodies for other callers, on a separate database',
    )
    .argument('[words...]', 'run only measurements with one of these words in their name')
    .option('--seconds <number>', 'how long each kind of malicious body is sent', '10')
    .option('--json', 'print the result as JSON')
    .action(async (words: readonly string[], options: BenchOptions) => {
      const figures: FloodFigures[] = [];
      const plan = { seconds: Number(options.seconds), words };
      for await (const measured of measureBodyFlood(process.env.DATABASE_URL, plan)) {
        figures.push(measured);
        if (options.json !== true) process.stdout.write(`${lineOf(measured)}\n`);
      }
      if (options.json === true) printResult(options, { figures }, []);
    });
}

function lineOf(figures: FloodFigures): string {
  const { name, blockMs, unqueuedMs, busyMs, collectionMs, statuses } = figures;
  const { p50Ms, p99Ms, mostMs } = figures;
  const ms = (figure: number) => `${figure.toFixed(1)} ms`;
  return [
    `${name}: longest block ${ms(blockMs)}, without waits for a processor ${ms(unqueuedMs)}`,
    `of processor time ${ms(busyMs)}`,
    `longest garbage collection ${ms(collectionMs)}`,
    `/livez p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, longest ${ms(mostMs)}`,
    statuses.map(([status, count]) => `${count} × ${status}`).join(', '),
  ].join('; ');
}
