// The limits of commands, each with its unit.

/** What `countinghouse listen` does with an event that its receiver does not take. */
export const FORWARD = {
  attemptsMax: 3,
  /** After the first failure; twice as long after the second. */
  waitMs: 1_000,
  timeoutMs: 15_000,
  secretBytes: 24,
} as const;
