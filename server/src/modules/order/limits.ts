// Limits of orders that the exchange publishes or the house sets.

export const ORDER = {
  /** What no order may exceed where the customer's group has no limit: exchanges take no more. */
  quantityMost: 1_000_000_000n,
  valueMinorMax: 10_000_000_000_000n,
  priceDecimalsMax: 4,
  /** How far ahead the session is looked for that an order is for. */
  tradingDateDaysMax: 30,
  /** How long an order may live, and how long a GTC order does whose term does not say. */
  lifeDaysMax: 366,
  goodTillCancelledDays: 60,
  instructionsPerBatch: 200,
  /** Exchanges that one statement reads, where all of them are looked at. */
  exchangesPerPage: 100,
  /** Orders of a portfolio that a new one is compared with, the newest first. */
  duplicatesComparedMax: 50,
  /** How often stop prices are compared with the market, and how many orders one look lets go. */
  stopsEveryMs: 500,
  stopsPerBatch: 200,
  stopBatchesInARowMax: 50,
  statusRequestsMax: 1_000,
  /** How often orders are entered again, and how many orders one look enters. */
  reentriesEveryMs: 1_000,
  reentriesPerBatch: 200,
  reentryBatchesInARowMax: 500,
  exchangeOrdersShownMax: 400,
  /** Orders read in one statement while a file is written. */
  exportedAtOnce: 1_000,
  /** A session counts as gone when its adapter has not said for so long that it is logged on. */
  connectionGoneSeconds: 30,
  /** What is kept of the words with which an exchange or the network refuses a connection. */
  connectionErrorCharacters: 300,
  /** How long one read of the sessions counts for the orders that come meanwhile. */
  reachReadEveryMs: 1_000,
  /** The newest reports among which the order of a disputed trade is looked for. */
  disputedReportsRead: 100_000,
  /** How often open reports are looked at for alarms. */
  reportAlarmsEveryMs: 30_000,
  reportAlarmsPerRound: 1_000,
  /** Text (58) of Don't Know Trade, and how many of them one turn of a session sends. */
  disputeTextCharactersMax: 200,
  disputesPerBatch: 100,
  /** An ExecID that a person gives. */
  execIdCharactersMax: 64,
  batchesPerStepMax: 100_000,
  ordersPerBatch: 200,
  notesPerBatch: 500,
  /** A settlement date that an exchange states is no further behind the calendar's. */
  settlementLaterDaysMax: 30,
  exportRowsMax: 10_000,
  holdingsMax: 5_000,
  portfoliosPerCustomerMax: 500,
  /** No price is older: the exchange in Lagos opened in 1961. */
  earliestDate: '1960-01-01',
  /** A valuation covers at most two years, and holdings times days, of these sizes. */
  valuationDaysMax: 732,
  valuedPositionsMax: 200_000,
  valuationExecutionsMax: 50_000,
  /** Twenty years of daily bars. */
  chartBarsMax: 5_000,
  /** Days before a year ago in which its close may lie. */
  chartSlackDays: 15,
  averageVolumeSessions: 30,
} as const;

/** Fee schedules. */
export const FEE = {
  codeLongest: 40,
  rulesMax: 100,
  tiersMax: 50,
  scopeItemsMax: 100,
  /** Versions of all schedules together: one a day for twenty-five years. */
  versionsMax: 10_000,
} as const;
