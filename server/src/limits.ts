// Every limit of the program, in one place, with its unit in its name.

export const DATABASE = {
  // More connections would only take processor time from this program.
  poolConnectionsPerProcessor: 4,
  poolConnectionsMin: 8,
  poolConnectionsMax: 40,
  /** Connections besides the pool: exchange sessions, the end of day, probes. */
  dedicatedConnectionsMax: 6,
  /** Name prefix of the connections of nodes; the name of the node follows. */
  applicationName: 'countinghouse',
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 15_000,
  idleInSnapshotTimeoutMs: 60_000,
  transactionAttempts: 3,
  /** Both ends test a connection with keepalives after this time without traffic. */
  keepAliveIdleSeconds: 5,
  keepAliveIntervalSeconds: 2,
  keepAliveCount: 3,
  /** The server ends a connection whose client has not acknowledged data for this long. */
  unacknowledgedMaxMs: 10_000,
  /** How often connections are checked. */
  watchIntervalMs: 1_000,
  /** A connection without a reply for this long is compared with a new one. */
  silenceMaxMs: 5_000,
  probeTimeoutMs: 3_000,
  heartbeatIntervalMs: 4_000,
  /** How often the serving host is searched after a connection has failed. */
  hostSearchIntervalMs: 1_000,
  hostSearchesMax: 30,
  /** How often the settings and standbys of the server are checked. */
  serverWatchIntervalMs: 30_000,
  /** How many times two connections are compared at the start. */
  sessionProbeRounds: 3,
  /** Bytes of rows that one connection reads before other requests have a turn. */
  bytesPerTurnMax: 65_536,
} as const;

export const TURN = {
  /** How long long-running work continues before other requests have a turn. */
  sliceMs: 2,
} as const;

export const WARM_UP = {
  /** A step of the warm-up runs after this time without much load. */
  idleMs: 10,
  /** The share of that time in which the event loop may have been busy. */
  busyShareMax: 0.2,
} as const;

export const HTTP = {
  bodyBytes: 1_048_576,
  attachmentBodyBytes: 16_777_216,
  /** Bodies of operations that need no login. */
  publicBodyBytes: 65_536,
  /** Bodies up to this size are always accepted. */
  smallBodyBytes: 65_536,
  /** Bytes of larger bodies that are read or processed at the same time. */
  heldBodyBytesMax: 67_108_864,
  heldBodyBytesPerCallerMax: 33_554_432,
  /**
   * Bytes of large bodies that are read in one round of the event loop, and in one read of each.
   */
  bytesPerRoundMax: 262_144,
  /** Waiting large bodies that continue in one round. */
  bodiesPerRoundMax: 8,
  /** Chunks of a body below this size are joined into pieces of `pieceBytes`. */
  smallChunkBytes: 4_096,
  pieceBytes: 65_536,
  /** Bytes of a body that are copied or decoded before other requests have a turn. */
  sliceBytes: 1_048_576,
  jsonDepth: 32,
  /** Members of one object, items of one array, and both in a whole body. */
  jsonMembersMax: 1_000,
  jsonItemsMax: 10_000,
  jsonValuesMax: 10_000,
  publicJsonValuesMax: 1_000,
  /** A file of 10,000 rows, sent as JSON. */
  importJsonValuesMax: 80_000,
  violationsMax: 100,
  formFieldsMax: 50,
  formFieldBytes: 65_536,
  pathParameterLengthMax: 200,
  drainedBodyBytesMax: 67_108_864,
  readyQueryTimeoutMs: 2_000,
  /** A request to the metrics listener must be complete within this time. */
  metricsTimeoutMs: 10_000,
  pageSizeDefault: 50,
  pageSizeMax: 500,
  requestTimeoutMs: 30_000,
  idempotencyKeyLengthMin: 16,
  idempotencyKeyLengthMax: 255,
  idempotencyKeyKeptDays: 7,
  duplicateWindowSeconds: 60,
  /** Group commit: writes of one operation that share a transaction. */
  groupCommit: { itemsPerRunMax: 100, runsAtOnceMax: 1, itemsWaitingMax: 1_000 },
  requestsPerMinute: 60_000,
  /** Failures of one key before a wrong secret gets 429. A right one is always served. */
  failuresPerMinuteMax: 30,
  failureKeysMax: 10_000,
  retryAfterSeconds: 1,
} as const;

