// Limits for asset management; each name includes its unit.

export const TERM_INSTRUMENT = {
  tenureDaysMax: 3_660,
  /**
   * Maximum accrual period in days: the longest tenure plus the days by which its end may move past
   * non-business days.
   */
  accruedDaysMax: 3_720,
  rateDecimalsMax: 6,
  ratePercentMax: 1_000,
  /**
   * Maximum number of days that a requested start date can be in the past. A start date within this
   * limit is moved to the business date.
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
  /** Maximum number of instruments per transaction that posts accrued interest. */
  accruedPerBatch: 10_000,
  /** Maximum number of missed days per instrument that one transaction catches up on. */
  accruedDaysPerBatch: 31,
  /** Maximum number of instruments per transaction that settles interest payments or maturities. */
  settledPerBatch: 200,
  batchesMax: 100_000,
  /**
   * Maximum number of interest payment dates per instrument: one for each day of the longest
   * tenure.
   */
  interestDatesMax: 3_660,
  /**
   * Maximum number of settlement rounds per close. Within one close, a rollover may mature again,
   * at most once per calendar day.
   */
  roundsMax: 400,
} as const;

export const DISCOUNTED = {
  /** Decimals of a discount rate computed from a rounded price or a yield. */
  rateDecimalsKept: 24,
  rateDecimalsShown: 6,
  /** Decimals shown for a price per 100 when the product does not round it. */
  priceDecimalsShown: 6,
  priceDecimalsMax: 12,
  quoteDecimalsShown: 9,
  tenuresMax: 100,
  /** Maximum number of partial terminations that a schedule reads for one holding. */
  changesShownMax: 10_000,
} as const;

export const MATURITY_LADDER = {
  /** Maximum number of rungs in one ladder, across all time steps, kinds and currencies. */
  rungsMax: 2_000,
} as const;

export const ASSET_POSITION = {
  /** Maximum number of instruments or fund holdings that are read to value one customer. */
  rowsMax: 5_000,
} as const;

export const MARKET_YIELD = {
  importRowsMax: 10_000,
  labelCharactersMax: 200,
  /** The highest market discount rate, in percent per year. */
  percentMax: 100,
} as const;
