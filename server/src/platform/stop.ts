// An orderly end within a time: stages one after another, the steps of a stage at once, each caught
// by itself. A step that fails or hangs keeps no other step from its turn.

import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log/log.js';

/** One thing to end. */
interface StopStep {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Steps that end at once. */
interface StopStage {
  /** Milliseconds after the stop began, from which on the stage is no longer waited for. */
  readonly untilMs: number;
  readonly steps: readonly StopStep[];
}

/**
 * Ends all stages in their order. A step that takes too long goes on while the next stage begins.
 * @returns true when each step ended, false when one failed or was not waited for; the log names it
 */
export async function stopInStages(stages: readonly StopStage[], log: Log): Promise<boolean> {
  const beganMs = performance.now();
  let isClean = true;
  for (const { untilMs, steps } of stages) {
    const leftMs = untilMs - (performance.now() - beganMs);
    const ends = await Promise.all(steps.map((step) => endStep(step, leftMs, log)));
    isClean = isClean && ends.every((ended) => ended);
  }
  return isClean;
}

async function endStep(step: StopStep, mostMs: number, log: Log): Promise<boolean> {
  try {
    // A step that throws before its first wait is a failure like any other.
    const isOver = await isSettledWithin(Promise.resolve().then(step.run), mostMs);
    if (!isOver) log.warn({ step: step.name }, 'this did not end in time and is left behind');
    return isOver;
  } catch (error) {
    log.warn({ err: error, step: step.name }, 'this did not end as it should');
    return false;
  }
}

/** Waits for the work so long at most; false when it goes on. Rejects as the work does by then. */
export async function isSettledWithin(work: Promise<unknown>, mostMs: number): Promise<boolean> {
  const over = new AbortController();
  const limit = pause(Math.max(0, mostMs), false, { signal: over.signal }).catch(() => false);
  // What fails later is nobody's concern any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    over.abort();
  }
}

/**
 * Ends the parts of one thing in their order, each whatever became of those before it. Rejects at
 * the end as the first part did that failed.
 */
export async function endEach(...ends: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
