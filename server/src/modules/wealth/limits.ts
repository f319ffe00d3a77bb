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
  /** A level of a benchmark of more days than this at either end of a range is missing. */
  benchmarkLevelDaysMax: 7,
  /** A return with a longer time without capital is not annualised. */
  gapDaysMax: 30,
  /** Significant digits of a rate in a reply. Amounts are converted with the exact rate. */
  rateDigitsShown: 12,
} as const;
