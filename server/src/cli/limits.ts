// Limits of the commands, with units in their names.

/** Retry limits of `countinghouse listen --forward`. */
export const FORWARD = {
  attemptsMax: 3,
  /** The delay after the first failure. It doubles after the second. */
  waitMs: 1_000,
  timeoutMs: 15_000,
  secretBytes: 24,
} as const;
