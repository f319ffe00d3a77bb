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
  /** An endpoint that cannot be reached holds its next event so long before it is set aside. */
  headMs: 10 * MINUTE,
  /** An event that was refused so often is set aside. */
  headRefusals: 3,
  /** The endpoint's own pause after a failure: doubled with each, up to the most. */
  pauseFirstMs: 1_000,
  pauseMaxMs: 5 * MINUTE,
  retryAfterMaxMs: HOUR,
  /** What waits aside is tried again after these waits; the last one repeats. */
  retryWaitsMs: [
    ...[5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
    ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
  ],
  /** Each wait is spread by so much of itself, either way. */
  spread: 0.2,
  retriedForMs: 3 * DAY,
  /** An endpoint that failed for so long without one success is disabled. */
  disabledAfterMs: 3 * DAY,
  replayedMax: 1_000,
  keptDays: 30,
  shownAttemptsMax: 50,
} as const;

export const SENDING = {
  /** Events that are taken, and recorded, together. */
  eventsPerPage: 50,
  recordEveryMs: 250,
  asidePerTurn: 20,
  /** What a node keeps ready for its endpoints; one that is further behind reads for itself. */
  feedEventsMax: 2_000,
  feedEventsPerRead: 500,
  /** A node that does not renew its lease for so long has lost its endpoints to the others. */
  leaseMs: 10_000,
  keepEveryMs: 2_000,
  pollIntervalMs: 500,
  measureEveryMs: 10_000,
  endpointsPerNodeMax: 500,
  /** Rights of an owner are looked up again after so long. */
  rightsMs: 10_000,
  /** What is under way when the node stops may end for so long. */
  stopWaitMs: 3_000,
} as const;

/** Limits of sending; the config may shorten some. */
export type SendingLimits = { readonly [Name in keyof typeof SENDING]: number };

export const SECRET = {
  bytes: 32,
  /** How long the secret before goes on signing when the caller does not say. */
  overlapHoursDefault: 24,
  overlapHoursMax: 168,
  sealedPerBatchRows: 200,
} as const;
