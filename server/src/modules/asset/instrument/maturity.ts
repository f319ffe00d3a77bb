// Maturity: when a term ends, when it is paid, and when it stops earning.

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

/** The unadjusted end of the term, the payment date, and the day on which interest stops. */
export type Maturity = {
  readonly maturity: BusinessDate;
  readonly payment: BusinessDate;
  readonly accrualEnd: BusinessDate;
};

/**
 * Returns the maturity of a term of this many days, including the start date but not the maturity
 * date.
 */
export function maturityOf(start: BusinessDate, tenorDays: number, rule: MaturityRule): Maturity {
  const maturity = addDays(start, tenorDays);
  const payment = adjust(maturity, rule.convention, rule.calendar);
  return { maturity, payment, accrualEnd: rule.accruesOverGap ? payment : maturity };
}
