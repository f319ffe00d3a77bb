// Stops a running app: requests first, then the workers, then the database.

import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { STOP } from '../limits.js';
import type { Log } from '../platform/log/log.js';
import { stopInStages } from '../platform/stop.js';
import type { RunningWorker, Worker } from '../platform/worker.js';

/** A running worker, with its name and role. */
export interface StartedWorker extends RunningWorker {
  readonly name: string;
  readonly role: Worker['role'];
}

interface Running {
  readonly server: FastifyInstance;
  /**
   * Resolves when the connections of the closed port have ended. Undefined while the port is open.
   */
  readonly drained: Promise<void> | undefined;
  readonly workers: readonly StartedWorker[];
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Closes the port but no connections. Requests on open connections are still served. A load
 * balancer without health checks detects the closed port and stops using this node. Resolves when
 * the connections have ended.
 */
export function closePort(server: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    // Runs once the event loop has accepted the pending connections. Later connections are reset.
    setImmediate(() => {
      // Closing the HTTP server itself would also close idle connections, and lose requests in
      // flight.
      Server.prototype.close.call(server.server, () => resolve());
    });
  });
}

/**
 * Stops everything: requests first, then the workers, then the database. Work in progress is
 * aborted only if it takes too long.
 * @returns false if something failed to stop or is still running
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
      // The last head of the audit chain is written when all business work has ended.
      { untilMs: STOP.nodeUntilMs, steps: ends.filter(({ role }) => role === undefined) },
      { untilMs: STOP.databaseUntilMs, steps: [{ name: 'database', run: close }] },
    ],
    log,
  );
  log.info({ isClean }, 'stopped');
  return isClean;
}
