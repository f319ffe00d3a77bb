// All limits of the program in one place. Each name contains the unit.

export const DATABASE = {
  // More connections than this would only compete with this program for the processor.
  poolConnectionsPerProcessor: 4,
  poolConnectionsMin: 8,
  poolConnectionsMax: 40,
  /** Connections outside the pool, for exchange sessions, the end of day and probes. */
  dedicatedConnectionsMax: 6,
  /** Prefix of the application name on a node's connections. The node's name follows. */
  applicationName: 'countinghouse',
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  /** How long a session waits for a lock that outlasts a transaction. */
  sessionLockTimeoutMs: 600_000,
  /** The server ends a session with such a lock if it has been silent for this long. */
  sessionLockSilenceMaxMs: 30_000,
  idleInTransactionTimeoutMs: 15_000,
  idleInSnapshotTimeoutMs: 60_000,
  transactionAttempts: 3,
  /** Each end sends keepalives on a connection that has been idle for this long. */
  keepAliveIdleSeconds: 5,
  keepAliveIntervalSeconds: 2,
  keepAliveCount: 3,
  /** The server ends a connection whose client has not acknowledged data for this long. */
  unacknowledgedMaxMs: 10_000,
  /** Interval between two checks of the connections. */
  watchIntervalMs: 1_000,
  /**
   * If a reply has been pending for this long, a new connection is opened to find out whether the
   * old one is dead.
   */
  silenceMaxMs: 5_000,
  probeTimeoutMs: 3_000,
  heartbeatIntervalMs: 4_000,
  /**
   * How long the current host is tried alone before the other hosts are tried too. If it fails
   * earlier, they are tried immediately.
   */
  hostHeadStartMs: 500,
  /**
   * Interval at which a search retries a host that refuses. It is short because all writes wait for
   * the search after a failover.
   */
  hostRetryIntervalMs: 250,
  /**
   * Maximum number of consecutive searches that find no host. After them, the next search starts
   * when a connection fails.
   */
  hostSearchesMax: 120,
  /** Interval between two checks of the server's settings and standbys. */
  serverWatchIntervalMs: 30_000,
  /** Number of rounds in the startup check that a database connection keeps its session. */
  sessionProbeRounds: 3,
  /** Bytes of rows that one connection reads before it yields to other requests. */
  bytesPerTurnMax: 65_536,
} as const;

export const TURN = {
  /** Maximum time that long-running work may block other requests before it yields. */
  sliceMs: 2,
} as const;

export const WARM_UP = {
  /** A warm-up step runs only after the event loop has been nearly idle for this long. */
  idleMs: 10,
  /** The maximum share of `idleMs` during which the event loop was busy. */
  busyShareMax: 0.2,
} as const;

export const HTTP = {
  bodyBytes: 1_048_576,
  attachmentBodyBytes: 16_777_216,
  /**
   * Maximum body size, in bytes, of operations that need no login or have no body. Bodies up to
   * this size do not count towards `heldBodyBytesMax`.
   */
  smallBodyBytes: 65_536,
  /** Total bytes of larger bodies that may be read or processed at once. */
  heldBodyBytesMax: 67_108_864,
  heldBodyBytesPerCallerMax: 33_554_432,
  /** Bytes of large bodies read in each round of the event loop, in total and per read. */
  bytesPerRoundMax: 262_144,
  /** Paused large bodies that resume in each round of the event loop. */
  bodiesPerRoundMax: 8,
  /** Chunks of a body that are smaller than this are joined into pieces of `pieceBytes`. */
  smallChunkBytes: 4_096,
  pieceBytes: 65_536,
  /** Bytes of a body that are copied or decoded before other requests get a turn. */
  sliceBytes: 1_048_576,
  jsonDepth: 32,
  /**
   * Maximum number of members in an object, of items in an array, and of both together in a body.
   */
  jsonMembersMax: 1_000,
  jsonItemsMax: 10_000,
  jsonValuesMax: 10_000,
  publicJsonValuesMax: 1_000,
  /** Enough for a file of 10,000 rows sent as JSON. */
  importJsonValuesMax: 80_000,
  violationsMax: 100,
  formFieldsMax: 50,
  formFieldBytes: 65_536,
  pathParameterLengthMax: 200,
  drainedBodyBytesMax: 67_108_864,
  readyQueryTimeoutMs: 2_000,
  /** A request to the metrics listener must arrive completely within this time. */
  metricsTimeoutMs: 10_000,
  pageSizeDefault: 50,
  pageSizeMax: 500,
  requestTimeoutMs: 30_000,
  idempotencyKeyLengthMin: 16,
  idempotencyKeyLengthMax: 255,
  idempotencyKeyKeptDays: 7,
  duplicateWindowSeconds: 60,
  /** Group commit: how many writes of one operation may share a transaction. */
  groupCommit: { itemsPerRunMax: 100, runsAtOnceMax: 1, itemsWaitingMax: 1_000 },
  requestsPerMinute: 60_000,
  /**
   * Failures per key before a wrong secret is answered with 429. A correct secret is always
   * accepted.
   */
  failuresPerMinuteMax: 30,
  failureKeysMax: 10_000,
  retryAfterSeconds: 1,
} as const;

