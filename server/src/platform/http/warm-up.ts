// What the first request of an operation would have to wait for, made while nothing else is to be
// done.

import { setTimeout as pause } from 'node:timers/promises';
import { WARM_UP } from '../../limits.js';
import type { Sliced } from '../turn.js';
import type { Route } from './route.js';
import { compileSchemas } from './schema.js';

/**
 * Compiles what reads the input of operations, one schema in each moment in which the event loop
 * has been idle for a while. A request that comes before compiles what it needs.
 */
export function warmUp(routes: readonly Route[], signal: AbortSignal): Promise<void> {
  return whenIdle(compileSchemas(routes), signal);
}

/** Does a step of the work in each idle moment, until it is done or told to stop. */
async function whenIdle(work: Sliced<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const before = performance.eventLoopUtilization();
    // It keeps no program from ending.
    await pause(WARM_UP.idleMs, undefined, { ref: false });
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization > WARM_UP.busyShareMax || signal.aborted) continue;
    if (work.next().done === true) return;
  }
}
