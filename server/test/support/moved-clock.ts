// A clock that does not move until a test moves it: no test waits for a delay, and a slow machine
// causes none.

import type { Clock } from '../../src/platform/clock.js';

export interface MovedClock extends Clock {
  /** Moves the clock forward. */
  readonly pass: (seconds: number) => void;
}

/** A clock that starts at the current time. */
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
