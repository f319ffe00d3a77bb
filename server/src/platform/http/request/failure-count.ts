// Failures by key in a window of one minute, in the memory of this process. Checked only after a
// failure: a right proof is served whatever others have sent.

import { HTTP } from '../../../limits.js';
import { commonProblems, refusal } from '../reply/problem.js';

const WINDOW_MS = 60_000;

interface Window {
  failures: number;
  readonly endsAtMs: number;
}

/**
 * Counts a failure. Returns the milliseconds until the window of its key ends if it has too many
 * failures, else 0.
 */
export type FailureCount = (key: string, nowMs: number) => number;

/** Creates an empty count; the oldest windows are dropped when there are too many. */
export function createFailureCount(): FailureCount {
  const windows = new Map<string, Window>();
  return (key, nowMs) => {
    const known = windows.get(key);
    const window =
      known !== undefined && nowMs < known.endsAtMs
        ? known
        : { failures: 0, endsAtMs: nowMs + WINDOW_MS };
    window.failures += 1;
    windows.delete(key);
    windows.set(key, window);
    const [oldest] = windows.keys();
    if (windows.size > HTTP.failureKeysMax && oldest !== undefined) windows.delete(oldest);
    return window.failures > HTTP.failuresPerMinuteMax ? window.endsAtMs - nowMs : 0;
  };
}

/** Counts a failure. Throws RATE_LIMITED if its key has too many. */
export function refuseTooMany(count: FailureCount, key: string, nowMs: number): void {
  const waitMs = count(key, nowMs);
  if (waitMs === 0) return;
  throw refusal(commonProblems.RATE_LIMITED, {
    detail: 'too many wrong credentials',
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
