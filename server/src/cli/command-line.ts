// The command line: reads the command, runs it, answers with the exit code (0 ended, 1 failed, 2 wrong usage).

import { Command, CommanderError } from 'commander';
import { ConfigRefused } from '../config.js';
import { serveCommand } from './serve.js';

/** Every command; each is one file that adds itself. */
const COMMANDS: readonly ((program: Command) => void)[] = [serveCommand];

/** Runs the command line and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const program = new Command('countinghouse')
    .description('The open back office of a stockbroker and asset manager')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  for (const add of COMMANDS) add(program);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`countinghouse: ${message}\n`);
  return error instanceof ConfigRefused ? 2 : 1;
}
