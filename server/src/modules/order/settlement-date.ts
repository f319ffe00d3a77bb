// Settlement dates: the dated lag of each market, counted in its business days.

import {
  addBusinessDays,
  type BusinessCalendar,
} from '../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { type RuleRow, ruleOn } from '../market/index.js';
import { ruleMissing } from './price-rule.js';

/**
 * The date on which a trade of this date settles. Refuses MARKET_RULE_MISSING where the table does
 * not cover the trade date.
 */
export function settlementDate(
  tradeDate: BusinessDate,
  table: readonly RuleRow<'SETTLEMENT_LAG'>[],
  calendar: BusinessCalendar,
): BusinessDate {
  const lag = ruleOn(table, tradeDate);
  if (lag === undefined) throw ruleMissing('SETTLEMENT_LAG', tradeDate);
  return addBusinessDays(tradeDate, lag.businessDays, calendar);
}
