// Limits of orders that the exchange publishes or the firm sets.

export const ORDER = {
  /** The limit of an order if the customer's group has none: exchanges accept no more. */
  quantityMax: 1_000_000_000n,
  valueMinorMax: 10_000_000_000_000n,
  priceDecimalsMax: 4,
  /** How many days ahead an order's session is searched. */
  tradingDateDaysMax: 30,
  /** The longest life of an order, and the life of a GTC order if its term does not define one. */
  lifeDaysMax: 366,
  goodTillCancelledDays: 60,
  instructionsPerBatch: 200,
  /** Exchanges read in one statement, when all of them are read. */
  exchangesPerPage: 100,
  /** Orders of a portfolio that a new order is compared with, the newest first. */
  duplicatesComparedMax: 50,
  /**
   * The interval at which stop prices are compared with the market, and the orders released per
   * poll.
   */
  stopPollIntervalMs: 500,
  stopsPerBatch: 200,
  stopBatchesInARowMax: 50,
  statusRequestsMax: 1_000,
  /** The interval of re-entry, and the orders entered per poll. */
  reentryPollIntervalMs: 1_000,
  reentriesPerBatch: 200,
  reentryBatchesInARowMax: 500,
  exchangeOrdersShownMax: 400,
  /** Orders read per statement while a file is written. */
  exportedAtOnce: 1_000,
  /** A session without a status of its adapter for this long is treated as logged off. */
  connectionGoneSeconds: 30,
  /** Stored characters of an exchange's or the network's connection error. */
  connectionErrorCharacters: 300,
  /** How long one read of the sessions is reused for further orders. */
  reachCacheMs: 1_000,
  /** The newest reports in which the order of a disputed trade is searched. */
  disputedReportsRead: 100_000,
  /** The interval at which open reports are checked for alarms. */
  alarmPollIntervalMs: 30_000,
  reportAlarmsPerRound: 1_000,
  /** Text (58) of Don't Know Trade, and the messages sent per turn of a session. */
  disputeTextCharactersMax: 200,
  disputesPerBatch: 100,
  /** An ExecID that a person enters. */
  execIdCharactersMax: 64,
  batchesPerStepMax: 100_000,
  ordersPerBatch: 200,
  notesPerBatch: 500,
  /** Maximum of days that a stated settlement date is after the calendar's. */
  settlementLaterDaysMax: 30,
  exportRowsMax: 10_000,
  holdingsMax: 5_000,
  portfoliosPerCustomerMax: 500,
  /** No price is older: the exchange in Lagos opened in 1961. */
  earliestDate: '1960-01-01',
  /**
   * A valuation covers at most two years and this number of holdings times days and of executions.
   */
  valuationDaysMax: 732,
  valuedPositionsMax: 200_000,
  valuationExecutionsMax: 50_000,
  /** Twenty years of daily bars. */
  chartBarsMax: 5_000,
  /** Days before a date in which its last close may be. */
  chartSlackDays: 15,
  averageVolumeSessions: 30,
} as const;

/** Fee schedules. */
export const FEE = {
  codeLongest: 40,
  rulesMax: 100,
  tiersMax: 50,
  scopeItemsMax: 100,
  /** Versions of all schedules: one per day for twenty-five years. */
  versionsMax: 10_000,
} as const;
