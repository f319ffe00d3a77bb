// Runs the server as a separate process on an embedded database in a folder, so that tests can
// stop, kill and restart it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { type Caller, callerOf } from '../app.js';
import { waitFor } from '../wait.js';
import { mainProgram } from './program.js';

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns a caller by role from credentials.json. CLIENT is the API client. */
  as(role: string): Promise<Caller>;
  /** Sends a signal. Resolves with the exit code, or null if the process was killed. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export { freePort } from '../../../bench/free-port.js';

/** Starts `serve --demo` on a data folder. Resolves when the server is ready. */
export async function startServerProcess(
  folder: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...mainProgram(), 'serve', '--demo'], {
    env: {
      PATH: process.env.PATH,
      COUNTINGHOUSE_DATA: folder,
      PORT: String(port),
      COUNTINGHOUSE_LOG_LEVEL: 'warn',
      COUNTINGHOUSE_STOP_NOTICE_SECONDS: '0',
      COUNTINGHOUSE_BACKGROUND_NICENESS: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: packageFolder(),
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-4000);
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor('the server to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    return reply?.status === 200;
  }).catch((error: unknown) => {
    // If the child stayed alive, the test file could not end.
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    child,
    as: async (role) => callerOf(url, await credentialsOf(folder, role)),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

async function credentialsOf(folder: string, role: string): Promise<Record<string, string>> {
  const file = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8'));
  const user = file.users.find((each: { role: string }) => each.role === role);
  const words =
    user === undefined ? [file.clientId, file.clientSecret] : [user.username, user.password];
  return { authorization: `Basic ${Buffer.from(words.join(':')).toString('base64')}` };
}
