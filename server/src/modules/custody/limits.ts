// Limits of custody.

export const CUSTODY = {
  /** The number of entitlements that one transaction pays. A journal may have seven lines. */
  paymentsPerBatch: 2_500,
  /** The number of elections that one transaction instructs, each with a journal. */
  electionsPerBatch: 1_000,
  /** How many business days before the deadline holders without an election are reminded. */
  electionReminderDays: [5, 1],
  /** The number of elections of one allotment, which is approved in one transaction. */
  allotmentRowsMax: 5_000,
  /** The number of batches of one event that one run processes. */
  batchesPerStepMax: 100_000,
  /** How long the job that pays one event may take. */
  paymentTimeoutMs: 1_800_000,
  /** How long the job that entitles the holders of one event may take. */
  entitlingTimeoutMs: 1_800_000,
  /** The number of events read for the list of amounts due, the latest payment dates first. */
  dueEventsMax: 2_000,
  /** The number of portfolios that one transaction of an end-of-day step or job processes. */
  portfoliosPerBatch: 5_000,
  /** How many days ahead or back an ex-date may be. */
  exDateAheadDaysMax: 366,
  exDateBackDaysMax: 1_100,
  /** The number of batches of orders that one run of a step changes for an ex-date. */
  batchesPerExDateMax: 10_000,
  /**
   * The delay before an order that waits for an answer from the exchange on an ex-date is checked
   * again, in milliseconds.
   */
  orderFollowMs: 30_000,
  /** How many months after an event was closed a market claim may be opened. */
  claimMonthsMax: 12,
  /** The number of market claims that one transaction opens. */
  claimsPerBatch: 2_500,
  /**
   * How many days before the ex-date a trade may be that settles on the wrong side of the record
   * date.
   */
  claimTradeDaysMax: 60,
  /** The number of rows of a registrar's list, and of differing rows in one reply. */
  registrarRowsMax: 100_000,
  registrarRowsShownMax: 200,
  /** Decimals of a rate per unit. */
  rateDecimalsMax: 12,
  optionsMax: 20,
  /** The highest number of units in a ratio. */
  ratioMax: 1_000_000_000,
  codeCharactersMax: 20,
  sourceCharactersMax: 1_000,
  /** Versions of the terms that one event shows, the newest first. */
  versionsShownMax: 100,
  /** The securities of one transfer, and the lots of each. */
  transferLinesMax: 200,
  transferLotsMax: 500,
  /** The rows of a file of transfers, which is stored, and approved, in one transaction. */
  transferRowsMax: 2_000,
  /** The number of rows read per statement while a file is written. */
  exportedAtOnce: 1_000,
  /** The number of payments that a customer's income shows. */
  incomeRowsMax: 2_000,
  /** The number of unpaid entitlements that a customer's valuation reads. */
  receivablesMax: 5_000,
  /** How many months ahead a customer's income is expected. */
  incomeMonthsAhead: 12,
  /** How many months ahead the ladder of bonds shows payments if no date is given. */
  ladderMonthsAhead: 12,
  /** The number of payments that the ladder of bonds shows. */
  ladderPaymentsMax: 1_000,
  /** How many days ahead the income of bonds is announced. */
  bondAnnouncedDays: 30,
  /** The number of bonds read per statement while their income is announced. */
  bondsPerPage: 500,
  /** The `source` of events that are created from the terms of a bond. */
  bondIncomeSource: 'Terms of the bond',
} as const;
