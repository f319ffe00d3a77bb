// Limits of funds, each with its unit in its name.

import { Decimal } from '../../../platform/money/decimal.js';

export const FUND = {
  /** Closed days that may lie between an order and its dealing day. */
  closedDaysMax: 60,
  /** Valuation days ahead whose values may be known already. */
  knownValuesMax: 400,
  /** Value and income of one unit, in the fund's currency: more is a mistake of the keyboard. */
  perUnitMax: 1_000_000_000,
  decimalsMax: 8,
  reasonLength: 500,
  decimalsUsual: 4,
  exitFeesMax: 20,
  /** Of what an order is worth, fees with their tax and penalties together. */
  chargePercentMax: 50,
  priceMarginUsual: new Decimal(5),
  /** Of how long a lot is held, and of how old a value may be. */
  daysMax: 3_660,
  /** A value entered this many days before the business date is a mistake. */
  valuationLateDaysMax: 366,
} as const;

export const FUND_DEALING = {
  /** Orders executed in one transaction at the end of day. */
  ordersPerBatch: 200,
  /** Orders executed by the approval of a value; the end of day does the rest. */
  ordersPerApproval: 1_000,
  batchesMax: 100_000,
  /** Holders paid in one transaction. */
  holdersPerBatch: 500,
} as const;
