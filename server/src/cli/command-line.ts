// The command line: reads the command, runs it, answers with the exit code (0 ended, 1 failed, 2
// wrong usage).

import { ProblemError } from '@countinghouse/sdk';
import { Command, CommanderError } from 'commander';
import { ConfigRefused } from '../config.js';
import { benchCommand } from './bench.js';
import { benchEndOfDayCommand } from './bench-end-of-day.js';
import { benchEventsCommand } from './bench-events.js';
import { benchLedgerCommand } from './bench-ledger.js';
import { callCommand } from './call.js';
import { dataKeyCommand } from './data-key.js';
import { demoCommand } from './demo.js';
import { eodCommand } from './eod.js';
import { exchangeCommand } from './exchange.js';
import { fixCommand } from './fix.js';
import { WrongUsage } from './integrator.js';
import { integrityCommand } from './integrity.js';
import { jobCommand } from './job.js';
import { listenCommand } from './listen.js';
import { migrateCommand } from './migrate.js';
import { reportCommand } from './report.js';
import { sealCommand } from './seal.js';
import { serveCommand } from './serve.js';
import { triggerCommand } from './trigger.js';
import { userCommand } from './user.js';

/** Every command; each is one file that adds itself. */
const COMMANDS: readonly ((program: Command) => void)[] = [
  serveCommand,
  demoCommand,
  migrateCommand,
  userCommand,
  fixCommand,
  exchangeCommand,
  eodCommand,
  integrityCommand,
  jobCommand,
  reportCommand,
  callCommand,
  listenCommand,
  triggerCommand,
  sealCommand,
  dataKeyCommand,
  benchCommand,
  benchEndOfDayCommand,
  benchEventsCommand,
  benchLedgerCommand,
];

/** Runs the command line and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = new Command('countinghouse')
    .description('The open back office of a stockbroker and asset manager')
    .exitOverride();
  for (const add of COMMANDS) add(program);
  for (const command of program.commands) inheritExit(command);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCodeOf(error);
  }
}

// Commander ends the process itself unless every command is told to throw instead.
function inheritExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) inheritExit(child);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  process.stderr.write(`countinghouse: ${messageOf(error)}\n`);
  return error instanceof ConfigRefused || error instanceof WrongUsage ? 2 : 1;
}

function messageOf(error: unknown): string {
  if (error instanceof ProblemError) return `${error.code} (${error.status}): ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
