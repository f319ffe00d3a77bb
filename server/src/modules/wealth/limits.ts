// Limits of wealth; each name includes its unit.

import { businessDate } from '../../platform/calendar/business-date.js';

export const WEALTH = {
  /** The number of positions that one valuation can have, and of each class that it reads. */
  linesMax: 5_000,
  /** The number of portfolios of one customer. */
  portfoliosMax: 5_000,
  /** The number of customers that one list or summary values. */
  listedCustomersMax: 1_000,
  /** The number of securities and funds, times the offices that hold them, in a list of prices. */
  pricedHoldingsMax: 50_000,
  /** A price that changed by more percent without a corporate action is a jump. */
  priceJumpPercent: 30,
  /** Decimals of the change of a price, in percent. */
  changeDecimals: 4,
  /** The currency of a firm without an office. */
  currencyUsual: 'NGN',
  /** The earliest date of a valuation, as for prices. */
  earliestDate: businessDate('1960-01-01'),
  /** Business days are counted one by one up to this number of days; beyond it, by weeks. */
  daysCountedMax: 400,
  /** The number of days from the opening to the end of a return, which is computed on the fly. */
  returnDaysMax: 366,
  /** The number of days of a valuation at the paths of the original. */
  rangeDaysMax: 732,
  /** The number of days of a return if daily snapshots cover its range. */
  snapshotDaysMax: 3_660,
  /** The number of customers valued in one transaction. */
  customersPerBatch: 5_000,
  /** The number of customers that are valued again one by one after each close. */
  checkedPerClose: 200,
  /** One of so many customers is checked, and at least one. */
  customersPerCheck: 50,
  /** A restatement of more closes than this is left to a job. */
  restateDaysInline: 40,
  /** The time after which one attempt of that job ends, in milliseconds. The next continues it. */
  restateTimeoutMs: 3_600_000,
  /** A day on which more percent of the value before came in or went out is marked. */
  largeFlowPercent: 10,
  /** A level of a benchmark of more days than this at either end of a range is missing. */
  benchmarkLevelDaysMax: 7,
  /** A return with a longer time without capital is not annualised. */
  gapDaysMax: 30,
  /** The number of movements from which the gains of one report are folded, of each source. */
  movementsMax: 50_000,
  /** The number of disposals in one reply. A file may have more. */
  disposalsMax: 5_000,
  /** The number of days from the first to the last date of a report of gains. */
  gainDaysMax: 3_660,
  /** The decimals of fund units while they are folded; funds have no more. */
  fundUnitDecimals: 8,
  /** The points of the curve of a statement. */
  statementCurvePointsMax: 130,
  /** The number of the largest lines that a statement shows. */
  statementLargestLines: 10,
  /** A statement names an issuer with more percent of the assets. */
  statementIssuerPercent: 25,
  /** The customers that a run can name one by one, and the refusals that its record shows. */
  statementCustomersMax: 1_000,
  statementRefusalsShown: 100,
  /** The time after which an attempt of a run, or of the nightly check, fails and is repeated. */
  statementJobTimeoutMs: 4 * 3_600_000,
  /** Statements that ended longer ago are not checked each night. */
  statementCheckDays: 400,
  statementsPerBatch: 200,
  /** A statement is outdated if its closing value moves by this percent of itself or more, … */
  materialPercent: '0.10',
  /** … or its return by these percentage points or more. */
  materialReturn: '0.05',
  /** Significant digits of a rate in a reply. Amounts are converted with the exact rate. */
  rateDigitsShown: 12,
} as const;

export const POLICY = {
  /** The number of days that a policy can state. */
  daysMax: 3_660,
  /** The number of versions of all policies together that are read. */
  versionsMax: 1_000,
} as const;

export const TAX = {
  /** The number of bands of a rate. */
  bandsMax: 20,
  /** The number of notes of a rule. */
  notesMax: 40,
  noteCharactersMax: 500,
  /** The number of years for which a rule can carry losses. */
  lossCarryYearsMax: 20,
  /** The number of versions of all rules together. */
  ruleVersionsMax: 1_000,
  /** A year is final this many months after its end, because a window reaches into the next. */
  finalAfterMonths: 12,
  /** The number of movements of all holdings of a customer whose tax is computed. */
  movementsMax: 50_000,
  /** The number of days of a list of deductions. */
  rangeDaysMax: 3_660,
  /** The number of rows that a file reads at once. */
  exportedAtOnce: 1_000,
  /** The number of deductions that one certificate can name. */
  certificateDeductionsMax: 1_000,
  certificateNumberCharactersMax: 60,
  certificateReasonCharactersMax: 500,
  /** The number of rows of one import of certificates. */
  certificateRowsMax: 1_000,
  importLabelCharactersMax: 100,
  /** The number of rows of all tables of a tax pack. */
  packRowsMax: 20_000,
  /** The number of changes that a tax pack shows against the version before. */
  packChangesMax: 200,
  /** Withheld tax is due at the tax office on this day of the next month. */
  remitDay: 21,
  /** Decimals of a rate that is computed from an amount of tax. */
  rateDecimals: 4,
  /** The number of months from a disposal in which its proceeds can be reinvested. */
  reinvestmentMonths: 12,
} as const;
