// Starts the server on a prepared cluster, waits until it is ready, and stops it within a time
// limit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanEnvironment } from './command.js';
import { type ChosenLaunchMode, commandIn } from './launch-mode.js';
import { STOP_STEPS, saysReady } from './left-over-server.js';
import { EMBEDDED } from './limits.js';
import { quoteLog, sizeOf } from './server-log.js';
import { type ServerSettings, settingArguments } from './server-setting.js';

/** The parameters for starting a server. */
type ServerOrder = {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly settings: ServerSettings;
  readonly chosen: ChosenLaunchMode;
  readonly ending: AbortSignal;
};

/** A server that accepts connections. */
export type Server = {
  /** Settles when the server's process has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Stops the server with a fast shutdown, and with stronger signals if that takes too long. */
  readonly stop: () => Promise<void>;
};

// After a server was killed, its last processes may hold its shared memory for a moment longer.
const OLD_PROCESSES_REMAIN = 'pre-existing shared memory block';

/**
 * Starts the server and waits until it accepts connections, including crash recovery.
 * @throws Error with the end of the server's log if the server does not become ready.
 */
export async function startServer(order: ServerOrder): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const logStart = await sizeOf(order.logFile);
    const server = spawnServer(order);
    if (await becomesReady(order, server.child)) {
      return server;
    }
    await server.stop();
    const logged = await quoteLog(order.logFile, logStart);
    // If the server ended before it logged anything, the start is also retried, as if old processes
    // had remained.
    const mayPass = logged === '' || logged.includes(OLD_PROCESSES_REMAIN);
    if (attempt >= EMBEDDED.startAttempts || !mayPass || order.ending.aborted) {
      throw new Error(
        `The PostgreSQL server did not start; its log ${order.logFile} ends: ${logged}`,
      );
    }
    await sleep(EMBEDDED.startAttemptPauseMs);
  }
}

function spawnServer(order: ServerOrder): Server & { readonly child: ChildProcess } {
  const { chosen, cluster, socketFolder, settings } = order;
  // The folder comes right after the program's name, because this is how a left-over server is
  // recognized.
  const serverArguments = ['-D', cluster, ...settingArguments(socketFolder, settings)];
  const command = commandIn(chosen.launch, chosen.binaries.postgres, serverArguments);
  const child = spawn(command.file, command.arguments, {
    ...command.user,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // A program that could not be started emits 'error' instead of 'exit'. It is then treated as
  // ended.
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );
  return { child, ended, stop: () => stopServer(child, ended) };
}

async function becomesReady(order: ServerOrder, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + EMBEDDED.readyWaitMs;
  while (performance.now() < deadline && !order.ending.aborted && isRunning(child)) {
    if (await saysReady(order.cluster, child.pid)) {
      return true;
    }
    await sleep(EMBEDDED.pollMs);
  }
  return false;
}

async function stopServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const [signal, waitMs] of STOP_STEPS) {
    if (!isRunning(child)) {
      return;
    }
    child.kill(signal);
    const patience = new AbortController();
    const waited = sleep(waitMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([ended, waited]);
    patience.abort();
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