/** The stages of a stop, in milliseconds after the request to stop. */
export const STOP = {
  /** The process ends by then in any case, because supervisors kill after ten seconds. */
  deadlineMs: 9_800,
  /** A start that does not stop by itself is cut off then. */
  startCutMs: 3_000,
  /** Part of the deadline between "not ready" and the closing of the port. */
  noticeMs: 2_000,
  /** How long the port is closed before idle connections are closed. */
  portClosedMs: 300,
  /**
   * This and the next stages start at the closing of the port. Running requests are cut off then.
   */
  requestsCutMs: 3_000,
  requestsUntilMs: 3_500,
  /** Business workers end first, then workers of the node itself. */
  workersUntilMs: 5_900,
  nodeUntilMs: 6_300,
  databaseUntilMs: 7_000,
  /** How long a closing pool waits for its connections. */
  poolMs: 500,
  /** How long open handles may keep the process alive after the end. */
  lingerMs: 250,
} as const;

/** Low-priority processes that draw documents and write mails. */
export const BACKGROUND = {
  processesMax: 4,
  processMegabytesMax: 256,
  /** From 0 (like the program) to 19 (lowest priority). */
  niceness: 10,
  idleTimeoutMs: 60_000,
  /** From the request to the result. */
  timeoutMs: 20_000,
  waitingMax: 100,
  /** Processes that may die on one piece of work. */
  attemptsMax: 2,
  /** Delay before the next process starts after one that died without work. */
  restartMs: 1_000,
  /** File handles that the start of a process needs, with a margin. */
  handlesOfStart: 16,
} as const;

export const DRAWING = {
  /** Words whose glyph positions a font caches, and the longest such word. */
  wordsMax: 10_000,
  wordLettersMax: 24,
  /** Cached subsets of a font: one for each set of uncommon letters. */
  subsetsMax: 64,
  /** Drawing requests: one per process, and some more to keep them busy. */
  slots: {
    atOnceMax: 8,
    atOncePerCallerMax: 4,
    waitingPerCallerMax: 100,
    waitingMax: 1_000,
  },
} as const;

export const CSV = {
  /** Characters that are read before other requests have a turn. */
  sliceCharacters: 16_384,
  columnsMax: 200,
  /** Characters of a header that are shown. */
  headerCharactersMax: 100,
} as const;

export const EXPORT = {
  /** Files that one process writes at the same time, and waiting requests. */
  slots: {
    atOnceMax: 4,
    atOncePerCallerMax: 2,
    waitingPerCallerMax: 2,
    waitingMax: 200,
  },
  /** Bytes that are buffered before a write. */
  writtenBytes: 65_536,
} as const;

export const XLSX = {
  rowsPerSheetMax: 1_048_576,
  cellCharactersMax: 32_767,
  numberDigitsMax: 15,
  chunkBytes: 131_072,
  /** Bytes of XML of one sheet. The row that exceeds it is the last one. */
  bytesPerSheetMax: 2_147_483_648,
} as const;

export const ZIP = {
  /** Size of the archive and of each file in it, without the 64-bit extension of the format. */
  bytesMax: 4_294_967_294,
  /** The fastest level: a tenth larger than at the default level, for half of the work. */
  level: 1,
  /** Bytes that are read ahead of compression. */
  aheadBytes: 262_144,
} as const;

export const AMOUNT = {
  digitsMax: 15,
  textLengthMax: 4_000,
} as const;

export const CALENDAR = {
  closedDaysInARowMax: 60,
  businessDaysAddedMax: 3_660,
} as const;

export const MIGRATION = {
  lockWaitMs: 120_000,
  /** A node that hangs during a migration loses its lock and its transaction. */
  silenceMaxMs: 60_000,
} as const;

export const LEDGER = {
  linesPerCallMax: 20_000,
  foldEveryMs: 1_000,
  foldJournalsMax: 5_000,
} as const;

export const END_OF_DAY = {
  daysPerRunMax: 3_660,
  /** The last closed days of a run that are shown with their steps. */
  daysShownMax: 31,
  errorCharactersMax: 500,
  /** A run may close years of days over millions of instruments. */
  runTimeoutMs: 86_400_000,
  /** Attempts at one run after its node died or stopped. A failed step ends the run. */
  attemptsMax: 100,
  backoffFirstMs: 500,
  /** Wait for the lock of the runner before. */
  lockWaitMs: 2_000,
  /** A runner without a sign of life for this long loses its lock. */
  runnerSilenceMaxMs: 15_000,
  /** How long a reader may wait for the end of a run, and how often it polls. */
  waitSecondsMax: 25,
  waitPollIntervalMs: 250,
  /** How often the command line polls, and how many failed polls it tolerates. */
  watchEveryMs: 500,
  missedPollsMax: 120,
} as const;

