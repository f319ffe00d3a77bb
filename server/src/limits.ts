// Every limit of the program, in one place, with its unit in its name.

export const DATABASE = {
  // More would only take the processors from this program: the server works on as many as it gets.
  poolConnectionsPerProcessor: 4,
  poolConnectionsMin: 8,
  poolConnectionsMax: 40,
  /** Connections beside the pool: sessions with exchanges, the end of day, probes. */
  dedicatedConnectionsMax: 6,
  /** How the connections of nodes are named, each followed by its node. */
  applicationName: 'countinghouse',
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 15_000,
  idleInSnapshotTimeoutMs: 60_000,
  transactionAttempts: 3,
  /** A connection without traffic is tested by keepalives after so long; both ends do it. */
  keepAliveIdleSeconds: 5,
  keepAliveIntervalSeconds: 2,
  keepAliveCount: 3,
  /** The server ends a connection whose client does not acknowledge data for so long. */
  unacknowledgedMaxMs: 10_000,
  /** Connections are looked at so often. */
  watchIntervalMs: 1_000,
  /** One that owes an answer for so long is compared with a new one. */
  silenceMaxMs: 5_000,
  probeTimeoutMs: 3_000,
  heartbeatIntervalMs: 4_000,
  /** After a failed connection, the host that serves is looked for so often. */
  hostSearchIntervalMs: 1_000,
  hostSearchesMax: 30,
  /** Settings and standbys of the server are looked at so often. */
  serverWatchIntervalMs: 30_000,
  /** At the start, two connections are compared so often. */
  sessionProbeRounds: 3,
  /** Of rows that one connection reads between two turns of other requests. */
  bytesPerTurnMax: 65_536,
} as const;

export const TURN = {
  /** Long work goes on for so long before other requests have a turn. */
  sliceMs: 2,
} as const;

export const WARM_UP = {
  /** After so long without much work, a step of the warm-up is done. */
  idleMs: 10,
  /** Of that time, what the event loop may have worked. */
  busyShareMax: 0.2,
} as const;

export const HTTP = {
  bodyBytes: 1_048_576,
  attachmentBodyBytes: 16_777_216,
  /** Of operations that anyone may call. */
  publicBodyBytes: 65_536,
  /** Bodies up to this size are always read. */
  smallBodyBytes: 65_536,
  /** Larger bodies that the server reads or works on at the same time. */
  heldBodyBytesMax: 67_108_864,
  heldBodyBytesPerCallerMax: 33_554_432,
  /** Bytes of large bodies that are read in one round of the event loop, and one read of each. */
  bytesPerRoundMax: 262_144,
  /** Large bodies that wait and go on in one round. */
  bodiesPerRoundMax: 8,
  /** Chunks of a body below this size are copied together, into pieces of so many bytes. */
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
  /** A request to the listener of the figures must have come whole by then. */
  metricsTimeoutMs: 10_000,
  pageSizeDefault: 50,
  pageSizeMax: 500,
  requestTimeoutMs: 30_000,
  idempotencyKeyLengthMin: 16,
  idempotencyKeyLengthMax: 255,
  idempotencyKeyKeptDays: 7,
  duplicateWindowSeconds: 60,
  /** Writes that share a transaction, of one operation. */
  groupCommit: { itemsPerRunMax: 100, runsAtOnceMax: 1, itemsWaitingMax: 1_000 },
  requestsPerMinute: 60_000,
  /** Of one key, before a wrong proof is answered with 429; a right one is always served. */
  failuresPerMinuteMax: 30,
  failureKeysMax: 10_000,
  retryAfterSeconds: 1,
} as const;

/** The end of the program, in milliseconds after it was asked to stop. */
export const STOP = {
  /** The process has ended by then, whatever hangs; supervisors kill after ten seconds. */
  deadlineMs: 9_800,
  /** A start that was asked to end is cut off then: it waits for the database in many places. */
  startCutMs: 3_000,
  /** The deadline leaves so much for the time between "not ready" and the closing of the port. */
  noticeMs: 2_000,
  /** After the notice the port is closed for so long before idle connections are. */
  portClosedMs: 300,
  /** The stages below count from the closing of the port. Requests under way are cut off. */
  requestsCutMs: 3_000,
  requestsUntilMs: 3_500,
  /** Workers that do the business of the firm, and then those that keep the node itself. */
  workersUntilMs: 5_900,
  nodeUntilMs: 6_300,
  databaseUntilMs: 7_000,
  /** Connections that a pool waits for when it closes. */
  poolMs: 500,
  /** What is left open after the end keeps the process for so long at most. */
  lingerMs: 250,
} as const;

/** Processes of low priority, which draw documents and write mails. */
export const BACKGROUND = {
  processesMax: 4,
  processMegabytesMax: 256,
  /** Of 0 (like the program) to 19 (whatever is left). */
  niceness: 10,
  idleTimeoutMs: 60_000,
  /** From being requested to being done. */
  timeoutMs: 20_000,
  waitingMax: 100,
  /** Processes that may die at one piece of work. */
  attemptsMax: 2,
  /** How long after one that died before it had work the next is started for what waits. */
  restartMs: 1_000,
  /** File handles that the start of one needs, and some more. */
  handlesOfStart: 16,
} as const;

