// Limits for funds; each name ends in its unit.

import { Decimal } from '../../../platform/money/decimal.js';

export const FUND = {
  /** Consecutive closed days between an order and its dealing day. */
  closedDaysMax: 60,
  /** Future valuation days whose values may already be known. */
  knownValuesMax: 400,
  /** Value or income of one unit, in the fund's currency. A larger number is a typing error. */
  perUnitMax: 1_000_000_000,
  decimalsMax: 8,
  reasonLength: 500,
  decimalsUsual: 4,
  exitFeesMax: 20,
  /** Fees including tax, and penalties, as a percentage of an order's value. */
  chargePercentMax: 50,
  priceMarginUsual: new Decimal(5),
  /** Age of a lot or of a value, in days. */
  daysMax: 3_660,
  /** How many days late a value may be entered. An older day is a mistake. */
  valuationLateDaysMax: 366,
} as const;

export const FUND_DEALING = {
  /** Orders that one transaction executes at the end of day. */
  ordersPerBatch: 200,
  /** Orders that the approval of a value executes; the end of day executes the rest. */
  ordersPerApproval: 1_000,
  batchesMax: 100_000,
  /** Holders that one transaction pays. */
  holdersPerBatch: 500,
} as const;
