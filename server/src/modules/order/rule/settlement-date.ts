// Settlement dates: the dated lag of each market, counted in its business days.

import {
  addBusinessDays,
  type BusinessCalendar,
  isBusinessDay,
} from '../../../platform/calendar/business-calendar.js';
import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { assetClassOf, type MarketRules, type RuleRow, ruleOn } from '../../market/index.js';
import { ORDER } from '../limits.js';
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

/** What the fills of one trade date say of their settlement. */
interface SettledFills {
  readonly securityType: string;
  readonly tradeDate: BusinessDate;
  /** The dates that their exchange stated; undefined for a fill that it stated none of. */
  readonly stated: readonly (BusinessDate | undefined)[];
}

/** When fills settle: by the calendar, or later, as their exchange stated. */
interface Settlement {
  readonly date: BusinessDate;
  /** The date where it is the exchange's and not the calendar's. */
  readonly stated: BusinessDate | undefined;
}

/**
 * The settlement of the fills of a trade date. What their exchange states counts where it is a
 * later business day, not far from the calendar's, and no other of the fills is stated otherwise.
 */
export function settlementOf(fills: SettledFills, rules: MarketRules): Settlement {
  const { tradeDate, securityType } = fills;
  const lags = rules.classes[assetClassOf(securityType)].SETTLEMENT_LAG;
  const due = settlementDate(tradeDate, lags, rules.calendar);
  const [stated, ...others] = new Set(fills.stated.flatMap((date) => date ?? []));
  const isTaken =
    stated !== undefined &&
    others.length === 0 &&
    stated > due &&
    stated <= addDays(due, ORDER.settlementLaterDaysMax) &&
    isBusinessDay(stated, rules.calendar);
  return isTaken ? { date: stated, stated } : { date: due, stated: undefined };
}
