// An orderly shutdown within a deadline. Stages run one after another, and the steps of a stage in
// parallel. A step that fails or hangs does not delay any other.

import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log/log.js';

/** A component to stop. */
interface StopStep {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Steps that are run in parallel. */
interface StopStage {
  /**
   * When the next stage starts, in milliseconds after the start of the shutdown, even if this one
   * has not finished.
   */
  readonly untilMs: number;
  readonly steps: readonly StopStep[];
}

/**
 * Runs all stages in order. A step that takes too long continues while the next stage starts.
 * @returns true if every step ended. False if a step failed or was abandoned. The log names it
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
    // A step that throws before its first await is treated like any other failure.
    const isOver = await isSettledWithin(Promise.resolve().then(step.run), mostMs);
    if (!isOver) log.warn({ step: step.name }, 'a step did not end in time and was abandoned');
    return isOver;
  } catch (error) {
    log.warn({ err: error, step: step.name }, 'a step failed to end');
    return false;
  }
}

/**
 * Waits for the work with a time limit. Returns false if the work is still running after the limit.
 * Rejects if the work rejects in time.
 */
export async function isSettledWithin(work: Promise<unknown>, mostMs: number): Promise<boolean> {
  const over = new AbortController();
  const limit = pause(Math.max(0, mostMs), false, { signal: over.signal }).catch(() => false);
  // A later failure is ignored.
  work.catch(() => undefined);
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    over.abort();
  }
}

/** Ends several parts in order, even if one fails. Finally rejects with the first failure. */
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
