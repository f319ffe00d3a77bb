// Counts failures per key in one-minute windows, in the memory of this process. The limit is
// checked only after a failure, so a correct secret is always accepted, no matter what others have
// sent.

import { HTTP } from '../../../limits.js';
import { commonProblems, refusal } from '../reply/problem.js';

const WINDOW_MS = 60_000;

interface Window {
  failures: number;
  readonly endsAtMs: number;
}

/**
 * Counts a failure. If its key has too many, returns the milliseconds until the key's window ends.
 * Otherwise returns 0.
 */
export type FailureCount = (key: string, nowMs: number) => number;

/** Creates an empty count. The oldest windows are dropped if there are too many. */
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

/** Counts a failure. Throws RATE_LIMITED if the key has too many. */
export function refuseTooMany(count: FailureCount, key: string, nowMs: number): void {
  const waitMs = count(key, nowMs);
  if (waitMs === 0) return;
  throw refusal(commonProblems.RATE_LIMITED, {
    detail: 'too many failed attempts',
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
