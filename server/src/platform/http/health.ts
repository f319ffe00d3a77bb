// Health: whether the process is alive and can serve requests, and its metrics.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import type { Call, Context } from '../context.js';
import { countAppliedMigrations, readMigrations } from '../database/migrate.js';
import { metricsText } from '../log/metrics.js';
import type { Module } from '../module.js';
import type { RunningWorker } from '../worker.js';
import { refusedMetrics } from './metrics/access.js';
import { commonProblems, refusal } from './reply/problem.js';
import { PUBLIC, read } from './route.js';
import { SERVER_LEAVING } from './server.js';
import { closedObject } from './shape/wire.js';

/**
 * The operations for monitoring the process: `/livez`, `/readyz`, `/metrics`.
 * @param workers the running workers. May be filled after this call, but before the first request
 */
export function healthModule(context: Context, workers: readonly RunningWorker[]): Module {
  // One is added for the schema itself, which also has a row.
  const migrations = readMigrations().length + 1;
  let leaving = false;
  context.signals.on(SERVER_LEAVING, () => {
    leaving = true;
  });
  return {
    name: 'health',
    summary: 'Liveness, readiness and metrics of the server',
    problems: {},
    routes: [
      read({
        mount: 'root',
        path: 'livez',
        operation: 'readLiveness',
        summary: 'Whether the process responds',
        permission: PUBLIC,
        reply: closedObject({ status: Type.Literal('alive') }),
        run: async () => ({ status: 'alive' }),
      }),
      read({
        mount: 'root',
        path: 'readyz',
        operation: 'readReadiness',
        summary: 'Whether the server can do its work: database, migrations, workers',
        description: 'The exchange session is one of the workers. 503 with Retry-After until then.',
        permission: PUBLIC,
        reply: closedObject({ status: Type.Literal('ready') }),
        run: async () => {
          if (leaving) throw notReady('the server is stopping');
          await refuseUnlessReady(context, { workers, migrations });
          return { status: 'ready' };
        },
      }),
      read({
        mount: 'root',
        path: 'metrics',
        operation: 'readMetrics',
        summary: 'Metrics in the text format of Prometheus',
        description:
          'Requires the bearer token in COUNTINGHOUSE_METRICS_TOKEN. If no token is set, only ' +
          'callers on this machine without a proxy can read the metrics. If ' +
          'COUNTINGHOUSE_METRICS_ADDRESS is set, they are served there, and this path replies 404.',
        permission: PUBLIC,
        sensitive: true,
        problems: [
          commonProblems.INVALID_CREDENTIALS,
          commonProblems.FORBIDDEN,
          commonProblems.DOCUMENT_NOT_FOUND,
        ],
        produces: 'text/plain',
        run: async (call) => {
          refuseOtherReaders(call);
          return {
            contentType: context.metrics.registry.contentType,
            bytes: Buffer.from(await metricsText(context.metrics)),
          };
        },
      }),
    ],
  };
}

function refuseOtherReaders({ context: { config }, request }: Call): void {
  if (config.metricsAddress !== undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'the metrics are served at COUNTINGHOUSE_METRICS_ADDRESS',
    });
  }
  const refused = refusedMetrics(config, {
    address: request?.credentials.address ?? '',
    header: (name) => request?.header(name),
  });
  if (refused !== undefined) throw refused;
}

interface Expected {
  readonly workers: readonly RunningWorker[];
  readonly migrations: number;
}

async function refuseUnlessReady(context: Context, expected: Expected): Promise<void> {
  const applied = await within(countAppliedMigrations(context.db), HTTP.readyQueryTimeoutMs).catch(
    () => undefined,
  );
  if (applied === undefined) throw notReady('the database does not respond');
  // A newer node may have applied migrations that this node does not have.
  if (applied < BigInt(expected.migrations)) {
    throw notReady('some migrations have not been applied');
  }
  const waiting = expected.workers.filter((worker) => !worker.ready()).length;
  if (waiting > 0) throw notReady(`${waiting} of ${expected.workers.length} workers are not ready`);
}

function notReady(detail: string) {
  // Handled as a refusal, because a node that is not ready is not a program error, and the caller
  // polls again.
  const retryAfterSeconds = HTTP.retryAfterSeconds;
  return refusal(commonProblems.SERVICE_UNAVAILABLE, { detail, retryAfterSeconds });
}

async function within<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refusal(commonProblems.SERVICE_UNAVAILABLE)), timeoutMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
