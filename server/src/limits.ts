// Every limit of the program, in one place, with its unit in its name.

export const DATABASE = {
  // More would only take the processors from this program: the server works on as many as it gets.
  poolConnectionsPerProcessor: 4,
  poolConnectionsLeast: 8,
  poolConnectionsMost: 40,
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 30_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 60_000,
  transactionAttempts: 3,
  /** Of rows that one connection reads between two turns of other requests. */
  bytesPerTurnMost: 65_536,
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
  heldBodyBytesMost: 67_108_864,
  heldBodyBytesPerCallerMost: 33_554_432,
  /** Bytes of a body that are decoded between two turns of other requests. */
  sliceBytes: 1_048_576,
  jsonDepth: 32,
  /** Members of one object, items of one array, and both in a whole body. */
  jsonMembersMost: 1_000,
  jsonItemsMost: 10_000,
  jsonValuesMost: 10_000,
  publicJsonValuesMost: 1_000,
  /** A file of 10,000 rows, sent as JSON. */
  importJsonValuesMost: 80_000,
  violationsMost: 100,
  formFieldsMost: 50,
  formFieldBytes: 65_536,
  pathParameterLengthMost: 200,
  drainedBodyBytesMost: 67_108_864,
  readyQueryTimeoutMs: 2_000,
  /** A request to the listener of the figures must have come whole by then. */
  metricsTimeoutMs: 10_000,
  pageSizeDefault: 50,
  pageSizeMost: 500,
  requestTimeoutMs: 30_000,
  drainTimeoutMs: 8_000,
  idempotencyKeyLengthLeast: 16,
  idempotencyKeyLengthMost: 255,
  idempotencyKeyKeptDays: 7,
  lookAlikeWindowSeconds: 60,
  /** Writes that share a transaction, of one operation. */
  gathered: { itemsPerRunMost: 100, runsAtOnceMost: 1, itemsWaitingMost: 1_000 },
  requestsPerMinute: 60_000,
  /** Of one key, before a wrong proof is answered with 429; a right one is always served. */
  failuresPerMinuteMax: 30,
  failureKeysMax: 10_000,
  retryAfterSeconds: 1,
} as const;

export const DRAWING = {
  threadsMost: 4,
  threadMegabytesMost: 256,
  idleTimeoutMs: 60_000,
  /** From being asked for to being drawn. */
  timeoutMs: 20_000,
  waitingMost: 100,
  /** Requests for drawings: as many as threads and some to keep them busy. */
  slots: {
    atOnceMost: 8,
    atOncePerCallerMost: 4,
    waitingPerCallerMost: 100,
    waitingMost: 1_000,
  },
} as const;

export const CSV = {
  /** Read between two turns of other requests. */
  sliceCharacters: 16_384,
  columnsMost: 200,
  /** Of a header as it is shown. */
  headerCharactersMost: 100,
} as const;

export const EXPORT = {
  /** Files that one process writes at the same time, and requests that wait to write one. */
  slots: {
    atOnceMost: 4,
    atOncePerCallerMost: 2,
    waitingPerCallerMost: 2,
    waitingMost: 200,
  },
  /** What is gathered before it is written. */
  writtenBytes: 65_536,
} as const;

export const XLSX = {
  rowsPerSheetMost: 1_048_576,
  cellCharactersMost: 32_767,
  numberDigitsMost: 15,
  chunkCharacters: 65_536,
} as const;

export const AMOUNT = {
  digitsMost: 15,
  textLengthMost: 4_000,
} as const;

export const CALENDAR = {
  closedDaysInARowMost: 60,
  businessDaysAddedMost: 3_660,
} as const;

export const MIGRATION = {
  lockWaitMs: 120_000,
} as const;

export const LEDGER = {
  linesPerCallMost: 20_000,
  foldEveryMs: 1_000,
  foldJournalsMost: 5_000,
} as const;

