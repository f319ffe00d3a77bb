// Limits for the market module; each name includes its unit.

export const MARKET = {
  feedSymbolsMax: 2_000,
  pricesPerCallMax: 2_000,
  calendarsCachedMax: 512,
  holidaysPerCallMax: 1_000,
  holidaysPerYearMax: 100,
  holidayYearsPerCallMax: 20,
  substituteDaysMax: 14,
  /** How many days ahead to search for a market's next opening. */
  openingDaysMax: 31,
  importRowsMax: 10_000,
  importLabelLength: 200,
  /** Maximum number of characters in a benchmark's code, and of indices in a blend. */
  benchmarkCodeCharactersMax: 20,
  benchmarkPartsMax: 20,
  ruleBooksCachedMax: 512,
  /**
   * Maximum number of rows of one market rule, including past ones, and of phases or price groups
   * in one row.
   */
  ruleRowsMax: 100,
  ruleGroupsMax: 24,
  settlementDaysMax: 10,
  exOffsetDaysMax: 10,
  claimDaysMax: 250,
  /** Maximum number of characters in the code of an exchange or order term. */
  codeCharactersMax: 20,
  orderLifeDaysMax: 3_650,
  /** Number of days for which a GTC order lives if its term does not define a default. */
  goodTillCancelledDays: 60,
  /** Maximum number of days between a coupon's record date and its coupon date. */
  recordDaysMax: 60,
} as const;
