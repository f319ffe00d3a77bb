// `countinghouse serve` as a process on a test database, so that tests can stop it in every state.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { packageFolder } from '../../src/platform/package-folder.js';
import { mainProgram } from '../support/process/program.js';
import { freePort } from '../support/process/server-process.js';
import { waitFor } from '../support/wait.js';

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly seconds: number;
}

export interface ServeProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  /** Returns what the process has written to standard output and standard error so far. */
  said(): string;
  ready(): Promise<void>;
  /**
   * Sends SIGTERM and waits for the process to end. Kills the process if it has not ended in time.
   */
  stop(): Promise<Ended>;
}

/**
 * The program promises to end within ten seconds; this allows more for a busy machine, in
 * milliseconds.
 */
const END_WAIT_MS = 15_000;

/**
 * Starts the program, on the port in the environment if there is one. Does not wait until it is
 * ready.
 */
export async function startServe(
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = ['--no-auth'],
): Promise<ServeProcess> {
  const port = environment.PORT === undefined ? await freePort() : Number(environment.PORT);
  const child = spawn(process.execPath, [...mainProgram(), 'serve', ...words], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
      COUNTINGHOUSE_LOG_LEVEL: 'warn',
      COUNTINGHOUSE_STOP_NOTICE_SECONDS: '0',
      COUNTINGHOUSE_BACKGROUND_NICENESS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: packageFolder(),
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-20_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    url,
    port,
    said: () => said,
    ready: () => untilReady(child, url, () => said),
    stop: async () => {
      const beganMs = performance.now();
      child.kill('SIGTERM');
      const isOver = async () => child.exitCode !== null || child.signalCode !== null;
      await waitFor('the program to end', isOver, END_WAIT_MS).catch(() => child.kill('SIGKILL'));
      await exited;
      const seconds = (performance.now() - beganMs) / 1_000;
      return { code: child.exitCode, signal: child.signalCode, seconds };
    },
  };
}

async function untilReady(child: ChildProcess, url: string, said: () => string): Promise<void> {
  await waitFor('the server to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said()}`);
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    return reply?.status === 200;
  });
}