export const DRAWING = {
  /** Words whose letters a font remembers the places of, and the longest such word. */
  wordsMax: 10_000,
  wordLettersMax: 24,
  /** Subsets that a font remembers: one for each set of letters beyond the common ones. */
  subsetsMax: 64,
  /** Requests for drawings: as many as processes and some to keep them busy. */
  slots: {
    atOnceMax: 8,
    atOncePerCallerMax: 4,
    waitingPerCallerMax: 100,
    waitingMax: 1_000,
  },
} as const;

export const CSV = {
  /** Read between two turns of other requests. */
  sliceCharacters: 16_384,
  columnsMax: 200,
  /** Of a header as it is shown. */
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
  /** What is gathered before it is written. */
  writtenBytes: 65_536,
} as const;

export const XLSX = {
  rowsPerSheetMax: 1_048_576,
  cellCharactersMax: 32_767,
  numberDigitsMax: 15,
  chunkBytes: 131_072,
  /** Of the XML of one sheet; the row that goes beyond it is its last. */
  bytesPerSheetMax: 2_147_483_648,
} as const;

export const ZIP = {
  /** Of the whole and of each file in it: what the format holds without its 64-bit extension. */
  bytesMax: 4_294_967_294,
  /** The quickest: a table becomes a tenth larger than at the default, for half of the work. */
  level: 1,
  /** Read before they are deflated. */
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
  /** A node that stands still while it migrates loses its lock and its transaction. */
  silenceMaxMs: 60_000,
} as const;

export const LEDGER = {
  linesPerCallMax: 20_000,
  foldEveryMs: 1_000,
  foldJournalsMax: 5_000,
} as const;

export const END_OF_DAY = {
  daysPerRunMax: 3_660,
  /** Of a run, the last days closed are shown with their steps. */
  daysShownMax: 31,
  errorCharactersMax: 500,
  /** A run may catch up years over millions of instruments. */
  runTimeoutMs: 86_400_000,
  /** Attempts at one run, each after its node died or stopped; a failed step ends the run. */
  attemptsMax: 100,
  backoffFirstMs: 500,
  /** The runner before may take a moment to let go. */
  lockWaitMs: 2_000,
  /** A runner that gives no sign of life for so long loses its lock. */
  runnerSilenceMaxMs: 15_000,
  /** How long a reader may wait for the end of a run, and how often it looks. */
  waitSecondsMax: 25,
  waitPollIntervalMs: 250,
  /** How often the command line looks, and for how long it misses the server. */
  watchEveryMs: 500,
  missedPollsMax: 120,
} as const;

/** What all lease workers have in common; each names its own further limits. */
export const LEASE = {
  /** What a stopping node has broken off may write its end for so long. */
  abortWaitMs: 1_000,
  /** A node whose renewal failed takes nothing from others for so many renewals. */
  renewalsAfterOutage: 3,
} as const;

export const JOB = {
  attemptsMax: 5,
  atOncePerKindMax: 4,
  atOncePerNodeMax: 8,
  timeoutMs: 60_000,
  backoffFirstMs: 1_000,
  backoffMaxMs: 600_000,
  /** A node that does not renew its lease for so long has lost its jobs to the others. */
  leaseMs: 10_000,
  renewEveryMs: 3_000,
  pollIntervalMs: 500,
  scheduleEveryMs: 60_000,
  measureEveryMs: 10_000,
  lostPerRoundMax: 500,
  /** A job whose attempt met a lost database comes again after so long. */
  deferMs: 2_000,
  /** While the database is away, the outcome of an attempt is written again so often. */
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
  /** Of a masked number, so much is shown of one that is this long. */
  digitsShown: 4,
  maskedDigitsMin: 8,
  /** Of an error, so many causes are told. */
  causesMax: 3,
} as const;

export const VAULT = {
  keyBytes: 32,
  /** From a key being known to all nodes to the first thing sealed under it. */
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
  /** Positions that one request reads through for its filters; `next` says where to go on. */
  scannedMax: 10_000,
  typesMax: 50,
  typesCharactersMax: 2_000,
  testDataCharactersMax: 4_000,
} as const;

export const EVENT_STREAM = {
  /** Of one node; who comes later is sent away, to another node or a later time. */
  readersMax: 5_000,
  /** Readers that connect at a moment, who are told one reading of the last position. */
  connecting: { itemsPerRunMax: 5_000, runsAtOnceMax: 1, itemsWaitingMax: 5_000 },
  /** What one node keeps ready for all its readers; who is further behind reads the database. */
  tailEventsMax: 10_000,
  tailBytesMax: 16_777_216,
  /** How often the database is looked at for what another node numbered. */
  pollIntervalMs: 250,
  pageEventsMax: 500,
  pagesPerRoundMax: 100,
  catchUpEventsMax: 200,
  /** Readers of one node that read the database at the same time. */
  catchUpsAtOnceMax: 4,
  /** What one reader is handed at a time, and what waits for it before it is handed no more. */
  chunkBytesMax: 65_536,
  bufferBytes: 65_536,
  heartbeatEveryMs: 15_000,
  sweepEveryMs: 1_000,
  /** A reader that takes nothing for so long while something waits for it is hung up on. */
  slowMaxMs: 30_000,
  /** From the last words of a stream to hanging up. */
  lastWordsMs: 2_000,
  /** How often it is asked whether a reader may still read: tokens end, and rights are taken. */
  recheckEveryMs: 10_000,
  rechecksAtOnceMax: 8,
  /** What a reader is told to wait before it comes again. */
  retryMs: 2_000,
} as const;
