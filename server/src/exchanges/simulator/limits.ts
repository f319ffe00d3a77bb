// Limits of the simulated exchange. Each name contains the unit.

export const SIMULATOR = {
  /** Maximum number of members at a standalone exchange. */
  membersMax: 100,
  /** How often a standalone exchange checks whether its day has ended. */
  dayPollIntervalMs: 10_000,
  securitiesMax: 2_000,
  symbolLengthMax: 32,
  ordersPerBookSideMax: 20_000,
  orderQuantityMax: 1_000_000_000n,
  clientOrderIdLengthMax: 64,
  /** How long closed orders are stored, together with their trades and ClOrdIDs. */
  keptDays: 90,
  disputesShownMax: 1_000,
  massStatusReportsMax: 10_000,
  reportsPerFlushMax: 500,
  flushRoundsMax: 1_000,
  stepIntervalMs: 400,
  makerLevels: 3,
  makerSecuritiesPerStep: 3,
  makerTradesPerStepMax: 500,
  /**
   * A published close changes only if at least this many units were traded on the day (NGX, since
   * 11 Oct 2019).
   */
  closeMovesFromUnits: 100_000n,
} as const;
