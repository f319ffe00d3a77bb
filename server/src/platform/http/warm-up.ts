// Prepares operations in idle moments, so that their first requests are not delayed.

import { setTimeout as pause } from 'node:timers/promises';
import { WARM_UP } from '../../limits.js';
import type { Sliced } from '../concurrency/turn.js';

/**
 * Runs each preparation step by step, one step whenever the event loop has been idle for a while.
 * If a request arrives before its operation is prepared, handling that request prepares it.
 */
export async function warmUp(
  preparations: readonly Sliced<void>[],
  signal: AbortSignal,
): Promise<void> {
  for (const preparation of preparations) await whenIdle(preparation, signal);
}

/** Runs one step in each idle moment until the work is done or the signal aborts. */
async function whenIdle(work: Sliced<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const before = performance.eventLoopUtilization();
    // The timer is unreferenced, because the warm-up must not keep the process alive.
    await pause(WARM_UP.idleMs, undefined, { ref: false });
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization > WARM_UP.busyShareMax || signal.aborted) continue;
    if (work.next().done === true) return;
  }
}
