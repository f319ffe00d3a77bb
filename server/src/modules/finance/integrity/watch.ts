// Checks every invariant at intervals and publishes the results as metrics.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import type { Worker } from '../../../platform/worker.js';
import { INTEGRITY } from '../limits.js';
import { checkIntegrity } from './integrity.js';

/**
 * Checks the books soon after the process starts, and then at intervals. Every node runs its own
 * checks and publishes their results. A check reads one snapshot, so it blocks nothing.
 */
export const integrityWorker: Worker = {
  name: 'integrity-watch',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'integrity-watch',
      everyMs: INTEGRITY.checkEveryMs,
      firstAfterMs: INTEGRITY.firstCheckAfterMs,
      round: () => watchIntegrity(context),
    }),
};

/**
 * Checks all invariants once. Metrics: `integrity_broken_<number>` is the number of violations,
 * `integrity_checked_<number>` the number of rows read, and `integrity_checked_at` the moment in
 * seconds since 1970. A failed check leaves the metrics unchanged, so an old `integrity_checked_at`
 * reveals the failure.
 */
export async function watchIntegrity(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<void> {
  const { invariants } = await checkIntegrity(context, INTEGRITY.watchTimeoutMs);
  const { gauges } = context.metrics;
  for (const { number, name, holds, violations, rowsChecked, examples } of invariants) {
    gauges.set({ name: `integrity_broken_${number}` }, Number(violations));
    gauges.set({ name: `integrity_checked_${number}` }, Number(rowsChecked));
    if (!holds) {
      const ids = examples.map(({ id }) => String(id));
      context.log.error({ invariant: number, name, ids }, 'an invariant of the books is broken');
    }
  }
  gauges.set({ name: 'integrity_checked_at' }, Math.floor(context.clock.millis() / 1_000));
}
