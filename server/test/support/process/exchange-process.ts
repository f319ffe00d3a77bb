// The simulated exchange as a separate process on a given database, so that tests can kill and
// restart it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { waitFor } from '../wait.js';
import { mainProgram } from './program.js';

export interface ExchangeProcess {
  readonly child: ChildProcess;
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code. */
  end(): Promise<number | null>;
}

/** Starts `countinghouse exchange`. Resolves when it listens. */
export function startExchangeProcess(databaseUrl: string, port: number): Promise<ExchangeProcess> {
  const words = ['exchange', '--port', String(port), '--seed', 'kill', '--members', '1'];
  return startListening(databaseUrl, [...mainProgram(), ...words]);
}

/** Starts a program. Resolves when the program reports that it listens. */
export async function startListening(
  databaseUrl: string,
  words: readonly string[],
): Promise<ExchangeProcess> {
  const child = spawn(process.execPath, words, {
    cwd: packageFolder(),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  await waitFor('the exchange to listen', async () => {
    if (child.exitCode !== null) throw new Error('the exchange ended');
    return said.includes('listening on');
  });
  const ended = once(child, 'exit');
  return {
    child,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
