// Limits of orders that the exchange publishes or the house sets.

import { Decimal } from '../../platform/money/decimal.js';

export const ORDER = {
  quantityMost: 1_000_000_000n,
  valueMinorMost: 10_000_000_000_000n,
  priceDecimalsMost: 4,
  /** How far a price may be from the previous close, as a fraction (NGX: 10 %). */
  priceBand: new Decimal('0.10'),
  instructionsPerBatch: 200,
  /** Orders of a portfolio that a new one is compared with, the newest first. */
  lookAlikesMost: 50,
  /** How often stop prices are compared with the market, and how many orders one look lets go. */
  stopsEveryMs: 500,
  stopsPerBatch: 200,
  stopBatchesInARowMost: 50,
  statusRequestsMost: 1_000,
  batchesPerStepMost: 100_000,
  ordersPerBatch: 200,
  notesPerBatch: 500,
  exportRowsMost: 10_000,
  holdingsMost: 5_000,
  portfoliosPerCustomerMost: 500,
  /** No price is older: the exchange in Lagos opened in 1961. */
  earliestDate: '1960-01-01',
  /** A valuation covers at most two years, and holdings times days, of these sizes. */
  valuationDaysMost: 732,
  valuedPositionsMost: 200_000,
  valuationExecutionsMost: 50_000,
  /** Twenty years of daily bars. */
  chartBarsMost: 5_000,
  /** Days before a year ago in which its close may lie. */
  chartSlackDays: 15,
  averageVolumeSessions: 30,
} as const;

/** Price increments by the price they apply to, highest first (NGX notice of January 2018). */
export const TICKS: readonly { readonly from: Decimal; readonly tick: Decimal }[] = [
  { from: new Decimal(100), tick: new Decimal('0.10') },
  { from: new Decimal(5), tick: new Decimal('0.05') },
  { from: new Decimal(0), tick: new Decimal('0.01') },
];
