// The limits of the client, each with its unit.

/** What is used where the caller says nothing else. */
export const CLIENT = {
  /** How often one call is tried, the first time included. */
  attemptsMost: 4,
  /** The first pause before a retry; it doubles with each. */
  firstWaitMs: 200,
  waitMaxMs: 15_000,
  /** A server that asks for a longer wait than this gets no retry: the caller is told at once. */
  retryAfterMaxMs: 60_000,
  timeoutMs: 30_000,
} as const;

export const TOKEN = {
  /** A token with less life than this left is renewed before it is used. */
  lifeMinMs: 20_000,
} as const;

export const STREAM = {
  /** Three heartbeats of the server: after so long without a byte the connection counts as lost. */
  silenceMaxMs: 45_000,
  firstWaitMs: 500,
  waitMaxMs: 30_000,
  /** One event is a few hundred bytes. More than this without an end is no event stream. */
  blockCharactersMax: 1_048_576,
} as const;

export const WEBHOOK = {
  toleranceSeconds: 300,
} as const;
