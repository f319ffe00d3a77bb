// `countinghouse bench-exports`: what a file of many rows costs, and what it costs everyone else.

import type { Command } from 'commander';
import { type ExportFigures, measureExports } from '../../../../bench/table-export.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly rows: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchExportsCommand(program: Command): void {
  program
    .command('bench-exports')
    .description('measure exports of many rows, on a database of its own')
    .argument('[words...]', 'measure only what has one of these words in its name')
    .option('--rows <number>', 'of each table', '100000')
    .option('--json', 'print the result as JSON')
    .action(async (words: readonly string[], options: BenchOptions) => {
      const plan = { rows: Number(options.rows), words };
      const figures = await measureExports(process.env.DATABASE_URL, plan);
      printResult(options, { figures }, figures.map(lineOf));
    });
}

const megabytes = (figure: number) => `${figure.toFixed(0)} MB`;

function lineOf(figures: ExportFigures): string {
  const ms = (figure: number) => `${figure.toFixed(1)} ms`;
  return [
    `${figures.name}: ${figures.rows} rows in ${figures.seconds.toFixed(1)} s`,
    `${(figures.bytes / 1e6).toFixed(1)} MB, ${megabytes(figures.megabytes)} more memory`,
    `of it heap ${megabytes(figures.heapMegabytes)}, buffers ${megabytes(figures.bufferMegabytes)}`,
    `another caller's read p50 ${ms(figures.p50Ms)} (before ${ms(figures.quietP50Ms)})`,
    `p99 ${ms(figures.p99Ms)}; longest block ${ms(figures.blockMs)}`,
    `of processor time ${ms(figures.busyMs)}, of collecting garbage ${ms(figures.collectionMs)}`,
  ].join('; ');
}
