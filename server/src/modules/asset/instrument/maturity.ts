// Maturity: the day a term ends, the day it is paid, and up to which day it earns.

import {
  adjust,
  type BusinessCalendar,
  type DayConvention,
} from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';

/** How a product treats a term that ends on a closed day. */
type MaturityRule = {
  readonly convention: DayConvention;
  readonly accruesOverGap: boolean;
  readonly calendar: BusinessCalendar;
};

/** The unadjusted end of the term, the day of payment, and the day on which interest stops. */
export type Maturity = {
  readonly maturity: BusinessDate;
  readonly payment: BusinessDate;
  readonly accrualEnd: BusinessDate;
};

/**
 * The maturity of a term of that many days, counted from the start, which earns, to the end, which
 * does not.
 */
export function maturityOf(start: BusinessDate, tenorDays: number, rule: MaturityRule): Maturity {
  const maturity = addDays(start, tenorDays);
  const payment = adjust(maturity, rule.convention, rule.calendar);
  return { maturity, payment, accrualEnd: rule.accruesOverGap ? payment : maturity };
}
