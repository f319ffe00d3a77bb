// Limits of funds, each with its unit in its name.

import { Decimal } from '../../../platform/money/decimal.js';

export const FUND = {
  /** Closed days between an order and its dealing day. */
  closedDaysMax: 60,
  /** Valuation days ahead whose values may already be known. */
  knownValuesMax: 400,
  /** Value and income of one unit, in the fund's currency; a larger figure is a typing error. */
  perUnitMax: 1_000_000_000,
  decimalsMax: 8,
  reasonLength: 500,
  decimalsUsual: 4,
  exitFeesMax: 20,
  /** Fees with their tax and penalties, as a share of an order's value. */
  chargePercentMax: 50,
  priceMarginUsual: new Decimal(5),
  /** Age of a lot, and age of a value. */
  daysMax: 3_660,
  /** A value for a day longer ago than this is a mistake. */
  valuationLateDaysMax: 366,
} as const;

export const FUND_DEALING = {
  /** Orders executed in one transaction at the end of day. */
  ordersPerBatch: 200,
  /** Orders executed by the approval of a value; the end of day executes the rest. */
  ordersPerApproval: 1_000,
  batchesMax: 100_000,
  /** Holders paid in one transaction. */
  holdersPerBatch: 500,
} as const;
