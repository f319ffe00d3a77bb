// Webhook limits. Each name contains the unit.

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
  /** Maximum time from the start of an attempt to the response status. */
  answerMs: 15_000,
  /** Maximum time for reading the response body, starting from the status. */
  answerBodyMs: 2_000,
  answerBodyBytes: 16_384,
  answerHeaderCharacters: 8_192,
  idleConnectionMs: 30_000,
  /** How long an unreachable endpoint may hold up its next event before that event is parked. */
  headMs: 10 * MINUTE,
  /** Number of refusals after which the next event is parked. */
  headRefusals: 3,
  /**
   * Pause of an endpoint after its first failure. The pause doubles with each additional failure.
   */
  pauseFirstMs: 1_000,
  pauseMaxMs: 5 * MINUTE,
  retryAfterMaxMs: HOUR,
  /** Delays between the retries of a parked delivery. The last one repeats. */
  retryWaitsMs: [
    ...[5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
    ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
  ],
  /** Each delay is randomly lengthened or shortened by up to this fraction. */
  spread: 0.2,
  retriedForMs: 3 * DAY,
  /** An endpoint that has failed for this long without a success is disabled. */
  disabledAfterMs: 3 * DAY,
  replayedMax: 1_000,
  keptDays: 30,
  shownAttemptsMax: 50,
} as const;

export const SENDING = {
  /** Number of events that are read and recorded in one batch. */
  eventsPerPage: 50,
  recordIntervalMs: 250,
  parkedPerTurn: 20,
  /**
   * Maximum number of events that a node caches. An endpoint that is further behind reads its own
   * pages.
   */
  cachedEventsMax: 2_000,
  eventsPerRead: 500,
  /** If a node does not renew its lease for this long, other nodes take over its endpoints. */
  leaseMs: 10_000,
  renewIntervalMs: 2_000,
  pollIntervalMs: 500,
  measureIntervalMs: 10_000,
  endpointsPerNodeMax: 500,
  /** How long an owner's rights are cached. */
  rightsMs: 10_000,
  /** How long a stopping node waits for running attempts. */
  stopWaitMs: 3_000,
} as const;

/** The limits on sending. The configuration can shorten some of them. */
export type SendingLimits = { readonly [Name in keyof typeof SENDING]: number };

export const SECRET = {
  bytes: 32,
  /** How long, by default, messages are also signed with the previous secret. */
  overlapHoursDefault: 24,
  overlapHoursMax: 168,
  sealedPerBatchRows: 200,
} as const;
