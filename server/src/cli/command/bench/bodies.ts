// `countinghouse bench-bodies`: what large and evil bodies cost everyone else.

import type { Command } from 'commander';
import { type FloodFigures, measureBodyFlood } from '../../../../bench/body-flood.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly seconds: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchBodiesCommand(program: Command): void {
  program
    .command('bench-bodies')
    .description('measure what large and evil bodies cost other callers, on a database of its own')
    .argument('[words...]', 'measure only what has one of these words in its name')
    .option('--seconds <number>', 'how long each kind of evil body is sent', '10')
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
  const { name, blockMs, busyMs, collectionMs, p50Ms, p99Ms, mostMs, statuses } = figures;
  const ms = (figure: number) => `${figure.toFixed(1)} ms`;
  return [
    `${name}: longest block ${ms(blockMs)}, of processor time ${ms(busyMs)}`,
    `longest collection of garbage ${ms(collectionMs)}`,
    `/livez p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, longest ${ms(mostMs)}`,
    statuses.map(([status, count]) => `${count} × ${status}`).join(', '),
  ].join('; ');
}
