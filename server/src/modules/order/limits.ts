// Limits of orders that the exchange publishes or the house sets.

export const ORDER = {
  /** What no order may exceed where the customer's group has no limit: exchanges take no more. */
  quantityMost: 1_000_000_000n,
  valueMinorMost: 10_000_000_000_000n,
  priceDecimalsMost: 4,
  /** How far ahead the session is looked for that an order is for. */
  tradingDateDaysMost: 30,
  /** How long an order may live, and how long a GTC order does whose term does not say. */
  lifeDaysMost: 366,
  goodTillCancelledDays: 60,
  instructionsPerBatch: 200,
  /** Exchanges that one statement reads, where all of them are looked at. */
  exchangesPerPage: 100,
  /** Orders of a portfolio that a new one is compared with, the newest first. */
  lookAlikesMost: 50,
  /** How often stop prices are compared with the market, and how many orders one look lets go. */
  stopsEveryMs: 500,
  stopsPerBatch: 200,
  stopBatchesInARowMost: 50,
  statusRequestsMost: 1_000,
  /** How often orders are entered again, and how many orders one look enters. */
  reentriesEveryMs: 1_000,
  reentriesPerBatch: 200,
  reentryBatchesInARowMost: 500,
  exchangeOrdersShownMost: 400,
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
  disputeTextCharactersMost: 200,
  disputesPerBatch: 100,
  /** An ExecID that a person gives. */
  execIdCharactersMost: 64,
  batchesPerStepMost: 100_000,
  ordersPerBatch: 200,
  notesPerBatch: 500,
  /** A settlement date that an exchange states is no further behind the calendar's. */
  settlementLaterDaysMost: 30,
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

/** Fee schedules. */
export const FEE = {
  codeLongest: 40,
  rulesMost: 100,
  tiersMost: 50,
  scopeItemsMost: 100,
  /** Versions of all schedules together: one a day for twenty-five years. */
  versionsMost: 10_000,
} as const;
