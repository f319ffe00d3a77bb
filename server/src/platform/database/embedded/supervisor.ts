// A separate process that runs the PostgreSQL server, and stops it when the program ends.
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from './binary.js';
import { clusterFolderIn, prepareCluster } from './cluster.js';
import { DataFolderInUse } from './data-folder-in-use.js';
import { textOf } from './file.js';
import { claimFolder, type ReleaseClaim } from './folder-claim.js';
import { chooseLaunchMode } from './launch-mode.js';
import { endLeftOverServer } from './left-over-server.js';
import { EMBEDDED } from './limits.js';
import { isStartOrder, type Report, type StartOrder } from './message.js';
import { identityOf } from './process-identity.js';
import { type Server, startServer } from './server.js';
import { boundLog, logFileIn } from './server-log.js';
import { makeSocketFolder } from './socket-folder.js';

type Undo = () => Promise<void>;

// Ignores these signals. The program stops the server gracefully, and a signal to the whole process
// group must not interfere.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => undefined);
}

// The channel closes when the program stops the server, or dies for any reason.
const ending = new AbortController();
process.once('disconnect', () => ending.abort());
process.once('message', (order: unknown) => {
  if (isStartOrder(order)) {
    void supervise(order);
  }
});

async function supervise(order: StartOrder): Promise<void> {
  const undo: Undo[] = [];
  try {
    const server = await open(order, undo);
    await Promise.race([server.ended, untilEnding()]);
  } catch (error) {
    const inUse = error instanceof DataFolderInUse;
    await report({ kind: 'failed', inUse, message: textOf(error) });
  }
  for (const step of undo.reverse()) {
    await step().catch((error: unknown) => console.error(textOf(error)));
  }
  if (process.connected) {
    process.disconnect();
  }
}

/** Starts everything in order, and records in `undo` how to reverse each step at the end. */
async function open(order: StartOrder, undo: Undo[]): Promise<Server> {
  const { dataFolder } = order;
  const { signal } = ending;
  undo.push(await claim(order));
  const logFile = logFileIn(dataFolder);
  undo.push(await keepLogBounded(logFile));
  const cluster = clusterFolderIn(dataFolder);
  await endLeftOverServer(cluster, log);

  const runFolder = path.join(dataFolder, 'run');
  await mkdir(runFolder, { recursive: true, mode: 0o700 });
  const binaries = await findBinaries(dataFolder);
  const chosen = await chooseLaunchMode({ dataFolder, runFolder, binaries, ending: signal, log });
  const withSync = order.settings.fsync !== 'off';
  if (await prepareCluster({ dataFolder, chosen, withSync, ending: signal })) {
    log(`A new PostgreSQL ${chosen.majorVersion} cluster was created in ${cluster}.`);
  }
  const owner = chosen.launch.fileOwner;
  const socket = await makeSocketFolder({ runFolder, owner, before: order.socketFolder });
  undo.push(socket.remove);
  const { settings } = order;
  const place = { cluster, socketFolder: socket.folder, logFile };
  const server = await startServer({ ...place, settings, chosen, ending: signal });
  undo.push(server.stop);
  await report({ kind: 'ready', socketFolder: socket.folder, mode: chosen.launch.mode });
  return server;
}

async function claim(order: StartOrder): Promise<ReleaseClaim> {
  const [owner, supervisor] = [identityOf(order.ownerPid), identityOf(process.pid)];
  if (owner === undefined || supervisor === undefined) {
    throw new Error('The system does not show its processes, so a data folder cannot be claimed.');
  }
  return claimFolder(order.dataFolder, { owner, supervisor });
}

async function keepLogBounded(logFile: string): Promise<Undo> {
  await boundLog(logFile);
  const timer = setInterval(() => {
    boundLog(logFile).catch((error: unknown) => console.error(textOf(error)));
  }, EMBEDDED.logCheckMs);
  return async () => clearInterval(timer);
}

async function untilEnding(): Promise<void> {
  if (!ending.signal.aborted) {
    await once(ending.signal, 'abort');
  }
}

function log(message: string): void {
  void report({ kind: 'log', message });
}

/**
 * Never fails. The closed channel reveals that the program has died, so a failed send needs no
 * handling.
 */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || process.send === undefined) {
      resolve();
      return;
    }
    process.send(message, undefined, undefined, () => resolve());
  });
}
