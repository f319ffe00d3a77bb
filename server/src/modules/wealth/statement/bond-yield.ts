// Computes a bond's yield, which is the rate at which the present value of its future income equals
// the price including accrued interest.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { ratesOf } from '../../../platform/money/rate-root.js';
import type { BondSchedule } from '../../custody/index.js';
import { accrualOn, accruedPer100, couponPeriod } from '../../order/index.js';

const DAYS_OF_YEAR = 365;

/**
 * Returns the yearly yield to maturity as a fraction, compounded as often as coupons are paid. It
 * is undefined if no redemption is expected, if a payment is overdue, or if there is no such rate.
 * @param cleanPrice the price as a percentage of the face value, without accrued interest
 */
export function yieldOf(
  { terms, income }: BondSchedule,
  cleanPrice: Decimal,
  date: BusinessDate,
): Decimal | undefined {
  const coming = income.filter((due) => due.date > date);
  const isRedeemed = coming.some(({ kind }) => kind === 'REDM');
  const period = couponPeriod(terms, date);
  if (!isRedeemed || period === undefined || !cleanPrice.greaterThan(0)) return undefined;
  const { couponsPerYear } = terms;
  const left = daysBetween(date, period.end) / daysBetween(period.start, period.end);
  const dates = [...new Set(coming.map((due) => due.date))].toSorted();
  const dayOf = (due: BusinessDate) =>
    ((left + dates.indexOf(due)) * DAYS_OF_YEAR) / couponsPerYear;
  const paid = cleanPrice.plus(accruedPer100(accrualOn(terms, date)));
  const amounts = [
    { day: 0, amount: paid.negated() },
    ...coming.map((due) => ({ day: dayOf(due.date), amount: due.per100 })),
  ];
  const found = ratesOf(amounts, Math.max(...amounts.map(({ day }) => day)));
  const annual = found.found === 'RATES' ? found.rates[0]?.annual : undefined;
  if (annual === undefined) return undefined;
  const perPeriod = annual.plus(1).pow(new Decimal(1).dividedBy(couponsPerYear)).minus(1);
  return perPeriod.times(couponsPerYear);
}
