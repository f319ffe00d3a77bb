// A clock that stands still until a test moves it on: no test waits for a delay to pass, and a slow
// machine passes none.

import type { Clock } from '../../src/platform/clock.js';

export interface MovedClock extends Clock {
  /** Moves the clock on. */
  readonly pass: (seconds: number) => void;
}

/** A clock that begins now. */
export function movedClock(): MovedClock {
  let atMs = Date.now();
  return {
    millis: () => atMs,
    now: () => new Date(atMs).toISOString(),
    pass: (seconds) => {
      atMs += seconds * 1_000;
    },
  };
}
