// The books watched: every invariant checked at set intervals, and told as figures.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import type { Worker } from '../../../platform/worker.js';
import { INTEGRITY } from '../limits.js';
import { checkIntegrity } from './integrity.js';

/**
 * Checks the books when the server starts and at set intervals. Every node does so by itself: its
 * figures are of its own checks, and checks disturb nobody, because they read one snapshot.
 */
export const integrityWorker: Worker = {
  name: 'integrity-watch',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'integrity-watch',
      everyMs: INTEGRITY.checkEveryMs,
      round: () => watchIntegrity(context),
    }),
};

/**
 * Checks all invariants once. Figures: `integrity_broken_<number>` is how many rows break that
 * invariant, `integrity_checked_<number>` how many were looked at, `integrity_checked_at` when, in
 * seconds since 1970. A check that fails leaves the figures, so that the last one grows old.
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
