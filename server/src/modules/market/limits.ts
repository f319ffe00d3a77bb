// Limits of the market module, each with its unit in its name.

export const MARKET = {
  feedSymbolsMost: 2_000,
  pricesPerCallMost: 2_000,
  calendarsCachedMost: 512,
  holidaysPerCallMost: 1_000,
  holidaysPerYearMost: 100,
  holidayYearsPerCallMost: 20,
  substituteDaysMost: 14,
  importRowsMost: 10_000,
  importLabelLength: 200,
  ruleBooksCachedMost: 512,
  /** Rows of one rule of a market, past ones included, and phases or price groups of a row. */
  ruleRowsMost: 100,
  ruleGroupsMost: 24,
  settlementDaysMost: 10,
  /** Of an exchange or an order term. */
  codeCharactersMost: 20,
  aliasesMost: 20,
  orderLifeDaysMost: 3_650,
} as const;
