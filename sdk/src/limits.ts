// The client's limits, with their units.

/** Default values of the options. */
export const CLIENT = {
  /** Maximum attempts per call, including the first. */
  attemptsMax: 4,
  /** The delay before the first retry. It doubles with each later retry. */
  firstWaitMs: 200,
  waitMaxMs: 15_000,
  /** If the server requests a longer wait, the client throws at once instead of retrying. */
  retryAfterMaxMs: 60_000,
  timeoutMs: 30_000,
} as const;

export const TOKEN = {
  /** A token that expires sooner than this is renewed before use. */
  lifeMinMs: 20_000,
} as const;

export const STREAM = {
  /**
   * Three of the server's heartbeat intervals. A connection without a byte for this long is treated
   * as lost.
   */
  silenceMaxMs: 45_000,
  firstWaitMs: 500,
  waitMaxMs: 30_000,
  /** An event has a few hundred bytes. A longer block is not an event stream. */
  blockCharactersMax: 1_048_576,
} as const;

export const WEBHOOK = {
  toleranceSeconds: 300,
} as const;
