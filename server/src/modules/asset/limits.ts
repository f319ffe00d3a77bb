// Limits for asset management; each name ends in its unit.

export const TERM_INSTRUMENT = {
  tenureDaysMax: 3_660,
  /**
   * Longest accrual period in days: the longest tenure plus the days by which its end may move past
   * closed days.
   */
  accruedDaysMax: 3_720,
  rateDecimalsMax: 6,
  ratePercentMax: 1_000,
  /**
   * How many days late a requested start may be. A start within this limit moves to the business
   * date.
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
  /** Instruments whose interest accrual one transaction posts. */
  accruedPerBatch: 10_000,
  /** Missed days that one transaction catches up for one instrument. */
  accruedDaysPerBatch: 31,
  /** Instruments whose interest payment or maturity one transaction settles. */
  settledPerBatch: 200,
  batchesMax: 100_000,
  /** Interest payment dates per instrument: one for each day of the longest tenure. */
  interestDatesMax: 3_660,
  /**
   * Settlement rounds per close. A rollover may mature again within the same close, at most once a
   * day.
   */
  roundsMax: 400,
} as const;

export const DISCOUNTED = {
  /** Decimals kept in a discount rate computed from a rounded price or a yield. */
  rateDecimalsKept: 24,
  rateDecimalsShown: 6,
  /** Decimals shown for a price per 100 when the product does not round it. */
  priceDecimalsShown: 6,
  priceDecimalsMax: 12,
  quoteDecimalsShown: 9,
  tenuresMax: 100,
  /** Partial terminations that a schedule reads for one holding. */
  changesShownMax: 10_000,
  maturedPerBatch: 200,
} as const;

export const MATURITY_LADDER = {
  /** Rungs of one ladder, over all time steps, kinds and currencies. */
  rungsMax: 2_000,
} as const;
