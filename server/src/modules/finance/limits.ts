// Limits for finance; each name includes its unit.

export const CASH_TRANSACTION = {
  /**
   * Number of an account's latest transactions that a new one is compared with to find duplicates.
   */
  duplicatesRead: 20,
  descriptionLength: 1_000,
  processorResponseLength: 4_000,
  taxClassLength: 40,
  reasonLength: 500,
  feePercentMax: 100,
} as const;

export const AMOUNT = {
  /**
   * The largest amount in minor units: as many digits as a JSON number represents exactly. Account
   * totals are `bigint` and have room for thousands of amounts of this size.
   */
  minorMax: 10n ** 15n - 1n,
} as const;

export const APPROVAL = {
  /** Maximum number of approvers that a policy may require. */
  approvalsMax: 5,
  bandsMax: 20,
} as const;

export const ACCOUNT_RULE = {
  /** Maximum number of debits per month that an account rule may allow. */
  debitsMax: 10_000,
} as const;

export const EXCHANGE_RATE = {
  sourceLength: 100,
  /** The highest rate, in units of the quote currency per unit of the base currency. */
  rateMax: 1_000_000_000,
  /** Maximum age, in days, of a rate that is used for conversions or thresholds. */
  ageDaysMax: 7,
} as const;

export const VALUE_DATE = {
  /** Maximum number of receipts and transfers released in one end-of-day transaction. */
  releasedPerBatch: 500,
  batchesMax: 100_000,
} as const;

export const CASH_BATCH = {
  /** Maximum number of rows in one call that creates a batch. */
  rowsMax: 500,
  /** Maximum number of a batch's transactions that one call approves or posts. */
  membersMax: 1_000,
  csvCharactersMax: 500_000,
} as const;

export const BANK_STATEMENT = {
  linesMax: 5_000,
  fileCharactersMax: 2_000_000,
  /**
   * Maximum number of characters in an XML statement, which needs more characters than other
   * formats for the same content.
   */
  xmlCharactersMax: 6_000_000,
  xml: { elementsMax: 250_000, depthMax: 50 },
  bodyBytes: 8_000_000,
  columnLength: 100,
  violationsShown: 50,
  /** Maximum number of invalid rows collected from a message before it is refused. */
  refusedRowsMax: 5_000,
  /** Maximum number of characters stored for an invalid row of a message. */
  refusedTextLength: 1_000,
  /** Maximum number of statements, or pages of statements, in one file. */
  pagesMax: 1_000,
  /** Maximum number of notes about skipped parts of a file. */
  notesShown: 50,
  bankAccountLength: 100,
  /** Maximum number of days between the dates of a matched line and transaction. */
  windowDays: 10,
  /** Minimum length, in characters, of a reference that is searched for in a line's text. */
  referenceLengthMin: 6,
  suggestionsMax: 10,
} as const;

export const CHART = {
  codeLength: 60,
  labelLength: 100,
} as const;

export const JOURNAL = {
  linesMax: 500,
  narrationLength: 500,
  referenceLength: 100,
  importRowsMax: 5_000,
  importCellLength: 500,
  importLabelLength: 200,
} as const;

export const GATEWAY = {
  codeLength: 40,
  successCodeLength: 100,
  successCodesMax: 50,
} as const;

export const INTEGRITY = {
  examplesPerInvariantMax: 10,
  checkEveryMs: 3_600_000,
  /**
   * Delay of the first check. A check reads all the books and would compete with startup for
   * connections and processor time.
   */
  firstCheckAfterMs: 30_000,
  /** Timeout per statement, in milliseconds; a statement may read years of books. */
  watchTimeoutMs: 1_200_000,
} as const;

export const FOLD = {
  /** Maximum number of rounds without a pause for other work. */
  roundsInARowMax: 20,
} as const;

export const LEDGER_LINE = {
  /** Number of lines that an export reads with one SQL statement. */
  readAtOnce: 2_000,
} as const;

export const STATEMENT = {
  /** Maximum number of lines in a PDF statement; longer statements are exported as spreadsheets. */
  paperLinesMax: 2_000,
} as const;

export const GENERAL_LEDGER = {
  accountsReadAtOnce: 200,
} as const;
