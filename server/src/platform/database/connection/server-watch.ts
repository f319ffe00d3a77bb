// Polls the server and checks each new connection, because a new primary after a failover may have
// other settings. The node is not ready while the server could lose acknowledged commits.

import { DATABASE } from '../../../limits.js';
import { startLoop } from '../../concurrency/loop.js';
import type { Context } from '../../context.js';
import type { Worker } from '../../worker.js';
import { lossError, readServer, serverWarnings } from './safety.js';

const CONNECTED = 'database-connected';

/** Runs on every node. */
export const serverWatch: Worker = {
  name: 'database-watch',
  start: async (context) => {
    const state: WatchState = { isSafe: true, said: [] };
    const wake = () => context.signals.raise(CONNECTED);
    context.db.pool.on('connect', wake);
    const loop = startLoop(context, {
      name: 'database-watch',
      everyMs: DATABASE.serverWatchIntervalMs,
      wakeOn: CONNECTED,
      round: () => poll(context, state),
    });
    return {
      ready: () => state.isSafe,
      stop: async () => {
        context.db.pool.off('connect', wake);
        await loop.stop();
      },
    };
  },
};

interface WatchState {
  isSafe: boolean;
  said: readonly string[];
}

async function poll(context: Context, state: WatchState): Promise<void> {
  const { config, db, log, metrics } = context;
  const server = await readServer(db);
  const error = lossError(server);
  const warnings = serverWarnings(server, db.pool.options.max);
  const said = error === undefined ? warnings : [...warnings, error];
  for (const sentence of said) {
    if (state.said.includes(sentence)) continue;
    if (sentence === error && !config.allowUnsafeDatabase) log.error(sentence);
    else log.warn(sentence);
  }
  state.said = said;
  state.isSafe = error === undefined || config.allowUnsafeDatabase;
  metrics.gauges.set({ name: 'database_unsafe' }, error === undefined ? 0 : 1);
  metrics.gauges.set({ name: 'database_warnings' }, warnings.length);
}
