// When interest is settled: at maturity, upfront, or on interest payment dates during the term.

import { unreachable } from '../../../platform/assert.js';
import {
  adjust,
  type BusinessCalendar,
  type DayConvention,
} from '../../../platform/calendar/business-calendar.js';
import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { TERM_INSTRUMENT } from '../limits.js';

/**
 * AT_MATURITY pays interest with the principal. UPFRONT pays it all at the start. On each interest
 * payment date, PERIODIC pays the interest earned since the previous one, and CAPITALISED adds that
 * interest, less tax, to the principal.
 */
export const INTEREST_PAYMENTS = ['AT_MATURITY', 'UPFRONT', 'PERIODIC', 'CAPITALISED'] as const;

/** When a product settles interest. */
export type InterestPayment = (typeof INTEREST_PAYMENTS)[number];

/** How often a product has an interest payment date. DAYS requires a number of days. */
export const INTEREST_FREQUENCIES = [
  'MONTHLY',
  'QUARTERLY',
  'HALF_YEARLY',
  'YEARLY',
  'DAYS',
] as const;

/** How often interest is paid. */
export type InterestFrequency = (typeof INTEREST_FREQUENCIES)[number];

/** A product's interest frequency; null if the product has no interest payment dates. */
export interface InterestRhythm {
  readonly interest_frequency: InterestFrequency | null;
  readonly interest_days: number | null;
}

/** How interest payment dates move if they fall on non-business days. */
interface InterestDayRule {
  readonly convention: DayConvention;
  readonly calendar: BusinessCalendar;
}

/**
 * Returns the interest payment dates strictly within a term, adjusted by the convention. Each is
 * calculated from the start, so that a date on the 31st returns to the 31st after February. A
 * period ends on the adjusted date. Two dates that fall on the same day become one.
 */
export function interestDates(
  term: { readonly start: BusinessDate; readonly end: BusinessDate },
  rhythm: InterestRhythm,
  rule: InterestDayRule,
): BusinessDate[] {
  const dates: BusinessDate[] = [];
  const { interest_frequency: frequency, interest_days: days } = rhythm;
  if (frequency === null) return dates;
  for (let count = 1; count <= TERM_INSTRUMENT.tenureDaysMax; count += 1) {
    const nominal = nominalDate(term.start, { frequency, days: days ?? 1 }, count);
    if (nominal >= term.end) return dates;
    const date = adjust(nominal, rule.convention, rule.calendar);
    if (date > (dates.at(-1) ?? term.start) && date < term.end) dates.push(date);
  }
  return dates;
}

function nominalDate(
  start: BusinessDate,
  every: { readonly frequency: InterestFrequency; readonly days: number },
  count: number,
): BusinessDate {
  switch (every.frequency) {
    case 'MONTHLY':
      return addMonths(start, count);
    case 'QUARTERLY':
      return addMonths(start, 3 * count);
    case 'HALF_YEARLY':
      return addMonths(start, 6 * count);
    case 'YEARLY':
      return addMonths(start, 12 * count);
    case 'DAYS':
      return addDays(start, every.days * count);
    default:
      return unreachable(every.frequency);
  }
}
