// Settlement dates: the dated lag of each market, counted in its business days.

import { present } from '../../platform/assert.js';
import {
  addBusinessDays,
  type BusinessCalendar,
} from '../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { type RuleRow, ruleOn } from '../market/index.js';

/** The date on which a trade of this date settles; the table must cover the trade date. */
export function settlementDate(
  tradeDate: BusinessDate,
  table: readonly RuleRow<'SETTLEMENT_LAG'>[],
  calendar: BusinessCalendar,
): BusinessDate {
  const lag = present(ruleOn(table, tradeDate), `the settlement cycle covers ${tradeDate}`);
  return addBusinessDays(tradeDate, lag.businessDays, calendar);
}
