// Limits of the market module, each with its unit in its name.

export const MARKET = {
  feedSymbolsMax: 2_000,
  pricesPerCallMax: 2_000,
  calendarsCachedMax: 512,
  holidaysPerCallMax: 1_000,
  holidaysPerYearMax: 100,
  holidayYearsPerCallMax: 20,
  substituteDaysMax: 14,
  importRowsMax: 10_000,
  importLabelLength: 200,
  ruleBooksCachedMax: 512,
  /** Rows of one market rule, past ones included, and phases or price groups of a row. */
  ruleRowsMax: 100,
  ruleGroupsMax: 24,
  settlementDaysMax: 10,
  /** The code of an exchange or order term. */
  codeCharactersMax: 20,
  aliasesMax: 20,
  orderLifeDaysMax: 3_650,
} as const;
