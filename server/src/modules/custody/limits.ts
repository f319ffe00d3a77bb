// Limits for custody.

export const CUSTODY = {
  /** Maximum number of entitlements paid in one transaction. A journal may have seven lines. */
  paymentsPerBatch: 1_500,
  /** Maximum number of elections instructed in one transaction, each with a journal. */
  electionsPerBatch: 1_000,
  /** Holders who have made no election are reminded this many business days before the deadline. */
  electionReminderDays: [5, 1],
  /** Maximum number of elections in one allotment, which is approved in one transaction. */
  allotmentRowsMax: 5_000,
  /** Batches of one event that run at the same time, each on its own database connection. */
  batchesAtOnce: 3,
  /** Maximum number of batches processed for one event in one run. */
  batchesPerStepMax: 100_000,
  /** Maximum duration of the job that pays one event. */
  paymentTimeoutMs: 1_800_000,
  /** Maximum duration of the job that entitles the holders of one event. */
  entitlingTimeoutMs: 1_800_000,
  /** Maximum number of events read for the list of amounts due, latest payment dates first. */
  dueEventsMax: 2_000,
  /** Maximum number of portfolios processed in one transaction of an end-of-day step or job. */
  portfoliosPerBatch: 2_000,
  /** Maximum number of days between an ex-date and today, in the future or in the past. */
  exDateAheadDaysMax: 366,
  exDateBackDaysMax: 1_100,
  /** Maximum number of batches of orders changed for an ex-date in one run of a step. */
  batchesPerExDateMax: 10_000,
  /**
   * On an ex-date, the delay in milliseconds before the job rechecks an order that is waiting for
   * an answer from the exchange.
   */
  orderFollowMs: 30_000,
  /** A market claim may be opened until this number of months after its event was closed. */
  claimMonthsMax: 12,
  /** Maximum number of market claims opened in one transaction. */
  claimsPerBatch: 2_500,
  /**
   * Trades are checked for claims from this many days before the ex-date or the record date,
   * whichever is earlier.
   */
  claimTradeDaysMax: 60,
  /** Maximum number of rows in a registrar's list, and of differing rows in one reply. */
  registrarRowsMax: 100_000,
  registrarRowsShownMax: 200,
  /** Decimals of a rate per unit. */
  rateDecimalsMax: 12,
  optionsMax: 20,
  /** Maximum number of units in a ratio. */
  ratioMax: 1_000_000_000,
  codeCharactersMax: 20,
  sourceCharactersMax: 1_000,
  /** Maximum number of versions of the terms shown for one event, newest first. */
  versionsShownMax: 100,
  /** Maximum number of securities in one transfer, and of lots for each security. */
  transferLinesMax: 200,
  transferLotsMax: 500,
  /**
   * Maximum number of rows in a file of transfers. The file is stored, and approved, in one
   * transaction.
   */
  transferRowsMax: 2_000,
  /** Rows read per statement while a file is written. */
  exportedAtOnce: 1_000,
  /** Maximum number of payments shown in a customer's income. */
  incomeRowsMax: 2_000,
  /** Maximum number of unpaid entitlements read for a customer's valuation. */
  receivablesMax: 5_000,
  /** Number of months ahead for which a customer's expected income is shown. */
  incomeMonthsAhead: 12,
  /** Number of months ahead for which the bond ladder shows payments if no date is given. */
  ladderMonthsAhead: 12,
  /** Maximum number of payments shown in the bond ladder. */
  ladderPaymentsMax: 1_000,
  /** How many days in advance bond income is announced. */
  bondAnnouncedDays: 30,
  /** Number of bonds read per statement while their income is announced. */
  bondsPerPage: 500,
  /** The `source` of events that are created from the terms of a bond. */
  bondIncomeSource: 'Terms of the bond',
} as const;