/** The stages of a shutdown, in milliseconds after the stop request. */
export const STOP = {
  /** The latest time at which the process exits, because supervisors kill it after ten seconds. */
  deadlineMs: 9_800,
  /**
   * If a startup does not stop within this time after the stop request, it is aborted. On a slow
   * machine, ending a database server that is being created takes seconds.
   */
  startCutMs: 8_000,
  /**
   * How long the node reports that it is not ready before the port closes. Included in
   * `deadlineMs`.
   */
  noticeMs: 2_000,
  /** Delay between closing the port and closing idle connections. */
  portClosedMs: 300,
  /**
   * This limit and the following ones are measured from when the port closes. Requests that are
   * still running at this limit are aborted.
   */
  requestsCutMs: 3_000,
  requestsUntilMs: 3_500,
  /** Business workers stop first, then the node's own. */
  workersUntilMs: 5_900,
  nodeUntilMs: 6_300,
  databaseUntilMs: 7_000,
  /** How long a closing pool waits for its connections to end. */
  poolMs: 500,
  /** How long open handles may keep the process alive after shutdown. */
  lingerMs: 250,
} as const;

/** Low-priority processes that render documents and write mail. */
export const BACKGROUND = {
  processesMax: 4,
  processMegabytesMax: 256,
  /** Process niceness, from 0 (same as the program) to 19 (lowest priority). */
  niceness: 10,
  idleTimeoutMs: 60_000,
  /** Maximum time from the request to the result. After that, the caller gets a refusal. */
  timeoutMs: 20_000,
  /** Like `timeoutMs`, but for an e-mail. It is longer because no user waits for the result. */
  mailTimeoutMs: 60_000,
  /** The time from the request until a process that is still working on it is killed. */
  abandonMs: 90_000,
  waitingMax: 100,
  /** A task is abandoned once this many processes have died while running it. */
  attemptsMax: 2,
  /** Delay before a process that died while idle is replaced. */
  restartMs: 1_000,
  /** File handles needed to start a process, with a margin. */
  handlesOfStart: 16,
} as const;

export const DRAWING = {
  /** How many words' glyph positions a font caches, and the maximum length of a cached word. */
  wordsMax: 10_000,
  wordLettersMax: 24,
  /** Cached subsets of a font, one per set of uncommon letters. */
  subsetsMax: 64,
  /** Concurrent rendering requests: one per process, and a few more to keep the processes busy. */
  slots: {
    atOnceMax: 8,
    atOncePerCallerMax: 4,
    waitingPerCallerMax: 100,
    waitingMax: 1_000,
  },
} as const;

export const CSV = {
  /** Characters that are read before other requests get a turn. */
  sliceCharacters: 16_384,
  columnsMax: 200,
  /** Characters of a header that are shown in messages. */
  headerCharactersMax: 100,
} as const;

export const ROW_FILE = {
  /** Maximum bytes of a body with a file, and characters of the file as base64. */
  bodyBytes: 8_000_000,
  base64CharactersMax: 7_900_000,
  /** Maximum rows above the header, such as an address or a title. */
  preambleRowsMax: 100,
  /** Rows and characters used to guess the delimiter. */
  sampleRowsMax: 100,
  sampleCharactersMax: 65_536,
  /** Maximum number of skipped rows and unreadable cells that a reply lists for a file. */
  skippedShownMax: 50,
  faultsShownMax: 50,
  /** Rows shown by the inspection of a file. */
  shownRowsMax: 20,
  /** Characters of a cell shown in a message. */
  shownCharactersMax: 60,
  columnsStatedMax: 200,
} as const;

/** An uploaded workbook is a compressed archive, so its unpacked size has its own limit. */
export const WORKBOOK = {
  unpackedBytesMax: 67_108_864,
  partsMax: 200,
  /** Compressed bytes that are unpacked before other requests get a turn. */
  sliceBytes: 16_384,
  sheetsMax: 100,
  cellsMax: 1_000_000,
  columnsMax: 1_000,
  formatsMax: 65_536,
} as const;

export const EXPORT = {
  /** Files that one process writes at once, and requests that may wait. */
  slots: {
    atOnceMax: 4,
    atOncePerCallerMax: 2,
    waitingPerCallerMax: 2,
    waitingMax: 200,
  },
  /** Bytes that are buffered before each write. */
  writtenBytes: 65_536,
} as const;

export const XLSX = {
  rowsPerSheetMax: 1_048_576,
  cellCharactersMax: 32_767,
  tabCharactersMax: 31,
  numberDigitsMax: 15,
  chunkBytes: 131_072,
  /** Maximum bytes of XML per sheet. The row that exceeds this limit is the sheet's last row. */
  bytesPerSheetMax: 2_147_483_648,
} as const;

