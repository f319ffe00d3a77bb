// Every limit of the simulated exchange, in one place, with its unit in its name.

export const SIMULATOR = {
  /** Members of an exchange that runs alone. */
  membersMost: 100,
  /** How often an exchange that runs alone looks whether its day has ended. */
  dayLookMs: 10_000,
  securitiesMost: 2_000,
  symbolLengthMost: 32,
  ordersPerBookSideMost: 20_000,
  orderQuantityMost: 1_000_000_000n,
  clientOrderIdLengthMost: 64,
  /** How long orders at rest are remembered, with their trades and their ClOrdIDs. */
  keptDays: 90,
  disputesShownMost: 1_000,
  massStatusReportsMost: 10_000,
  reportsPerFlushMost: 500,
  flushRoundsMost: 1_000,
  stepIntervalMs: 400,
  makerLevels: 3,
  makerSecuritiesPerStep: 3,
  makerTradesPerStepMost: 500,
  /**
   * A published close moves only after a day of at least this many units (NGX, since 11 Oct 2019).
   */
  closeMovesFromUnits: 100_000n,
} as const;
