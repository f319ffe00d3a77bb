// When a term ends, when it is paid, and when it stops earning interest.

import {
  adjust,
  type BusinessCalendar,
  type DayConvention,
} from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';

/** How a product treats a term that ends on a non-business day. */
type MaturityRule = {
  readonly convention: DayConvention;
  readonly accruesOverGap: boolean;
  readonly calendar: BusinessCalendar;
};

/** The unadjusted end of the term, the payment date, and the date on which interest stops. */
export type Maturity = {
  readonly maturity: BusinessDate;
  readonly payment: BusinessDate;
  readonly accrualEnd: BusinessDate;
};

/**
 * Returns the dates of a term with this number of days, including the start date but not the
 * maturity date. The payment date is always after the start: if the convention moves it back to the
 * start or earlier, it moves to the next business day instead, so that no term has zero days.
 */
export function maturityOf(start: BusinessDate, tenorDays: number, rule: MaturityRule): Maturity {
  const maturity = addDays(start, tenorDays);
  const adjusted = adjust(maturity, rule.convention, rule.calendar);
  const payment = adjusted > start ? adjusted : adjust(maturity, 'FOLLOWING', rule.calendar);
  return { maturity, payment, accrualEnd: rule.accruesOverGap ? payment : maturity };
}
