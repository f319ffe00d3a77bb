// How a running app ends: requests first, then the workers, then the database, each in its time.

import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { STOP } from '../limits.js';
import type { Log } from '../platform/log/log.js';
import { stopInStages } from '../platform/stop.js';
import type { RunningWorker, Worker } from '../platform/worker.js';

/** A worker that runs, and what it is for. */
export interface StartedWorker extends RunningWorker {
  readonly name: string;
  readonly role: Worker['role'];
}

interface Running {
  readonly server: FastifyInstance;
  /** Resolves when the connections of a port that was closed before have ended. */
  readonly drained: Promise<void> | undefined;
  readonly workers: readonly StartedWorker[];
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Closes the port and no connection: requests that arrive on one are still answered. A balancer
 * without health checks learns from the closed port to use no connection of this node any more.
 * Resolves when the connections have ended.
 */
export function closePort(server: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    // Right after the loop has taken all connections that waited: those that still do are reset.
    setImmediate(() => {
      // That of the HTTP server would close idle connections, and lose what is on its way.
      Server.prototype.close.call(server.server, () => resolve());
    });
  });
}

/**
 * Ends all. Requests drain first, then the workers end, then the database: nothing is cut off that
 * still writes, unless it takes too long.
 * @returns false when something failed to end or was left behind
 */
export async function stopAll({ server, drained, workers, close, log }: Running): Promise<boolean> {
  const ends = [...workers].reverse().map((worker) => ({ ...worker, run: worker.stop }));
  const cut = setTimeout(() => server.server.closeAllConnections(), STOP.requestsCutMs);
  const endRequests = () => Promise.all([server.close(), drained]).finally(() => clearTimeout(cut));
  const isClean = await stopInStages(
    [
      {
        untilMs: STOP.requestsUntilMs,
        steps: [{ name: 'requests', run: endRequests }],
      },
      { untilMs: STOP.workersUntilMs, steps: ends.filter(({ role }) => role !== undefined) },
      // The last head of the audit chain is written when all business has ended.
      { untilMs: STOP.nodeUntilMs, steps: ends.filter(({ role }) => role === undefined) },
      { untilMs: STOP.databaseUntilMs, steps: [{ name: 'database', run: close }] },
    ],
    log,
  );
  log.info({ isClean }, 'stopped');
  return isClean;
}
