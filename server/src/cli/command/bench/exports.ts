// `countinghouse bench-exports`: measures how much large exports slow down their caller and others.

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
    .description('measure exports of many rows, on a separate database')
    .argument('[words...]', 'run only measurements with one of these words in their name')
    .option('--rows <number>', 'rows per table', '100000')
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
    `heap ${megabytes(figures.heapMegabytes)}, buffers ${megabytes(figures.bufferMegabytes)}`,
    `another caller's read p50 ${ms(figures.p50Ms)} (before ${ms(figures.quietP50Ms)})`,
    `p99 ${ms(figures.p99Ms)}; longest block ${ms(figures.blockMs)}`,
    `of processor time ${ms(figures.busyMs)}, of garbage collection ${ms(figures.collectionMs)}`,
  ].join('; ');
}
