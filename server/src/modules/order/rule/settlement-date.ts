// Settlement dates, computed from the settlement lag that each market has on the trade date, in the
// market's business days.

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
 * Returns the settlement date for a trade date. Refuses with MARKET_RULE_MISSING if the table does
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

/** The data from which the settlement date is computed for one trade date's fills. */
interface SettledFills {
  readonly securityType: string;
  readonly tradeDate: BusinessDate;
  /** The settlement dates that the exchange gave; undefined for a fill without a date. */
  readonly stated: readonly (BusinessDate | undefined)[];
}

/** The settlement date of fills: the calendar's date, or a later date that the exchange gave. */
interface Settlement {
  readonly date: BusinessDate;
  /** The exchange's date, if it is used instead of the calendar's. */
  readonly stated: BusinessDate | undefined;
}

/**
 * Returns the settlement of a trade date's fills. The exchange's date is used if it is a later
 * business day, close to the calendar's date, and the same for all fills that have one.
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
