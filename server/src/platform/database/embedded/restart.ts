// Restarts the embedded PostgreSQL server on the same folder and socket when it ends unexpectedly,
// for example because it is killed manually or runs out of memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse } from './data-folder-in-use.js';
import { textOf } from './file.js';
import { EMBEDDED } from './limits.js';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './postgres.js';
import type { ServerSettings } from './server-setting.js';

/** The options of the restarted server, and its owner's callbacks. */
type RestartingPostgresOptions = {
  readonly dataFolder: string;
  readonly log?: (message: string) => void;
  readonly settings?: ServerSettings;
  /** Called when the server has ended unexpectedly, and when it is running again. */
  readonly onChange?: (change: 'ENDED' | 'RESTARTED') => void;
  /** Aborts the first start. */
  readonly ending?: AbortSignal;
  readonly limits?: RestartLimits;
};

/** The limits on restarting the server before the launcher gives up. */
type RestartLimits = {
  /** Number of restarts allowed within the window before the launcher gives up. */
  readonly restartsMax: number;
  readonly restartWindowMs: number;
  /** Consecutive failed starts allowed. The pause between them doubles each time. */
  readonly restartAttempts: number;
  readonly restartPauseMs: number;
};

/** A server that is restarted when it ends unexpectedly, until `stop` is called. */
type RestartingPostgres = {
  readonly connection: EmbeddedConnection;
  /** Resolves with the reason if the server has ended and could not be restarted. */
  readonly lost: Promise<Error>;
  /** Stops the server, even during a restart. A second call is harmless. */
  stop(): Promise<void>;
};

type Keeping = {
  readonly options: RestartingPostgresOptions;
  readonly limits: RestartLimits;
  readonly stopping: AbortController;
  /** The times of the restarts within the window. */
  readonly restartsMs: number[];
  server: EmbeddedPostgres;
};

/**
 * Starts the server as `startEmbeddedPostgres` does, and restarts it whenever it ends unexpectedly.
 */
export async function startRestartingPostgres(
  options: RestartingPostgresOptions,
): Promise<RestartingPostgres> {
  const server = await startEmbeddedPostgres(options);
  const keeping: Keeping = {
    options,
    limits: options.limits ?? EMBEDDED,
    stopping: new AbortController(),
    restartsMs: [],
    server,
  };
  const kept = keep(keeping);
  return {
    connection: server.connection,
    // A server that was stopped on purpose is not lost, so this promise never resolves.
    lost: kept.then((error) => error ?? new Promise<never>(() => undefined)),
    stop: async () => {
      keeping.stopping.abort();
      await keeping.server.stop();
      await kept;
    },
  };
}

/** Restarts the server until it is stopped. Returns an error if a restart fails. */
async function keep(keeping: Keeping): Promise<Error | undefined> {
  const { options, stopping } = keeping;
  for (;;) {
    await keeping.server.ended;
    if (stopping.signal.aborted) {
      return undefined;
    }
    options.onChange?.('ENDED');
    try {
      keeping.server = await startAgain(keeping);
    } catch (error) {
      return stopping.signal.aborted ? undefined : new Error(textOf(error), { cause: error });
    }
    options.log?.('The embedded PostgreSQL server is running again.');
    options.onChange?.('RESTARTED');
    // A stop requested in the meantime has already ended the server.
    if (stopping.signal.aborted) {
      await keeping.server.stop();
    }
  }
}

async function startAgain(keeping: Keeping): Promise<EmbeddedPostgres> {
  const { options, stopping, limits, server } = keeping;
  refuseTooMany(keeping);
  const { host: socketFolder } = server.connection;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startEmbeddedPostgres({ ...options, ending: stopping.signal, socketFolder });
    } catch (error) {
      if (stopping.signal.aborted || error instanceof DataFolderInUse) {
        throw error;
      }
      if (attempt >= limits.restartAttempts) {
        throw new Error(
          `The embedded PostgreSQL server ended, and ${attempt} starts failed: ${textOf(error)}`,
          { cause: error },
        );
      }
      options.log?.(`The embedded PostgreSQL server did not start again: ${textOf(error)}`);
      const pauseMs = limits.restartPauseMs * 2 ** (attempt - 1);
      await sleep(pauseMs, undefined, { signal: stopping.signal });
    }
  }
}

/** If the server keeps ending, another restart will not help. */
function refuseTooMany({ limits, restartsMs }: Keeping): void {
  const nowMs = performance.now();
  while ((restartsMs[0] ?? nowMs) < nowMs - limits.restartWindowMs) {
    restartsMs.shift();
  }
  if (restartsMs.length >= limits.restartsMax) {
    const minutes = limits.restartWindowMs / 60_000;
    throw new Error(
      `The embedded PostgreSQL server ended ${restartsMs.length + 1} times within ${minutes} ` +
        'minutes. Its log, server.log in the data folder, may show why.',
    );
  }
  restartsMs.push(nowMs);
}
