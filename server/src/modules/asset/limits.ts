// Limits of asset management, each with its unit in its name.

export const TERM_INSTRUMENT = {
  tenureDaysMax: 3_660,
  /** The longest tenure, plus the days by which its end may move off closed days. */
  accruedDaysMax: 3_720,
  rateDecimalsMax: 6,
  ratePercentMax: 1_000,
  /**
   * A requested start at most this many days before the business date becomes the business date.
   */
  startLateDaysMax: 5,
  startAheadDaysMax: 366,
} as const;

export const TERM_TYPE = {
  tenuresMax: 200,
  tiersMax: 200,
  exemptPayersMax: 50,
} as const;

export const WITHHOLDING = {
  rulesPerClassMax: 200,
  exemptionsPerCustomerMax: 200,
} as const;

export const TERM_END_OF_DAY = {
  /** Instruments whose interest is posted in one transaction. */
  accruedPerBatch: 10_000,
  /** Missed days caught up for one instrument in one transaction. */
  accruedDaysPerBatch: 31,
  /** Instruments whose interest or end is settled in one transaction. */
  settledPerBatch: 200,
  batchesMax: 100_000,
  /** Interest payment dates of one instrument: one for each day of the longest tenure. */
  interestDatesMax: 3_660,
  /** A rollover may itself mature within the days of one close, once a day at most. */
  roundsMax: 400,
} as const;

export const DISCOUNTED = {
  /** Decimals of the discount rate that is computed from a rounded price or a yield. */
  rateDecimalsKept: 24,
  rateDecimalsShown: 6,
  /** Decimals of a price per 100 that the product does not round. */
  priceDecimalsShown: 6,
  priceDecimalsMax: 12,
  quoteDecimalsShown: 9,
  tenuresMax: 100,
  /** Terminations of parts of one holding that its schedule reads. */
  changesShownMax: 10_000,
  maturedPerBatch: 200,
} as const;

export const MATURITY_LADDER = {
  /** Rungs over all steps of time, kinds and currencies. */
  rungsMax: 2_000,
} as const;
