// Computes the money-weighted return, which is the single rate at which the opening value and all
// flows grow to the closing value.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { ratesOf } from '../../../platform/money/rate-root.js';
import { type Unavailable, unavailable } from './outcome.js';

/**
 * An amount that the customer receives on a date, or pays if negative. All amounts have the same
 * unit.
 */
interface CustomerAmount {
  readonly date: BusinessDate;
  readonly amount: Decimal;
}

/** A period with its values and flows. */
interface MoneyWeightedPeriod {
  readonly opening: BusinessDate;
  readonly end: BusinessDate;
  readonly openingValue: Decimal;
  readonly closingValue: Decimal;
  /** The net inflows by date. */
  readonly flows: readonly { readonly date: BusinessDate; readonly flow: Decimal }[];
}

/**
 * The rate for the whole period and, for periods of a year or more, the rate for 365 days, as
 * fractions.
 */
export interface MoneyWeighted {
  readonly status: 'AVAILABLE';
  readonly rate: Decimal;
  readonly annual: Decimal | undefined;
}

const DAYS_OF_YEAR = 365;

/** Returns the money-weighted return of a period. */
export function moneyWeighted(period: MoneyWeightedPeriod): MoneyWeighted | Unavailable {
  const { opening, end, openingValue, closingValue, flows } = period;
  if (daysBetween(opening, end) === 0) return unavailable('TOO_SHORT');
  return rateOfAmounts([
    { date: opening, amount: openingValue.negated() },
    ...flows.map(({ date, flow }) => ({ date, amount: flow.negated() })),
    { date: end, amount: closingValue },
  ]);
}

/**
 * Returns the rate at which the amounts, in order of their dates, have a present value of zero. The
 * period runs from the first amount that is not zero to the last date.
 */
export function rateOfAmounts(given: readonly CustomerAmount[]): MoneyWeighted | Unavailable {
  const amounts = netByDate(given);
  const [first] = amounts;
  const last = given.at(-1);
  if (first === undefined || last === undefined) return unavailable('NO_CAPITAL');
  const days = daysBetween(first.date, last.date);
  if (days === 0) return unavailable('TOO_SHORT');
  if (amounts.every(({ amount }) => amount.isNegative())) {
    return last.amount.isZero() ? lost(days) : unavailable('NO_RATE');
  }
  const dated = amounts.map(({ date, amount }) => ({ day: daysBetween(first.date, date), amount }));
  if (amounts.every(({ amount }) => !amount.isNegative())) return unavailable('NO_RATE');
  const search = ratesOf(dated, days);
  if (search.found === 'NONE') return unavailable('NO_RATE');
  if (search.found === 'OUT_OF_RANGE') return unavailable('RATE_OUT_OF_RANGE');
  const isYear = days >= DAYS_OF_YEAR;
  const [rate, ...others] = search.rates;
  if (rate === undefined || others.length > 0) {
    const candidates = search.rates.map(({ period, annual }) => (isYear ? annual : period));
    return { ...unavailable('SEVERAL_RATES'), candidates };
  }
  return { status: 'AVAILABLE', rate: rate.period, annual: isYear ? rate.annual : undefined };
}

function lost(days: number): MoneyWeighted {
  const rate = new Decimal(-1);
  return { status: 'AVAILABLE', rate, annual: days >= DAYS_OF_YEAR ? rate : undefined };
}

function netByDate(amounts: readonly CustomerAmount[]): CustomerAmount[] {
  const sums = new Map<BusinessDate, Decimal>();
  for (const { date, amount } of amounts) {
    sums.set(date, (sums.get(date) ?? new Decimal(0)).plus(amount));
  }
  return [...sums]
    .map(([date, amount]) => ({ date, amount }))
    .filter(({ amount }) => !amount.isZero())
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}
