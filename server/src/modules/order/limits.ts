// Order limits, as published by the exchange or set by the firm.

export const ORDER = {
  /**
   * Maximum units in an order if the customer's group has no limit. Exchanges do not accept more.
   */
  quantityMax: 1_000_000_000n,
  valueMinorMax: 10_000_000_000_000n,
  priceDecimalsMax: 4,
  /** How many days ahead to search for an order's session day. */
  tradingDateDaysMax: 30,
  /** The maximum life of an order. */
  lifeDaysMax: 366,
  instructionsPerBatch: 200,
  /** The number of exchanges read per statement when reading all exchanges. */
  exchangesPerPage: 100,
  /**
   * A new order is compared with at most this many of its portfolio's latest orders to find
   * duplicates.
   */
  duplicatesComparedMax: 50,
  /**
   * How often stop prices are compared with the market, and the maximum number of orders released
   * per poll.
   */
  stopPollIntervalMs: 500,
  stopsPerBatch: 200,
  stopBatchesInARowMax: 50,
  statusRequestsMax: 1_000,
  /**
   * How often orders are re-entered at the exchange, and the number of orders re-entered per poll.
   */
  reentryPollIntervalMs: 1_000,
  reentriesPerBatch: 200,
  reentryBatchesInARowMax: 500,
  exchangeOrdersShownMax: 400,
  custodiansPerPortfolioMax: 20,
  custodianAccountCharactersMax: 40,
  /** The maximum number of referring orders shown with an order. */
  referencedByMax: 100,
  /** The maximum number of references followed from an order to the first order in its chain. */
  chainOrdersMax: 100,
  /** The number of orders read per statement while a file is written. */
  exportedAtOnce: 1_000,
  /** A session whose adapter has sent no status for this long is treated as logged off. */
  connectionGoneSeconds: 30,
  /** The maximum stored length of a connection error from an exchange or the network. */
  connectionErrorCharacters: 300,
  /** How long the cached status of the sessions is reused for further orders. */
  reachCacheMs: 1_000,
  /** How many of the newest reports are searched for a disputed trade's order. */
  disputedReportsRead: 100_000,
  /** The interval at which open reports are checked for alarms. */
  alarmPollIntervalMs: 30_000,
  /** The interval at which session metrics are updated. */
  healthPollIntervalMs: 10_000,
  reportAlarmsPerRound: 1_000,
  /**
   * The maximum length of Text (58) in a Don't Know Trade message, and the number of these messages
   * sent each time a session is polled.
   */
  disputeTextCharactersMax: 200,
  disputesPerBatch: 100,
  /** The maximum length of an ExecID entered by a user. */
  execIdCharactersMax: 64,
  batchesPerStepMax: 100_000,
  ordersPerBatch: 200,
  notesPerBatch: 500,
  notesPerCustodianSettlementMax: 500,
  /**
   * The maximum number of days by which the exchange's settlement date may be later than the
   * calendar's.
   */
  settlementLaterDaysMax: 30,
  exportRowsMax: 10_000,
  /** The maximum number of holdings in one valuation, including empty ones. */
  holdingsMax: 5_000,
  /** The maximum number of current holdings in one reply, over all of a customer's portfolios. */
  presentHoldingsMax: 20_000,
  /** The maximum number of trade dates without a note that one valuation estimates. */
  unnotedDaysMax: 5_000,
  portfoliosPerCustomerMax: 500,
  portfolioTypeAliasesMax: 20,
  portfolioTypeCodeCharactersMax: 40,
  /** The earliest date for which prices are accepted: the exchange in Lagos opened in 1961. */
  earliestDate: '1960-01-01',
  /**
   * A valuation covers at most two years. The number of holdings times the number of days is
   * limited too.
   */
  valuationDaysMax: 732,
  valuedPositionsMax: 200_000,
  /** The maximum number of chart bars: twenty years of daily bars. */
  chartBarsMax: 5_000,
  /** How many days before a date to search for the last close. */
  chartSlackDays: 15,
  averageVolumeSessions: 30,
} as const;

/** Limits of fee schedules. */
export const FEE = {
  codeLongest: 40,
  rulesMax: 100,
  tiersMax: 50,
  scopeItemsMax: 100,
  /** The maximum number of versions across all schedules: one per day for twenty-five years. */
  versionsMax: 10_000,
} as const;
