// The wealth module's limits. Each name contains the unit.

import { businessDate } from '../../platform/calendar/business-date.js';

export const WEALTH = {
  /** The maximum number of positions in one valuation, in total and per class. */
  linesMax: 5_000,
  /** The maximum number of portfolios of one customer. */
  portfoliosMax: 5_000,
  /** The maximum number of customers valued one by one for one list or summary. */
  listedCustomersMax: 1_000,
  /** The number of list records read at a time when a file is written. */
  exportedAtOnce: 5_000,
  /**
   * The maximum number of securities and funds in a list of prices, counted once per office that
   * holds them.
   */
  pricedHoldingsMax: 50_000,
  /** A price change of more than this percentage without a corporate action is a jump. */
  priceJumpPercent: 30,
  /** Decimals of a price change in percent. */
  changeDecimals: 4,
  /** The currency used if the firm has no offices. */
  currencyUsual: 'NGN',
  /** The earliest date of a valuation, which is also the earliest date of a price. */
  earliestDate: businessDate('1960-01-01'),
  /**
   * Business days are counted one by one up to this number of days. Longer periods are counted by
   * weeks.
   */
  daysCountedMax: 400,
  /** The maximum number of days in a return that is computed on the fly. */
  returnDaysMax: 366,
  /** The maximum number of days in a valuation requested through a path of the original program. */
  rangeDaysMax: 732,
  /** The maximum number of days in a return whose range is covered by daily snapshots. */
  snapshotDaysMax: 3_660,
  /** The number of customers valued in one transaction. */
  customersPerBatch: 5_000,
  /** The number of customers that are revalued individually after each close. */
  checkedPerClose: 200,
  /** One customer in this many is checked, and always at least one. */
  customersPerCheck: 50,
  /** Restatements that affect more closes than this are left to a job. */
  restateDaysInline: 40,
  /**
   * The time limit for one attempt of the restatement job, in milliseconds. The next attempt
   * continues its work.
   */
  restateTimeoutMs: 3_600_000,
  /** A day is marked if its flows exceed this percentage of the previous value. */
  largeFlowPercent: 10,
  /**
   * A benchmark level is missing if the latest one is more than this number of days older than
   * either end of a range.
   */
  benchmarkLevelDaysMax: 7,
  /** A return with a longer period without capital is not annualised. */
  gapDaysMax: 30,
  /** The maximum number of movements per source that are folded into the gains of one report. */
  movementsMax: 50_000,
  /** The maximum number of disposals in one reply. A file may contain more. */
  disposalsMax: 5_000,
  /** The maximum number of days from the first to the last date of a gains report. */
  gainDaysMax: 3_660,
  /** The decimals of fund units while they are folded. No fund has more. */
  fundUnitDecimals: 8,
  /** The maximum number of points on a statement's curve. */
  statementCurvePointsMax: 130,
  /** The number of largest lines that a statement shows. */
  statementLargestLines: 10,
  /** A statement lists each issuer that exceeds this percentage of the assets. */
  statementIssuerPercent: 25,
  /** The maximum number of best and of worst contributions that a statement shows. */
  statementContributionsMax: 5,
  /** The maximum number of restatements that a statement lists. */
  statementRestatementsMax: 20,
  /** The number of months after a statement for which it shows expected income. */
  statementMonthsAhead: 12,
  /** The maximum number of customers that a run can list, and of refusals shown in its record. */
  statementCustomersMax: 1_000,
  statementRefusalsShown: 100,
  /** The time after which an attempt of a run or of the nightly check is stopped and retried. */
  statementJobTimeoutMs: 4 * 3_600_000,
  /** Statements older than this are not checked each night. */
  statementCheckDays: 400,
  statementsPerBatch: 200,
  /** A statement is outdated if its closing value changes by at least this percentage. */
  materialPercent: '0.10',
  /** A statement is outdated if its return changes by at least this number of percentage points. */
  materialReturn: '0.05',
  /** Significant digits of a rate in a reply. Amounts are converted with the exact rate. */
  rateDigitsShown: 12,
} as const;

export const POLICY = {
  /** The maximum for a policy setting that is a number of days. */
  daysMax: 3_660,
  /** The maximum number of versions read for all policies. */
  versionsMax: 1_000,
} as const;

export const TAX = {
  /** The maximum number of bands in a rate. */
  bandsMax: 20,
  /** The maximum number of notes in a rule. */
  notesMax: 40,
  noteCharactersMax: 500,
  /** The maximum number of years for which a rule can carry losses forward. */
  lossCarryYearsMax: 20,
  /** The maximum number of versions of all rules. */
  ruleVersionsMax: 1_000,
  /**
   * A year becomes final this number of months after its end, because the reinvestment window
   * extends into the next year.
   */
  finalAfterMonths: 12,
  /** The maximum number of movements over all holdings of a customer in a tax computation. */
  movementsMax: 50_000,
  /** The maximum number of days in a list of deductions. */
  rangeDaysMax: 3_660,
  /** The number of rows read at a time when a file is written. */
  exportedAtOnce: 1_000,
  /** The maximum number of deductions on one certificate. */
  certificateDeductionsMax: 1_000,
  certificateNumberCharactersMax: 60,
  certificateReasonCharactersMax: 500,
  /** The maximum number of rows in one certificate import. */
  certificateRowsMax: 1_000,
  importLabelCharactersMax: 100,
  /** The maximum number of rows in all tables of a tax pack. */
  packRowsMax: 20_000,
  /**
   * Tax packs are no longer checked each night if their year ended more than this number of days
   * ago, which is two years and a month.
   */
  packCheckDays: 761,
  /** The maximum number of changes from the previous version that a tax pack shows. */
  packChangesMax: 200,
  /** Withheld tax is due at the tax office on this day of the following month. */
  remitDay: 21,
  /** Decimals of a rate that is computed from an amount of tax. */
  rateDecimals: 4,
  /** The number of months after a disposal in which its proceeds can be reinvested. */
  reinvestmentMonths: 12,
} as const;
