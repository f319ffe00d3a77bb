// Stops a server that a killed supervisor left running on a data folder.
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse } from './data-folder-in-use.js';
import { codeOf, isMissing, removeFolder, textOf } from './file.js';
import { EMBEDDED } from './limits.js';
import { commandLineOf, identityOf, isAlive, type ProcessIdentity } from './process-identity.js';
import { isTemporarySocketFolder, SOCKET_NAME } from './socket-folder.js';

/** The signals that end a server, gentlest first, each with its time limit. */
export const STOP_STEPS = [
  ['SIGINT', EMBEDDED.fastStopWaitMs],
  ['SIGQUIT', EMBEDDED.immediateStopWaitMs],
  ['SIGKILL', EMBEDDED.killedWaitMs],
] as const;

const STATUS_LINE = 7;
const SOCKET_FOLDER_LINE = 4;

/** Reads the lines of the server's `postmaster.pid`. Empty if it does not exist. */
async function readServerLines(cluster: string): Promise<readonly string[]> {
  try {
    return (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  }
}

/** True if the server with this process number accepts connections. */
export async function saysReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = await readServerLines(cluster);
  return Number(lines[0]) === pid && lines[STATUS_LINE]?.trim() === 'ready';
}

/**
 * Stops a left-over server and makes its remaining files harmless. Call it only while holding the
 * folder's claim.
 * @throws DataFolderInUse if the folder's server is not visible here, or cannot be ended.
 */
export async function endLeftOverServer(
  cluster: string,
  log: (message: string) => void,
): Promise<void> {
  const lines = await readServerLines(cluster);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) {
    return;
  }
  const server = commandLineOf(pid).includes(`postgres -D ${cluster} `)
    ? identityOf(pid)
    : undefined;
  if (server !== undefined) {
    log(`A PostgreSQL server, process ${pid}, was left running on this data folder; stopping it.`);
    await endServer(server, cluster);
  }
  const socketFolder = lines[SOCKET_FOLDER_LINE] ?? '';
  if (socketFolder !== '' && (await answers(path.join(socketFolder, SOCKET_NAME)))) {
    throw new DataFolderInUse(
      `A PostgreSQL server that is not visible here, perhaps in another container, is running ` +
        `on the data folder of ${cluster}. Stop it first.`,
    );
  }
  await disownNumber(cluster, pid);
  if (isTemporarySocketFolder(socketFolder)) {
    await removeFolder(socketFolder);
  }
}

async function endServer(server: ProcessIdentity, cluster: string): Promise<void> {
  for (const [signal, waitMs] of STOP_STEPS) {
    if (!isAlive(server)) {
      return;
    }
    sendSignal(server, signal, cluster);
    const deadline = performance.now() + waitMs;
    while (isAlive(server) && performance.now() < deadline) {
      await sleep(EMBEDDED.pollMs);
    }
  }
  if (isAlive(server)) {
    throw new DataFolderInUse(`The left-over server, process ${server.pid}, does not stop.`);
  }
}

function sendSignal(server: ProcessIdentity, signal: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(server.pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') {
      throw new DataFolderInUse(
        `Process ${server.pid} runs a server on ${cluster} and cannot be stopped: ${textOf(error)}`,
      );
    }
  }
}

/**
 * The process number in a dead server's file may now belong to another process, and PostgreSQL
 * would refuse to start. PostgreSQL ignores the process number of its parent, so that number is
 * written instead. The file must remain, because it contains the id of the shared memory by which
 * PostgreSQL detects old server processes.
 */
async function disownNumber(cluster: string, pid: number): Promise<void> {
  const lines = await readServerLines(cluster);
  if (Number(lines[0]) === pid) {
    const disowned = [String(process.pid), ...lines.slice(1)].join('\n');
    await writeFile(path.join(cluster, 'postmaster.pid'), disowned, { flag: 'r+' });
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(EMBEDDED.socketAnswerWaitMs, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
