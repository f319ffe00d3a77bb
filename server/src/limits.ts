// Every limit of the program, in one place, with its unit in its name.

export const DATABASE = {
  // The server runs as many statements as it gets, so more connections would take processor time
  // from this program.
  poolConnectionsPerProcessor: 4,
  poolConnectionsMin: 8,
  poolConnectionsMax: 40,
  /** Connections beside the pool: sessions with exchanges, the end of day, probes. */
  dedicatedConnectionsMax: 6,
  /** The application name of connections, followed by the node's name. */
  applicationName: 'countinghouse',
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 15_000,
  idleInSnapshotTimeoutMs: 60_000,
  transactionAttempts: 3,
  /** After this idle time both ends probe a connection by TCP keepalives. */
  keepAliveIdleSeconds: 5,
  keepAliveIntervalSeconds: 2,
  keepAliveCount: 3,
  /** The server ends a connection whose client has not acknowledged data for this time. */
  unacknowledgedMaxMs: 10_000,
  /** Interval at which connections are checked. */
  watchIntervalMs: 1_000,
  /** A connection that has owed an answer for this time is compared with a new one. */
  silenceMaxMs: 5_000,
  probeTimeoutMs: 3_000,
  heartbeatIntervalMs: 4_000,
  /** Interval of the search for a serving host after a failed connection. */
  hostSearchIntervalMs: 1_000,
  hostSearchesMax: 30,
  /** Interval at which settings and standbys of the server are polled. */
  serverWatchIntervalMs: 30_000,
  /** How often two connections are compared at the start. */
  sessionProbeRounds: 3,
  /** Row bytes that one connection reads between two turns of other requests. */
  bytesPerTurnMax: 65_536,
} as const;

export const TURN = {
  /** How long a slice of long work runs before other requests get a turn. */
  sliceMs: 2,
} as const;

export const WARM_UP = {
  /** Interval between two checks whether the event loop is idle enough for a warm-up step. */
  idleMs: 10,
  /** The share of that time in which the event loop may have been busy. */
  busyShareMax: 0.2,
} as const;

export const HTTP = {
  bodyBytes: 1_048_576,
  attachmentBodyBytes: 16_777_216,
  /** For operations without credentials. */
  publicBodyBytes: 65_536,
  /** Bodies up to this size are always accepted. */
  smallBodyBytes: 65_536,
  /** Larger bodies that the server holds at the same time. */
  heldBodyBytesMax: 67_108_864,
  heldBodyBytesPerCallerMax: 33_554_432,
  /**
   * Bytes of large bodies that are read in one round of the event loop, and in one read of each.
   */
  bytesPerRoundMax: 262_144,
  /** Large bodies that continue reading in one round. */
  bodiesPerRoundMax: 8,
  /** Chunks of a body below this size are joined, into pieces of this many bytes. */
  smallChunkBytes: 4_096,
  pieceBytes: 65_536,
  /** Bytes of a body that are copied or decoded between two turns of other requests. */
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
  /** The time for a whole request to the metrics listener. */
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
  /** Failures of one key after which a wrong proof gets 429; a right one is always accepted. */
  failuresPerMinuteMax: 30,
  failureKeysMax: 10_000,
  retryAfterSeconds: 1,
} as const;

/** The stop of the program, in milliseconds after the signal. */
export const STOP = {
  /** The process has ended by then in any case; supervisors kill after ten seconds. */
  deadlineMs: 9_800,
  /** A start that was asked to stop is aborted then: it waits for the database in many places. */
  startCutMs: 3_000,
  /** The part of the deadline between "not ready" and the closing of the port. */
  noticeMs: 2_000,
  /** How long idle connections stay open after the port has closed. */
  portClosedMs: 300,
  /**
   * The stages below are measured from the closing of the port. Requests in progress are aborted.
   */
  requestsCutMs: 3_000,
  requestsUntilMs: 3_500,
  /** Workers of the business, and then those of the node itself. */
  workersUntilMs: 5_900,
  nodeUntilMs: 6_300,
  databaseUntilMs: 7_000,
  /** How long a closing pool waits for its connections. */
  poolMs: 500,
  /** How long open handles may keep the process alive after the stop. */
  lingerMs: 250,
} as const;

/** Low-priority processes that draw documents and write mails. */
export const BACKGROUND = {
  processesMax: 4,
  processMegabytesMax: 256,
  /** From 0 (like the program) to 19 (only idle processor time). */
  niceness: 10,
  idleTimeoutMs: 60_000,
  /** From the request to the result. */
  timeoutMs: 20_000,
  waitingMax: 100,
  /** Processes that may die at one task. */
  attemptsMax: 2,
  /** The pause after a process died before it had work, until the next one starts. */
  restartMs: 1_000,
  /** File handles that the start of one process needs, with a reserve. */
  handlesOfStart: 16,
} as const;

export const DRAWING = {
  /** Words whose letter positions a font caches, and the longest such word. */
  wordsMax: 10_000,
  wordLettersMax: 24,
  /** Subsets that a font caches: one for each set of letters beyond the common ones. */
  subsetsMax: 64,
  /** Requests for drawings: one for each process, and some to keep the processes busy. */
  slots: {
    atOnceMax: 8,
    atOncePerCallerMax: 4,
    waitingPerCallerMax: 100,
    waitingMax: 1_000,
  },
} as const;

