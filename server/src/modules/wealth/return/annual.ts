// Annualises returns. Returns over less than one year are not annualised.

import {
  addMonths,
  type BusinessDate,
  daysBetween,
} from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';

const MONTHS = 12;

/**
 * Returns the rate per year that corresponds to a rate over a period, as fractions; undefined for a
 * period of less than one year. Years end on the anniversaries of the opening; the remaining days
 * are a fraction of the last year.
 */
export function annualRate(
  rate: Decimal,
  { opening, end }: { readonly opening: BusinessDate; readonly end: BusinessDate },
): Decimal | undefined {
  const years = yearsBetween(opening, end);
  if (years.lessThan(1)) return undefined;
  const growth = rate.plus(1);
  if (growth.lessThanOrEqualTo(0)) return new Decimal(-1);
  return growth.pow(new Decimal(1).dividedBy(years)).minus(1);
}

function yearsBetween(opening: BusinessDate, end: BusinessDate): Decimal {
  let whole = 0;
  while (addMonths(opening, (whole + 1) * MONTHS) <= end) whole += 1;
  const from = addMonths(opening, whole * MONTHS);
  const to = addMonths(opening, (whole + 1) * MONTHS);
  return new Decimal(daysBetween(from, end)).dividedBy(daysBetween(from, to)).plus(whole);
}