export const END_OF_DAY = {
  daysPerRunMost: 3_660,
  /** Of a run, the last days closed are shown with their steps. */
  daysShownMost: 31,
  errorCharactersMost: 500,
  /** A run may catch up years over millions of instruments. */
  runTimeoutMs: 86_400_000,
  /** Attempts at one run, each after its node died or stopped; a failed step ends the run. */
  attemptsMost: 100,
  backoffFirstMs: 500,
  /** The runner before may take a moment to let go. */
  lockWaitMs: 2_000,
  /** How long a reader may wait for the end of a run, and how often it looks. */
  waitSecondsMost: 25,
  waitLookMs: 250,
  /** How often the command line looks, and for how long it misses the server. */
  watchEveryMs: 500,
  missedLooksMost: 120,
} as const;

/** What all lease workers have in common; each names its own further limits. */
export const LEASE = {
  /** What a stopping node has broken off may write its end for so long. */
  abortWaitMs: 1_000,
} as const;

export const JOB = {
  attemptsMost: 5,
  atOncePerKindMost: 4,
  atOncePerNodeMost: 8,
  timeoutMs: 60_000,
  backoffFirstMs: 1_000,
  backoffMostMs: 600_000,
  /** A node that does not renew its lease for so long has lost its jobs to the others. */
  leaseMs: 10_000,
  renewEveryMs: 3_000,
  lookEveryMs: 500,
  scheduleEveryMs: 60_000,
  measureEveryMs: 10_000,
  lostPerRoundMost: 500,
  stopWaitMs: 4_000,
  errorCharactersMost: 500,
  doneKeptDays: 7,
  deadKeptDays: 365,
  purgeTimeoutMs: 1_800_000,
  purgeBatchRows: 1_000,
  purgeBatchesMost: 100_000,
} as const;

export const SCANNER = {
  pieceBytes: 65_536,
  answerBytesMost: 4_096,
  silenceMostMs: 60_000,
} as const;

export const PERSONAL_DATA = {
  /** Of a masked number, so much is shown of one that is this long. */
  digitsShown: 4,
  maskedDigitsLeast: 8,
  /** Of an error, so many causes are told. */
  causesMost: 3,
} as const;

export const VAULT = {
  keyBytes: 32,
  /** From a key being known to all nodes to the first thing sealed under it. */
  graceMs: 30_000,
  refreshEveryMs: 5_000,
  batchesMost: 10_000_000,
} as const;

export const EVENT = {
  sequenceEveryMs: 250,
  measureEveryMs: 10_000,
  sequencedPerBatchMost: 5_000,
  batchesPerRoundMost: 1_000,
  listedMost: 500,
  listedDefault: 50,
  /** Positions that one request reads through for its filters; `next` says where to go on. */
  scannedMost: 10_000,
  typesMost: 50,
  typesCharactersMost: 2_000,
  testDataCharactersMost: 4_000,
} as const;

export const EVENT_STREAM = {
  /** Of one node; who comes later is sent away, to another node or a later time. */
  readersMost: 5_000,
  /** Readers that connect at a moment, who are told one reading of the last position. */
  connecting: { itemsPerRunMost: 5_000, runsAtOnceMost: 1, itemsWaitingMost: 5_000 },
  /** What one node keeps ready for all its readers; who is further behind reads the database. */
  tailEventsMost: 10_000,
  tailBytesMost: 16_777_216,
  /** How often the database is looked at for what another node numbered. */
  lookEveryMs: 250,
  pageEventsMost: 500,
  pagesPerRoundMost: 100,
  catchUpEventsMost: 200,
  /** Readers of one node that read the database at the same time. */
  catchUpsAtOnceMost: 4,
  /** What one reader is handed at a time, and what waits for it before it is handed no more. */
  chunkBytesMost: 65_536,
  bufferBytes: 65_536,
  heartbeatEveryMs: 15_000,
  sweepEveryMs: 1_000,
  /** A reader that takes nothing for so long while something waits for it is hung up on. */
  slowMostMs: 30_000,
  /** From the last words of a stream to hanging up. */
  lastWordsMs: 2_000,
  /** How often it is asked whether a reader may still read: tokens end, and rights are taken. */
  recheckEveryMs: 10_000,
  rechecksAtOnceMost: 8,
  /** What a reader is told to wait before it comes again. */
  retryMs: 2_000,
} as const;
