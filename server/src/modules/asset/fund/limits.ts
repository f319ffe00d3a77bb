// Limits for funds; each name includes its unit.

import { Decimal } from '../../../platform/money/decimal.js';

export const FUND = {
  /** Maximum consecutive closed days between an order and its dealing day. */
  closedDaysMax: 60,
  /** Maximum future valuation days whose values may already be known. */
  knownValuesMax: 400,
  /**
   * Maximum value or income of one unit, in the fund's currency. A larger number is a typing error.
   */
  perUnitMax: 1_000_000_000,
  decimalsMax: 8,
  reasonLength: 500,
  descriptionLength: 4_000,
  /** Maximum portfolios that the refusal of an ambiguous redemption names. */
  portfoliosNamedMax: 20,
  /** Maximum different people who may change one order. */
  editorsMax: 20,
  decimalsUsual: 4,
  exitFeesMax: 20,
  /**
   * Maximum spread, and maximum total of a fee, its tax and the penalty, in percent of an order's
   * value.
   */
  chargePercentMax: 50,
  priceMarginUsual: new Decimal(5),
  /** Maximum age of a lot or of a value, in days. */
  daysMax: 3_660,
  /** Maximum days by which a value may be entered late. An older day is a mistake. */
  valuationLateDaysMax: 366,
} as const;

export const FUND_DEALING = {
  /** Maximum orders per transaction at the end of day. */
  ordersPerBatch: 200,
  /** Maximum orders that the approval of a value executes; the end of day executes the rest. */
  ordersPerApproval: 1_000,
  batchesMax: 100_000,
  /** Maximum holders that one transaction pays. */
  holdersPerBatch: 500,
} as const;
