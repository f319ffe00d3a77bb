// A clock that moves only when a test moves it. No test then waits for a delay, and slow machines
// cause none.

import type { Clock } from '../../src/platform/clock.js';

export interface MovedClock extends Clock {
  /** Moves the clock forward. */
  readonly pass: (seconds: number) => void;
}

/** Creates a clock that starts at the current time. */
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
