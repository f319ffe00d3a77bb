// Limits for custody.

export const CUSTODY = {
  /** Maximum entitlements that one transaction pays. A journal may have seven lines. */
  paymentsPerBatch: 2_500,
  /** Maximum elections that one transaction instructs, each with a journal. */
  electionsPerBatch: 1_000,
  /** How many business days before the deadline holders without an election are reminded. */
  electionReminderDays: [5, 1],
  /** Maximum elections in one allotment, which is approved in one transaction. */
  allotmentRowsMax: 5_000,
  /** Maximum batches that one run processes for one event. */
  batchesPerStepMax: 100_000,
  /** Maximum duration of the job that pays one event. */
  paymentTimeoutMs: 1_800_000,
  /** Maximum duration of the job that entitles the holders of one event. */
  entitlingTimeoutMs: 1_800_000,
  /** Maximum events read for the list of amounts due, latest payment dates first. */
  dueEventsMax: 2_000,
  /** Maximum portfolios that one transaction of an end-of-day step or job processes. */
  portfoliosPerBatch: 5_000,
  /** Maximum days that an ex-date may be in the future or in the past. */
  exDateAheadDaysMax: 366,
  exDateBackDaysMax: 1_100,
  /** Maximum batches of orders that one run of a step changes for an ex-date. */
  batchesPerExDateMax: 10_000,
  /**
   * The delay, in milliseconds, before the job rechecks an order that is waiting, on an ex-date,
   * for an answer from the exchange.
   */
  orderFollowMs: 30_000,
  /** A market claim may be opened until this number of months after its event was closed. */
  claimMonthsMax: 12,
  /** Maximum market claims that one transaction opens. */
  claimsPerBatch: 2_500,
  /**
   * Trades are checked for claims from this number of days before the ex-date or, if it is earlier,
   * before the record date.
   */
  claimTradeDaysMax: 60,
  /** Maximum rows of a registrar's list, and maximum differing rows in one reply. */
  registrarRowsMax: 100_000,
  registrarRowsShownMax: 200,
  /** Decimals of a rate per unit. */
  rateDecimalsMax: 12,
  optionsMax: 20,
  /** Maximum number of units in a ratio. */
  ratioMax: 1_000_000_000,
  codeCharactersMax: 20,
  sourceCharactersMax: 1_000,
  /** Maximum versions of the terms shown for one event, newest first. */
  versionsShownMax: 100,
  /** Maximum securities in one transfer, and maximum lots of each. */
  transferLinesMax: 200,
  transferLotsMax: 500,
  /** Maximum rows in a file of transfers. The file is stored, and approved, in one transaction. */
  transferRowsMax: 2_000,
  /** Rows read per statement while a file is written. */
  exportedAtOnce: 1_000,
  /** Maximum payments shown in a customer's income. */
  incomeRowsMax: 2_000,
  /** Maximum unpaid entitlements read for a customer's valuation. */
  receivablesMax: 5_000,
  /** Months ahead for which a customer's expected income is shown. */
  incomeMonthsAhead: 12,
  /** Months ahead for which the bond ladder shows payments if no date is given. */
  ladderMonthsAhead: 12,
  /** Maximum payments shown in the bond ladder. */
  ladderPaymentsMax: 1_000,
  /** Days in advance that bond income is announced. */
  bondAnnouncedDays: 30,
  /** Bonds read per statement while their income is announced. */
  bondsPerPage: 500,
  /** The `source` of events that are created from the terms of a bond. */
  bondIncomeSource: 'Terms of the bond',
} as const;
