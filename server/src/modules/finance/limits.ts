// Limits of the finance module, each with its unit in its name.

export const CASH_TRANSACTION = {
  /** How many latest transactions of the account a new one is compared with. */
  lookAlikesRead: 20,
  descriptionLength: 1_000,
  processorResponseLength: 4_000,
  reasonLength: 500,
  feePercentMax: 100,
} as const;

export const AMOUNT = {
  /**
   * Of one amount, in minor units: as many digits as a JSON number carries. Sums of accounts, which
   * are `bigint`, have room for thousands of such amounts.
   */
  minorMax: 10n ** 15n - 1n,
} as const;

export const APPROVAL = {
  /** How many persons a policy may ask for. */
  approvalsMax: 5,
  bandsMax: 20,
} as const;

export const ACCOUNT_RULE = {
  /** The highest limit of debits in a month. */
  debitsMax: 10_000,
} as const;

export const EXCHANGE_RATE = {
  sourceLength: 100,
  /** Units of the quote currency for one of the base. */
  rateMax: 1_000_000_000,
  /** An older rate converts no money. */
  ageDaysMax: 7,
} as const;

export const VALUE_DATE = {
  /** Receipts and transfers that one transaction of the end of day lets go of. */
  releasedPerBatch: 500,
  batchesMax: 100_000,
} as const;

export const CASH_BATCH = {
  /** Rows of one call that makes a batch. */
  rowsMax: 500,
  /** Transactions of a batch that one call approves or posts. */
  membersMax: 1_000,
  csvCharactersMax: 500_000,
  bodyBytes: 1_000_000,
} as const;

export const BANK_STATEMENT = {
  linesMax: 5_000,
  fileCharactersMax: 2_000_000,
  /** XML says the same with more words. */
  xmlCharactersMax: 6_000_000,
  xml: { elementsMax: 250_000, depthMax: 50 },
  bodyBytes: 8_000_000,
  columnLength: 100,
  violationsShown: 50,
  /** How far apart the dates of a line and of its transaction may be. */
  windowDays: 10,
  /** A shorter reference is not looked for in the words of a line. */
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

export const INTEGRITY = {
  examplesPerInvariantMax: 10,
  checkEveryMs: 3_600_000,
  /** Of one statement; books of years are read whole. */
  watchTimeoutMs: 1_200_000,
} as const;

export const FOLD = {
  /** Rounds without a pause; then other work gets its turn. */
  roundsInARowMax: 20,
} as const;

export const LEDGER_LINE = {
  /** Lines that one statement of an export reads. */
  readAtOnce: 2_000,
} as const;

export const STATEMENT = {
  /** Lines on paper; longer ones are for spreadsheets. */
  paperLinesMax: 2_000,
} as const;

export const GENERAL_LEDGER = {
  accountsReadAtOnce: 200,
} as const;