/** Limits of all lease workers; each worker has further limits of its own. */
export const LEASE = {
  /** How long aborted work on a stopping node may take to store its end. */
  abortWaitMs: 1_000,
  /** Renewals for which a node takes no leases from others after its own renewal failed. */
  renewalsAfterOutage: 3,
} as const;

export const JOB = {
  attemptsMax: 5,
  atOncePerKindMax: 4,
  atOncePerNodeMax: 8,
  timeoutMs: 60_000,
  backoffFirstMs: 1_000,
  backoffMaxMs: 600_000,
  /** A node that does not renew its lease for this long loses its jobs to other nodes. */
  leaseMs: 10_000,
  renewEveryMs: 3_000,
  pollIntervalMs: 500,
  scheduleEveryMs: 60_000,
  measureEveryMs: 10_000,
  lostPerRoundMax: 500,
  /** Delay of a job whose attempt failed because the database was lost. */
  deferMs: 2_000,
  /** How often the outcome of an attempt is written again while the database is away. */
  outcomeRetryMs: 1_000,
  outcomeWritesMax: 600,
  stopWaitMs: 4_000,
  errorCharactersMax: 500,
  doneKeptDays: 7,
  deadKeptDays: 365,
  purgeTimeoutMs: 1_800_000,
  purgeBatchRows: 1_000,
  purgeBatchesMax: 100_000,
} as const;

export const SCANNER = {
  pieceBytes: 65_536,
  answerBytesMax: 4_096,
  silenceMaxMs: 60_000,
} as const;

export const PERSONAL_DATA = {
  /** Digits that are shown of a masked number, and the length from which they are shown. */
  digitsShown: 4,
  maskedDigitsMin: 8,
  /** Causes of an error that are logged. */
  causesMax: 3,
} as const;

export const VAULT = {
  keyBytes: 32,
  /** Time for all nodes to load a new key before the first text is sealed with it. */
  graceMs: 30_000,
  refreshEveryMs: 5_000,
  batchesMax: 10_000_000,
} as const;

export const EVENT = {
  sequenceEveryMs: 250,
  measureEveryMs: 10_000,
  sequencedPerBatchMax: 5_000,
  batchesPerRoundMax: 1_000,
  listedMax: 500,
  listedDefault: 50,
  /** Positions that one request scans for its filters; the next request continues at `next`. */
  scannedMax: 10_000,
  typesMax: 50,
  typesCharactersMax: 2_000,
  testDataCharactersMax: 4_000,
} as const;

export const EVENT_STREAM = {
  /** Readers of one node. Further readers are refused and may try another node, or later. */
  readersMax: 5_000,
  /** Readers that connect at the same time; they share one read of the last position. */
  connecting: { itemsPerRunMax: 5_000, runsAtOnceMax: 1, itemsWaitingMax: 5_000 },
  /**
   * Recent events that one node caches for all readers. Readers further behind read the database.
   */
  tailEventsMax: 10_000,
  tailBytesMax: 16_777_216,
  /** How often the database is polled for events that another node has numbered. */
  pollIntervalMs: 250,
  pageEventsMax: 500,
  pagesPerRoundMax: 100,
  catchUpEventsMax: 200,
  /** Readers of one node that read the database at the same time. */
  catchUpsAtOnceMax: 4,
  /** Bytes that a reader is sent at a time, and unsent bytes at which sending pauses. */
  chunkBytesMax: 65_536,
  bufferBytes: 65_536,
  heartbeatEveryMs: 15_000,
  sweepEveryMs: 1_000,
  /** A reader that takes no bytes for this long is disconnected. */
  slowMaxMs: 30_000,
  /** From the last block of a stream to the end of its connection. */
  lastWordsMs: 2_000,
  /** How often the rights of a reader are checked: tokens expire, and rights are revoked. */
  recheckEveryMs: 10_000,
  rechecksAtOnceMax: 8,
  /** The reconnect delay that a reader is sent. */
  retryMs: 2_000,
} as const;
