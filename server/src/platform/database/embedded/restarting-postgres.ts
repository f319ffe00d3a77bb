// Keeps the embedded PostgreSQL server running: one that ends unasked, killed for memory or by
// hand, is started again on the same folder and the same socket.
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

/** The server that is kept, and who hears of it. */
type KeptPostgresOptions = {
  readonly dataFolder: string;
  readonly log?: (message: string) => void;
  readonly settings?: ServerSettings;
  /** Hears that the server ended unasked, and that it runs again. */
  readonly onChange?: (change: 'ENDED' | 'RESTARTED') => void;
  /** Ends the first start early. */
  readonly ending?: AbortSignal;
  readonly limits?: RestartLimits;
};

/** How often the server is started again before it is given up. */
type RestartLimits = {
  /** Restarts within the window; one more gives up. */
  readonly restartsMax: number;
  readonly restartWindowMs: number;
  /** Failed starts in a row, with pauses between them that double. */
  readonly restartAttempts: number;
  readonly restartPauseMs: number;
};

/** A server that is started again when it ends unasked, until `stop`. */
type KeptPostgres = {
  readonly connection: EmbeddedConnection;
  /** Resolves with a sentence when the server has ended and could not be started again. */
  readonly lost: Promise<Error>;
  /** Ends the server, also in the midst of a restart; again is harmless. */
  stop(): Promise<void>;
};

type Keeping = {
  readonly options: KeptPostgresOptions;
  readonly limits: RestartLimits;
  readonly stopping: AbortController;
  /** When it was started again, within the window. */
  readonly restartsMs: number[];
  server: EmbeddedPostgres;
};

/** Starts the server like `startEmbeddedPostgres`, and again whenever it ends unasked. */
export async function startKeptPostgres(options: KeptPostgresOptions): Promise<KeptPostgres> {
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
    // A server that was stopped is not lost, and nobody waits for it any more.
    lost: kept.then((error) => error ?? new Promise<never>(() => undefined)),
    stop: async () => {
      keeping.stopping.abort();
      await keeping.server.stop();
      await kept;
    },
  };
}

/** Goes on until the server is stopped, or returns why it could not be started again. */
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
    options.log?.('The embedded PostgreSQL server runs again.');
    options.onChange?.('RESTARTED');
    // A stop that came just then has ended the server before.
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

/** A server that ends again and again has a cause that no start removes. */
function refuseTooMany({ limits, restartsMs }: Keeping): void {
  const nowMs = performance.now();
  while ((restartsMs[0] ?? nowMs) < nowMs - limits.restartWindowMs) {
    restartsMs.shift();
  }
  if (restartsMs.length >= limits.restartsMax) {
    const minutes = limits.restartWindowMs / 60_000;
    throw new Error(
      `The embedded PostgreSQL server ended ${restartsMs.length + 1} times within ${minutes} ` +
        'minutes. Its log, server.log in the data folder, may say why.',
    );
  }
  restartsMs.push(nowMs);
}
