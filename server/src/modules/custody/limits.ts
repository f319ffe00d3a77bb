// Limits of custody.

export const CUSTODY = {
  /** The number of portfolios that one transaction of an end-of-day step or job processes. */
  portfoliosPerBatch: 5_000,
  /** How many days ahead or back an ex-date may be. */
  exDateAheadDaysMax: 366,
  exDateBackDaysMax: 1_100,
  /** The number of batches of orders that one run of a step changes for an ex-date. */
  batchesPerExDateMax: 10_000,
  /**
   * When an order that waited for an answer of the exchange on an ex-date is looked at again, in
   * milliseconds.
   */
  orderFollowMs: 30_000,
  /** Decimals of a rate per unit. */
  rateDecimalsMax: 12,
  optionsMax: 20,
  /** How many days ahead the income of bonds is announced. */
  bondAnnouncedDays: 30,
} as const;
