// The nightly jobs of the platform: old idempotency keys and ended jobs go, batch by batch.

import { HTTP, JOB } from '../../limits.js';
import { deleteKeys } from '../http/queries.js';
import { closedObject } from '../http/shape/wire.js';
import { type JobHandler, jobHandler } from './job.js';
import { deleteEndedJobs } from './queries.js';

const noData = closedObject({});

/** Removes stored replies that no caller may ask for again. */
const purgeIdempotencyKeys = jobHandler({
  kind: { name: 'idempotency-key.purge', data: noData },
  dailyAtUtc: '01:00',
  timeoutMs: JOB.purgeTimeoutMs,
  atOnceMax: 1,
  run: async ({ db, clock, metrics }, { signal }) => {
    const day = 86_400_000;
    const before = new Date(clock.millis() - HTTP.idempotencyKeyKeptDays * day).toISOString();
    const removed = await inBatches(signal, () => deleteKeys(db, before));
    metrics.events.inc({ name: 'idempotency_key_purged' }, removed);
  },
});

/** Removes jobs that were done, or dead, for long. */
const purgeJobs = jobHandler({
  kind: { name: 'job.purge', data: noData },
  dailyAtUtc: '01:10',
  timeoutMs: JOB.purgeTimeoutMs,
  atOnceMax: 1,
  run: async ({ db, metrics }, { signal }) => {
    const removed = await inBatches(signal, () => deleteEndedJobs(db));
    metrics.events.inc({ name: 'job_purged' }, removed);
  },
});

export const platformJobs: readonly JobHandler[] = [purgeIdempotencyKeys, purgeJobs];

/**
 * Removes until a batch is not full. Each batch is a transaction of its own, so that no write waits
 * for a night's worth of rows.
 * @returns how many rows were removed
 */
export async function inBatches(
  signal: AbortSignal,
  remove: () => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < JOB.purgeBatchesMax; batch += 1) {
    signal.throwIfAborted();
    const rows = await remove();
    removed += rows;
    if (rows < JOB.purgeBatchRows) break;
  }
  return removed;
}
