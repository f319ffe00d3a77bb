// Waiting in tests: for a condition, within a limit that is long, because machines have much else
// to do.

import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Of processor time that whoever is waited for can have had. */
const LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 25;
/** What comes and goes, such as a connection that is lost and found, is looked for more often. */
const CLOSE_POLL_INTERVAL_MS = 5;
/** A process that stood still between two looks had no more than this of it. */
const STEP_MAX_MS = 500;
/** For the test that is dead on a machine that is always busy. */
const WALL_MAX_MS = 900_000;

/**
 * Tells, look by look, whether a wait has gone on long enough. The wall alone would not do: where
 * ten processes want each processor, what is waited for takes ten times as long. So each look adds
 * the time since the last one by the share of it that a process gets under the machine's load.
 */
export function patience(limitMs = LIMIT_MS): () => boolean {
  const beganMs = performance.now();
  let lastMs = beganMs;
  let spentMs = 0;
  return () => {
    const nowMs = performance.now();
    const [load = 0] = loadavg();
    const share = Math.min(1, availableParallelism() / Math.max(load, 1));
    spentMs += Math.min(nowMs - lastMs, STEP_MAX_MS) * share;
    lastMs = nowMs;
    return spentMs > limitMs || nowMs - beganMs > WALL_MAX_MS;
  };
}

/** Looks until the condition gives a value; fails after the limit, see `patience`. */
export async function waitFor<Value>(
  what: string,
  poll: () => Promise<Value | undefined | false>,
  limitMs = LIMIT_MS,
): Promise<Value> {
  const isOver = patience(limitMs);
  for (;;) {
    const value = await poll();
    if (value !== undefined && value !== false) return value;
    if (isOver()) throw new Error(`waited ${limitMs} ms for ${what}`);
    await pause(POLL_INTERVAL_MS);
  }
}

/** Looks closely until the condition holds, which says itself what is waited for. */
export async function until(
  isDone: () => boolean | Promise<boolean>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const isOver = patience(limitMs);
  while (!(await isDone())) {
    if (isOver()) throw new Error(`waited ${limitMs} ms until ${isDone}`);
    await pause(CLOSE_POLL_INTERVAL_MS);
  }
}
