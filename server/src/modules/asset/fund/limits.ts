// Limits for funds; each name includes its unit.

import { Decimal } from '../../../platform/money/decimal.js';

export const FUND = {
  /** Maximum number of consecutive non-business days between an order and its dealing day. */
  closedDaysMax: 60,
  /** Maximum number of future valuation days whose values are already known. */
  knownValuesMax: 400,
  /**
   * Maximum value or income per unit, in the fund's currency. A larger number must be a typing
   * error.
   */
  perUnitMax: 1_000_000_000,
  decimalsMax: 8,
  reasonLength: 500,
  descriptionLength: 4_000,
  /** Maximum number of portfolios listed in the refusal of an ambiguous redemption. */
  portfoliosNamedMax: 20,
  /** Maximum number of different people who can change one order. */
  editorsMax: 20,
  decimalsUsual: 4,
  exitFeesMax: 20,
  /**
   * Maximum spread, and maximum sum of a fee, its tax and the penalty, in percent of an order's
   * value.
   */
  chargePercentMax: 50,
  priceMarginUsual: new Decimal(5),
  /** Maximum age of a lot or of a value, in days. */
  daysMax: 3_660,
  /** Maximum number of days that a value can be entered late. An older date must be a mistake. */
  valuationLateDaysMax: 366,
} as const;

export const FUND_DEALING = {
  /** Maximum number of orders per transaction at the end of day. */
  ordersPerBatch: 200,
  /**
   * Maximum number of orders that the approval of a value executes. The end of day executes the
   * rest.
   */
  ordersPerApproval: 1_000,
  batchesMax: 100_000,
  /** Maximum number of holders that one transaction pays. */
  holdersPerBatch: 500,
} as const;
