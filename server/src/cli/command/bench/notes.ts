// `countinghouse bench-notes`: measures the cost of drawing and sending contract notes.

import type { Command } from 'commander';
import { measureContractNotes, type NoteFigures } from '../../../../bench/contract-note.js';
import { printResult } from '../../setting.js';

interface BenchOptions {
  readonly rounds: string;
  readonly seconds: string;
  readonly gather?: boolean;
  readonly json?: boolean;
}

/** Adds the command. */
export function benchNotesCommand(program: Command): void {
  program
    .command('bench-notes')
    .description('measure the cost of contract notes, on a separate database (Linux)')
    .option('--rounds <number>', 'rounds; the first one is a warm-up', '3')
    .option('--seconds <number>', 'how long orders are submitted in a round', '3')
    .option('--gather', "send each customer's notes in one mail")
    .option('--json', 'print the result as JSON')
    .action(async (options: BenchOptions) => {
      const figures = await measureContractNotes({
        databaseUrl: process.env.DATABASE_URL,
        rounds: Number(options.rounds),
        seconds: Number(options.seconds),
        gather: options.gather === true,
        onFigures: (each) => process.stderr.write(`${lineOf(each)}\n`),
      });
      printResult(options, { figures }, figures.map(lineOf));
    });
}

function lineOf({ notes, mails, notesPerSecond, processor }: NoteFigures): string {
  const { mainMs, threadsMs, childrenMs, databaseMs } = processor;
  const times = [
    `main thread ${mainMs.toFixed(1)}`,
    `other threads ${threadsMs.toFixed(1)}`,
    `child processes ${childrenMs.toFixed(1)}`,
    `PostgreSQL ${databaseMs.toFixed(1)}`,
  ];
  return (
    `${notes} notes in ${mails} mails, ${notesPerSecond.toFixed(1)} notes/s; ` +
    `processor ms per note: ${times.join(', ')}`
  );
}