export const CSV = {
  /** Characters that are read between two turns of other requests. */
  sliceCharacters: 16_384,
  columnsMax: 200,
  /** Of a header, as shown. */
  headerCharactersMax: 100,
} as const;

export const EXPORT = {
  /** Files that one process writes at the same time, and requests that wait to write one. */
  slots: {
    atOnceMax: 4,
    atOncePerCallerMax: 2,
    waitingPerCallerMax: 2,
    waitingMax: 200,
  },
  /** Bytes that are collected before a write. */
  writtenBytes: 65_536,
} as const;

export const XLSX = {
  rowsPerSheetMax: 1_048_576,
  cellCharactersMax: 32_767,
  numberDigitsMax: 15,
  chunkBytes: 131_072,
  /** Bytes of XML of one sheet; the row that exceeds it is its last. */
  bytesPerSheetMax: 2_147_483_648,
} as const;

export const ZIP = {
  /** Of the whole zip and of each file in it: the format's limit without its 64-bit extension. */
  bytesMax: 4_294_967_294,
  /** The fastest level: a table becomes a tenth larger than at the default, for half the work. */
  level: 1,
  /** Bytes that are read before they are deflated. */
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
  /** A node that is suspended during a migration loses its lock and its transaction. */
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
  /** A run may catch up years over millions of instruments. */
  runTimeoutMs: 86_400_000,
  /** Attempts at one run, each after its node died or stopped; a failed step ends the run. */
  attemptsMax: 100,
  backoffFirstMs: 500,
  /** The previous runner may need a moment to release the lock. */
  lockWaitMs: 2_000,
  /** A runner that has been silent for this time loses its lock. */
  runnerSilenceMaxMs: 15_000,
  /** How long a reader may wait for the end of a run, and how often it polls. */
  waitSecondsMax: 25,
  waitPollIntervalMs: 250,
  /** How often the command line polls, and how long it tolerates an unreachable server. */
  watchEveryMs: 500,
  missedPollsMax: 120,
} as const;

/** The shared limits of all lease workers; each names its own further limits. */
export const LEASE = {
  /** The time for aborted work of a stopping node to store its outcome. */
  abortWaitMs: 1_000,
  /** A node whose renewal failed takes no rows of others for this many renewals. */
  renewalsAfterOutage: 3,
} as const;

export const JOB = {
  attemptsMax: 5,
  atOncePerKindMax: 4,
  atOncePerNodeMax: 8,
  timeoutMs: 60_000,
  backoffFirstMs: 1_000,
  backoffMaxMs: 600_000,
  /** A node that has not renewed its lease for this time has lost its jobs. */
  leaseMs: 10_000,
  renewEveryMs: 3_000,
  pollIntervalMs: 500,
  scheduleEveryMs: 60_000,
  measureEveryMs: 10_000,
  lostPerRoundMax: 500,
  /** The delay before a job is retried after the database was lost. */
  deferMs: 2_000,
  /** The interval at which an outcome is stored again while the database is away. */
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
  /** The digits shown of a masked number, and its minimum length. */
  digitsShown: 4,
  maskedDigitsMin: 8,
  /** The nested causes of an error that are logged. */
  causesMax: 3,
} as const;

export const VAULT = {
  keyBytes: 32,
  /** From the time when a key is known to all nodes to its first use. */
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
  /** Positions that one request reads for its filters; `next` tells where to continue. */
  scannedMax: 10_000,
  typesMax: 50,
  typesCharactersMax: 2_000,
  testDataCharactersMax: 4_000,
} as const;

export const EVENT_STREAM = {
  /** For one node; further readers are refused, and try another node or a later time. */
  readersMax: 5_000,
  /** Concurrent new readers, who share one reading of the last position. */
  connecting: { itemsPerRunMax: 5_000, runsAtOnceMax: 1, itemsWaitingMax: 5_000 },
  /**
   * Events that one node keeps in memory for all its readers; a reader further behind reads the
   * database.
   */
  tailEventsMax: 10_000,
  tailBytesMax: 16_777_216,
  /** How often the database is polled for events that another node numbered. */
  pollIntervalMs: 250,
  pageEventsMax: 500,
  pagesPerRoundMax: 100,
  catchUpEventsMax: 200,
  /** Readers of one node that read the database at the same time. */
  catchUpsAtOnceMax: 4,
  /** Bytes that one reader gets at once, and bytes in its buffer after which it gets no more. */
  chunkBytesMax: 65_536,
  bufferBytes: 65_536,
  heartbeatEveryMs: 15_000,
  sweepEveryMs: 1_000,
  /** A reader that takes nothing for this time, with bytes waiting for it, is disconnected. */
  slowMaxMs: 30_000,
  /** From the last block of a stream to the disconnect. */
  lastWordsMs: 2_000,
  /** How often a reader's rights are checked again: tokens expire, and permissions are removed. */
  recheckEveryMs: 10_000,
  rechecksAtOnceMax: 8,
  /** The reconnect delay for readers. */
  retryMs: 2_000,
} as const;
