// Waits in tests for a condition, with a long limit because machines are busy.

import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The limit of a wait, in milliseconds of the CPU time that the awaited process could have had. */
const LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 25;
/** The poll interval for short-lived states, such as a lost connection, in milliseconds. */
const CLOSE_POLL_INTERVAL_MS = 5;
/**
 * The longest time that one poll adds, in milliseconds. It matters if this process was suspended
 * between two polls.
 */
const STEP_MAX_MS = 500;
/** The wall time limit, in milliseconds, for a test that hangs on a machine that is always busy. */
const WALL_MAX_MS = 900_000;

/**
 * Returns a function that is called at each poll and returns whether the wait has lasted too long.
 * Wall time alone is not enough: if ten processes compete for each CPU, everything takes ten times
 * as long. So each poll adds the time since the last poll, multiplied by the share of a CPU that a
 * process gets under the machine's load.
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

/** Polls until the condition returns a value; fails after the limit, see `patience`. */
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

/**
 * Polls at short intervals until the condition holds. The error shows the condition's source text.
 */
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
