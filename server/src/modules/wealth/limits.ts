// Limits of wealth; each name includes its unit.

import { businessDate } from '../../platform/calendar/business-date.js';

export const WEALTH = {
  /** The number of positions that one valuation can have, and of each class that it reads. */
  linesMax: 5_000,
  /** The number of portfolios of one customer. */
  portfoliosMax: 5_000,
  /** The earliest date of a valuation, as for prices. */
  earliestDate: businessDate('1960-01-01'),
  /** A price or rate of more business days than this is stale. A fund has its own limit. */
  equityStaleDays: 10,
  bondStaleDays: 30,
  rateStaleDays: 7,
  /** Business days are counted one by one up to this number of days; beyond it, by weeks. */
  daysCountedMax: 400,
  /** The number of days from the opening to the end of a return, which is computed on the fly. */
  returnDaysMax: 366,
  /** A day with less capital, in the currency of the return, counts as a day without a return. */
  smallestCapital: '1000',
  /** A day on which more percent of the value before came in or went out is marked. */
  largeFlowPercent: 10,
  /** A return with a longer time without capital is not annualised. */
  gapDaysMax: 30,
  /** Significant digits of a rate in a reply. Amounts are converted with the exact rate. */
  rateDigitsShown: 12,
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
  /** Withheld tax is due at the tax office on this day of the next month. */
  remitDay: 21,
  /** Decimals of a rate that is computed from an amount of tax. */
  rateDecimals: 4,
  /** The number of months from a disposal in which its proceeds can be reinvested. */
  reinvestmentMonths: 12,
} as const;
