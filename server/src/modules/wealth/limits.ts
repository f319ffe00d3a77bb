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
  /** A price that changed by a higher percentage without a corporate action is a jump. */
  priceJumpPercent: 30,
  /** Decimals of the change of a price, in percent. */
  changeDecimals: 4,
  /** The currency of a firm without an office. */
  currencyUsual: 'NGN',
  /** The earliest date of a valuation, equal to that of prices. */
  earliestDate: businessDate('1960-01-01'),
  /** Up to this number of days business days are counted one by one; beyond it, by weeks. */
  daysCountedMax: 400,
  /** The number of days from the opening to the end of a return, which is computed on the fly. */
  returnDaysMax: 366,
  /** The number of days of a valuation at the original's paths. */
  rangeDaysMax: 732,
  /** The number of days of a return if daily snapshots cover its range. */
  snapshotDaysMax: 3_660,
  /** The number of customers valued in one transaction. */
  customersPerBatch: 5_000,
  /** The number of customers that are valued again individually after each close. */
  checkedPerClose: 200,
  /** The fraction of customers that is checked, as 1 in this number; at least one customer. */
  customersPerCheck: 50,
  /** A restatement of more closes is left to a job. */
  restateDaysInline: 40,
  /** The time limit of one attempt of that job, in milliseconds. The next attempt continues it. */
  restateTimeoutMs: 3_600_000,
  /** A day is marked if its flows exceed this percentage of the previous value. */
  largeFlowPercent: 10,
  /**
   * A benchmark level is missing if it is more than this number of days older than either end of a
   * range.
   */
  benchmarkLevelDaysMax: 7,
  /** A return with a longer period without capital is not annualised. */
  gapDaysMax: 30,
  /** The number of movements from which the gains of one report are folded, per source. */
  movementsMax: 50_000,
  /** The number of disposals in one reply. A file may have more. */
  disposalsMax: 5_000,
  /** The number of days from the first to the last date of a report of gains. */
  gainDaysMax: 3_660,
  /** The decimals of fund units while they are folded; funds have no more. */
  fundUnitDecimals: 8,
  /** The number of points on the curve of a statement. */
  statementCurvePointsMax: 130,
  /** The number of largest lines that a statement shows. */
  statementLargestLines: 10,
  /** A statement names an issuer that exceeds this percentage of the assets. */
  statementIssuerPercent: 25,
  /** The number of customers that a run can list, and of refusals that its record shows. */
  statementCustomersMax: 1_000,
  statementRefusalsShown: 100,
  /** The time after which an attempt of a run, or of the nightly check, is ended and retried. */
  statementJobTimeoutMs: 4 * 3_600_000,
  /** Older statements are not checked each night. */
  statementCheckDays: 400,
  statementsPerBatch: 200,
  /** A statement is outdated if its closing value changes by this percentage or more, … */
  materialPercent: '0.10',
  /** … or its return by these percentage points or more. */
  materialReturn: '0.05',
  /** Significant digits of a rate in a reply. Amounts are converted with the exact rate. */
  rateDigitsShown: 12,
} as const;

export const POLICY = {
  /** The highest number of days that a policy can state. */
  daysMax: 3_660,
  /** The number of versions that are read, over all policies. */
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
  /** The number of versions, over all rules. */
  ruleVersionsMax: 1_000,
  /**
   * A year is final this many months after its end, because a window extends into the next year.
   */
  finalAfterMonths: 12,
  /** The number of movements of all holdings of a customer for the tax computation. */
  movementsMax: 50_000,
  /** The number of days of a list of deductions. */
  rangeDaysMax: 3_660,
  /** The number of rows that are read at a time for a file. */
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
  /** Tax packs of years that ended earlier are not checked each night: two years and a month. */
  packCheckDays: 761,
  /** The number of changes from the previous version that a tax pack shows. */
  packChangesMax: 200,
  /** Withheld tax is due at the tax office on this day of the next month. */
  remitDay: 21,
  /** Decimals of a rate that is computed from an amount of tax. */
  rateDecimals: 4,
  /** The number of months from a disposal in which its proceeds can be reinvested. */
  reinvestmentMonths: 12,
} as const;
