// Runs a short-lived PostgreSQL command with a time limit.
import { execFile } from 'node:child_process';
import { EMBEDDED } from './limits.js';

/** A command with its user and its time limit. */
type Command = {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly waitMs: number;
  /** Ends the command early. */
  readonly ending: AbortSignal;
};

/** The outcome of a command. `exitCode` is undefined if it could not start or was killed. */
export type CommandResult = {
  readonly exitCode: number | undefined;
  readonly output: string;
  /** The command's error output, or the reason why it could not run. */
  readonly complaint: string;
};

/**
 * The environment of PostgreSQL's programs, which contains only the search path. Variables such as
 * PGDATA, PGOPTIONS or LC_ALL would change the server's behaviour.
 */
export function cleanEnvironment(): { PATH: string; TZ: string } {
  return { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' };
}

/**
 * Runs the command. Does not throw if the command fails, because the caller can explain the failure
 * better.
 */
export function runCommand(command: Command): Promise<CommandResult> {
  const options = {
    ...command.user,
    cwd: '/',
    env: cleanEnvironment(),
    timeout: command.waitMs,
    killSignal: 'SIGKILL',
    maxBuffer: EMBEDDED.outputBytes,
    signal: command.ending,
    encoding: 'utf8',
  } as const;
  return new Promise((resolve) => {
    execFile(command.file, command.arguments, options, (error, output, errorOutput) => {
      if (error === null) {
        resolve({ exitCode: 0, output, complaint: errorOutput.trim() });
        return;
      }
      const exitCode = typeof error.code === 'number' ? error.code : undefined;
      resolve({ exitCode, output, complaint: errorOutput.trim() || error.message });
    });
  });
}
