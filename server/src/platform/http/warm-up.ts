// What the first request of an operation would have to wait for, made while nothing else is to be
// done.

import { setTimeout as pause } from 'node:timers/promises';
import { WARM_UP } from '../../limits.js';
import type { Sliced } from '../concurrency/turn.js';
import { warmMarkdown } from './document/markdown.js';
import type { Route } from './route.js';
import { compileSchemas } from './shape/schema.js';

/**
 * Makes ready what reads the input of operations and what makes pages, one part in each moment in
 * which the event loop has been idle for a while. A request that comes before makes what it needs.
 */
export function warmUp(routes: readonly Route[], signal: AbortSignal): Promise<void> {
  return whenIdle(parts(routes), signal);
}

function* parts(routes: readonly Route[]): Sliced<void> {
  yield* compileSchemas(routes);
  yield* warmMarkdown();
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
