// Limits of commands, each with its unit in its name.

/** Retries of `countinghouse listen --forward`. */
export const FORWARD = {
  attemptsMax: 3,
  /** Delay after the first failure; twice as long after the second. */
  waitMs: 1_000,
  timeoutMs: 15_000,
  secretBytes: 24,
} as const;
