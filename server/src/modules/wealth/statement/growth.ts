// The returns in a statement, for each period and each month.

import { Decimal } from '../../../platform/money/decimal.js';
import { roundTo } from '../../../platform/money/rounding.js';
import type { DayTotal } from '../return/day-total.js';
import type { Unavailable } from '../return/outcome.js';
import { partsOf } from '../return/part.js';
import { moneyWeightedOf, timeWeightedOf } from '../return/rate.js';
import type { Growth, Rate } from './content.js';
import type { StatementDays } from './period-days.js';

const TERMS = { fees: 'ALL', method: 'DAILY' } as const;

/** The decimals of a percentage in the document. */
const PAPER_PLACES = 2;

/** Returns the returns for a statement. Months without capital are left out. */
export function growthOf({ all, periods }: StatementDays, currency: string): Growth {
  return {
    periods: periods.map(({ period, opening, days }) => ({
      period,
      opening,
      timeWeighted: timeWeightedRate(days, currency),
      moneyWeighted: moneyWeightedRate(days, currency),
    })),
    months: partsOf(all, 'MONTH')
      .map(({ name, days }) => ({ month: name, timeWeighted: timeWeightedRate(days, currency) }))
      .filter(({ timeWeighted }) => timeWeighted.reason !== 'NO_CAPITAL'),
  };
}

/** Returns the time-weighted return of days, after all costs. */
export function timeWeightedRate(days: readonly DayTotal[], currency: string): Rate {
  return rateOf(timeWeightedOf(days, { ...TERMS, currency }));
}

/** Returns the money-weighted return of days, after all costs. */
export function moneyWeightedRate(days: readonly DayTotal[], currency: string): Rate {
  return rateOf(moneyWeightedOf(days, { ...TERMS, currency }));
}

function rateOf(
  outcome: { status: 'AVAILABLE'; rate: Decimal; annual: Decimal | undefined } | Unavailable,
): Rate {
  if (outcome.status === 'UNAVAILABLE') return { reason: outcome.reason };
  const { rate, annual } = outcome;
  return { percent: percentOf(rate), annualPercent: annual && percentOf(annual) };
}

/** Returns a fraction as a percentage with two decimals, rounded half-up. */
export function percentOf(fraction: Decimal): string {
  return roundTo(new Decimal(fraction).times(100), PAPER_PLACES, 'HALF_UP').toFixed(PAPER_PLACES);
}