export const ZIP = {
  /** Maximum bytes of the archive and of each file in it. The 64-bit extension is not used. */
  bytesMax: 4_294_967_294,
  /**
   * The fastest level. It takes half the work of the default level, and files are a tenth larger.
   */
  level: 1,
  /** Bytes buffered before compression. */
  aheadBytes: 262_144,
} as const;

export const AMOUNT = {
  digitsMax: 15,
  textLengthMax: 4_000,
} as const;

export const REFERENCE_DATA = {
  codeCharactersMax: 30,
  /** Maximum number of former codes of one record. */
  aliasesMax: 20,
} as const;

export const CALENDAR = {
  closedDaysInARowMax: 60,
  businessDaysAddedMax: 3_660,
} as const;

export const MIGRATION = {
  lockWaitMs: 120_000,
  /** A node that hangs for this long during a migration loses its lock and its transaction. */
  silenceMaxMs: 60_000,
} as const;

export const LEDGER = {
  linesPerCallMax: 20_000,
  foldEveryMs: 1_000,
  foldJournalsMax: 5_000,
} as const;

export const END_OF_DAY = {
  daysPerRunMax: 3_660,
  /** How many of a run's most recent closed days are shown with their steps. */
  daysShownMax: 31,
  errorCharactersMax: 500,
  /** A run may close years of business days for millions of instruments. */
  runTimeoutMs: 86_400_000,
  /**
   * Maximum number of attempts to continue a run after its node died or stopped. A failed step ends
   * the run.
   */
  attemptsMax: 100,
  backoffFirstMs: 500,
  /** How long a run waits for the previous runner to release its lock. */
  lockWaitMs: 2_000,
  /** A runner that shows no sign of life for this long loses its lock. */
  runnerSilenceMaxMs: 15_000,
  /** How long a caller may wait for the end of a run, and how often the server polls for it. */
  waitSecondsMax: 25,
  waitPollIntervalMs: 250,
  /** Poll interval of the command line, and the number of failed polls that it tolerates. */
  watchEveryMs: 500,
  missedPollsMax: 120,
} as const;

/** Limits of all lease workers. Each worker has its own limits, too. */
export const LEASE = {
  /** How long aborted work on a stopping node may take to store its outcome. */
  abortWaitMs: 1_000,
  /** For this many renewals after a failed renewal, a node takes no leases from other nodes. */
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
  /**
   * Delay before a job is retried if its attempt failed because the database became unavailable.
   */
  deferMs: 2_000,
  /** The interval between attempts to store an outcome while the database is unavailable. */
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
  /**
   * How many trailing digits of a masked number are shown, and how many digits a number must have
   * to show any.
   */
  digitsShown: 4,
  maskedDigitsMin: 8,
  /** Maximum number of nested causes that are logged with an error. */
  causesMax: 3,
} as const;

export const VAULT = {
  keyBytes: 32,
  /** How long all nodes have to load a new key before it is first used to encrypt. */
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
  /** Positions scanned for matching events by one request. The next request continues at `next`. */
  scannedMax: 10_000,
  typesMax: 50,
  typesCharactersMax: 2_000,
  testDataCharactersMax: 4_000,
} as const;

export const EVENT_STREAM = {
  /** Readers per node. Others are refused, and may retry later or on another node. */
  readersMax: 5_000,
  /** Readers that connect at the same time. They share one read of the last position. */
  connecting: { itemsPerRunMax: 5_000, runsAtOnceMax: 1, itemsWaitingMax: 5_000 },
  /**
   * Recent events cached by a node for all its readers. Readers further behind read the database.
   */
  tailEventsMax: 10_000,
  tailBytesMax: 16_777_216,
  /** Interval at which the database is polled for events numbered by another node. */
  pollIntervalMs: 250,
  pageEventsMax: 500,
  pagesPerRoundMax: 100,
  catchUpEventsMax: 200,
  /** Readers per node that may read the database at once. */
  catchUpsAtOnceMax: 4,
  /** Bytes sent to a reader at once, and the number of unsent bytes at which sending pauses. */
  chunkBytesMax: 65_536,
  bufferBytes: 65_536,
  heartbeatEveryMs: 15_000,
  sweepEveryMs: 1_000,
  /** A reader that accepts no bytes for this long is disconnected. */
  slowMaxMs: 30_000,
  /** How long a connection stays open after the last block of its stream. */
  lastWordsMs: 2_000,
  /**
   * Interval at which a reader's rights are checked again, because tokens expire and rights are
   * revoked.
   */
  recheckEveryMs: 10_000,
  rechecksAtOnceMax: 8,
  /** The reconnection delay sent to readers. */
  retryMs: 2_000,
} as const;

export const OWN_WORK = {
  /** Lists that one request counts at the same time. */
  countedAtOnce: 4,
  /** Characters, enough for all codes. */
  codesLengthMax: 2_000,
} as const;
