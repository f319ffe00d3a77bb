// The command line: parses the command, runs it, and returns the exit code (0 for success, 1 for
// failure, 2 for incorrect usage).

import { ProblemError } from '@countinghouse/sdk';
import { Command, CommanderError } from 'commander';
import { ConfigRefused } from '../config/config.js';
import { WrongUsage } from './integrator.js';

type AddCommand = (program: Command) => void;

/**
 * All commands by name. Each is in a file that adds it to the program. Only the file of the given
 * command is loaded, because most command files load the server, which takes a second.
 */
const COMMANDS = new Map<string, () => Promise<AddCommand>>([
  ['serve', async () => (await import('./command/serve.js')).serveCommand],
  ['demo', async () => (await import('./command/demo/demo.js')).demoCommand],
  ['migrate', async () => (await import('./command/migrate.js')).migrateCommand],
  ['user', async () => (await import('./command/user/user.js')).userCommand],
  ['client', async () => (await import('./command/user/user.js')).userCommand],
  ['fix', async () => (await import('./command/fix/fix.js')).fixCommand],
  ['exchange', async () => (await import('./command/exchange.js')).exchangeCommand],
  ['eod', async () => (await import('./command/eod/eod.js')).eodCommand],
  ['integrity', async () => (await import('./command/integrity.js')).integrityCommand],
  ['job', async () => (await import('./command/job.js')).jobCommand],
  ['report', async () => (await import('./command/report.js')).reportCommand],
  ['call', async () => (await import('./command/call.js')).callCommand],
  ['listen', async () => (await import('./command/listen.js')).listenCommand],
  ['trigger', async () => (await import('./command/trigger.js')).triggerCommand],
  ['seal', async () => (await import('./command/seal.js')).sealCommand],
  ['data-key', async () => (await import('./command/data-key.js')).dataKeyCommand],
  ['bench', async () => (await import('./command/bench/bench.js')).benchCommand],
  ['bench-bodies', async () => (await import('./command/bench/bodies.js')).benchBodiesCommand],
  ['bench-eod', async () => (await import('./command/bench/end-of-day.js')).benchEndOfDayCommand],
  [
    'bench-entitlement',
    async () => (await import('./command/bench/entitlement.js')).benchEntitlementCommand,
  ],
  [
    'bench-event-payment',
    async () => (await import('./command/bench/event-payment.js')).benchEventPaymentCommand,
  ],
  ['bench-events', async () => (await import('./command/bench/events.js')).benchEventsCommand],
  ['bench-exports', async () => (await import('./command/bench/exports.js')).benchExportsCommand],
  ['bench-gains', async () => (await import('./command/bench/gains.js')).benchGainsCommand],
  ['bench-notes', async () => (await import('./command/bench/notes.js')).benchNotesCommand],
  ['bench-fills', async () => (await import('./command/bench/fills.js')).benchFillsCommand],
  ['bench-flow', async () => (await import('./command/bench/flow.js')).benchFlowCommand],
  ['bench-ledger', async () => (await import('./command/bench/ledger.js')).benchLedgerCommand],
  [
    'bench-wealth-statements',
    async () => (await import('./command/bench/wealth-statements.js')).benchWealthStatementsCommand,
  ],
  ['bench-wealth', async () => (await import('./command/bench/wealth.js')).benchWealthCommand],
]);

/** Runs the command line and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = await programFor(words[0]);
  for (const command of program.commands) inheritExit(command);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCodeOf(error);
  }
}

/**
 * Returns the program with the named command. If there is no such command, returns it with all
 * commands.
 */
export async function programFor(name: string | undefined): Promise<Command> {
  const program = new Command('countinghouse')
    .description('The open back office of a stockbroker and asset manager')
    .exitOverride();
  const named = COMMANDS.get(name ?? '');
  const loads = named === undefined ? COMMANDS.values() : [named];
  const adds = new Set<AddCommand>();
  for (const load of loads) adds.add(await load());
  for (const add of adds) add(program);
  return program;
}

// Set for every command, because otherwise Commander ends the process itself.
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
