// The platform's nightly jobs, which delete old idempotency keys and ended jobs in batches.

import { HTTP, JOB } from '../../limits.js';
import { deleteKeys } from '../http/queries.js';
import { closedObject } from '../http/shape/wire.js';
import { type JobHandler, jobHandler } from './job.js';
import { deleteEndedJobs } from './queries.js';

const noData = closedObject({});

/** Deletes stored replies that are too old to replay. */
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

/** Deletes jobs that were completed or became dead long ago. */
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
 * Deletes batches until one is not full. Each batch has its own transaction, so that writes do not
 * wait until all rows are deleted.
 * @returns the number of rows deleted
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
