// A node that runs jobs, for tests.

import { Type } from '@sinclair/typebox';
import { EVENT_KINDS } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { JOB } from '../../src/limits.js';
import { systemClock } from '../../src/platform/clock.js';
import { createSignals } from '../../src/platform/concurrency/signal.js';
import type { Context } from '../../src/platform/context.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { createEventCatalogue } from '../../src/platform/events/catalogue.js';
import { closedObject, wireId } from '../../src/platform/http/shape/wire.js';
import { createIds } from '../../src/platform/ids.js';
import type { JobHandler, JobKind } from '../../src/platform/jobs/job.js';
import { jobWorker } from '../../src/platform/jobs/worker.js';
import { createLog } from '../../src/platform/log/log.js';
import { createMetrics } from '../../src/platform/log/metrics.js';
import { Vault } from '../../src/platform/vault/vault.js';

const numberData = closedObject({ number: Type.Optional(wireId()) });

/** Returns a job kind for tests, with a number as its data. */
export function kindOf(name: string, attemptsMax = 3): JobKind<typeof numberData> {
  return { name, data: numberData, attemptsMax };
}

/** The kind of job that `job-node-process.ts` never finishes. */
export const HANGS = kindOf('probe.hang');

/** Opens a context on a test database. `close` ends its connections. */
export function contextOn(url: string): { context: Context; close: () => Promise<void> } {
  const db = openDatabase({ connectionString: url, max: 10 });
  const context: Context = {
    config: readConfig({ DATABASE_URL: url }, { port: 0 }),
    db,
    clock: systemClock,
    ids: createIds(),
    log: createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
    metrics: createMetrics(),
    signals: createSignals(),
    vault: new Vault(systemClock),
    eventCatalogue: createEventCatalogue(EVENT_KINDS, true),
  };
  return { context, close: () => db.close() };
}

export interface TestNode {
  readonly context: Context;
  readonly stop: () => Promise<void>;
}

/** Starts a node with these handlers. */
export async function startNode(
  url: string,
  handlers: readonly JobHandler[],
  limits: { readonly stopWaitMs?: number; readonly pollIntervalMs?: number } = {},
): Promise<TestNode> {
  const { context, close } = contextOn(url);
  const worker = await jobWorker(handlers, { ...JOB, ...limits }).start(context);
  return {
    context,
    stop: async () => {
      await worker.stop();
      await close();
    },
  };
}
