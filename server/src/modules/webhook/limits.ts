// Limits of webhooks, each with its unit in its name.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const ENDPOINT = {
  urlCharactersMax: 2_000,
  labelCharactersMax: 120,
  typesMax: 50,
  perOwnerMax: 50,
  portMin: 1_024,
  resolveMs: 5_000,
} as const;

export const DELIVERY = {
  /** From the start of an attempt to the status of its answer. */
  answerMs: 15_000,
  /** From the status to the end of what is read of the answer. */
  answerBodyMs: 2_000,
  answerBodyBytes: 16_384,
  answerHeaderCharacters: 8_192,
  idleConnectionMs: 30_000,
  /** How long an unreachable endpoint holds back its next event before the event is parked. */
  headMs: 10 * MINUTE,
  /** After so many refusals the next event is parked. */
  headRefusals: 3,
  /** The pause of an endpoint after its first failure; it doubles with each further one. */
  pauseFirstMs: 1_000,
  pauseMaxMs: 5 * MINUTE,
  retryAfterMaxMs: HOUR,
  /** Delays between the retries of a parked delivery; the last one repeats. */
  retryWaitsMs: [
    ...[5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
    ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
  ],
  /** Random share by which each delay is made shorter or longer. */
  spread: 0.2,
  retriedForMs: 3 * DAY,
  /** An endpoint that fails for so long without one success is disabled. */
  disabledAfterMs: 3 * DAY,
  replayedMax: 1_000,
  keptDays: 30,
  shownAttemptsMax: 50,
} as const;

export const SENDING = {
  /** Events that are read and recorded in one batch. */
  eventsPerPage: 50,
  recordIntervalMs: 250,
  parkedPerTurn: 20,
  /** Events that a node caches; an endpoint that is further behind reads its own pages. */
  cachedEventsMax: 2_000,
  eventsPerRead: 500,
  /** A node that does not renew its lease for so long loses its endpoints to other nodes. */
  leaseMs: 10_000,
  renewIntervalMs: 2_000,
  pollIntervalMs: 500,
  measureIntervalMs: 10_000,
  endpointsPerNodeMax: 500,
  /** How long the rights of an owner are cached. */
  rightsMs: 10_000,
  /** How long a stopping node waits for attempts under way. */
  stopWaitMs: 3_000,
} as const;

/** Limits of sending; the configuration may shorten some. */
export type SendingLimits = { readonly [Name in keyof typeof SENDING]: number };

export const SECRET = {
  bytes: 32,
  /** How long the previous secret goes on signing if the caller does not specify it. */
  overlapHoursDefault: 24,
  overlapHoursMax: 168,
  sealedPerBatchRows: 200,
} as const;
