// Settlement dates: the dated lag of each market, counted in its business days.

import { present } from '../../platform/assert.js';
import {
  addBusinessDays,
  type BusinessCalendar,
} from '../../platform/calendar/business-calendar.js';
import { type BusinessDate, businessDate } from '../../platform/calendar/business-date.js';

/**
 * From the trade date `from` on, trades settle `businessDays` later; absent means from the
 * beginning.
 */
export type SettlementLag = { readonly from?: BusinessDate; readonly businessDays: number };

/** The lags of a market in order of date, the oldest first. */
export type SettlementLagTable = readonly SettlementLag[];

/** NGX: T+3 to 27 November 2025, T+2 from 28 November 2025, T+1 from 1 June 2026 (SEC notices). */
export const NGX_SETTLEMENT_LAGS: SettlementLagTable = [
  { businessDays: 3 },
  { from: businessDate('2025-11-28'), businessDays: 2 },
  { from: businessDate('2026-06-01'), businessDays: 1 },
];

/** The date on which a trade of this date settles; the table must cover the trade date. */
export function settlementDate(
  tradeDate: BusinessDate,
  table: SettlementLagTable,
  calendar: BusinessCalendar,
): BusinessDate {
  const inForce = table.findLast(({ from }) => from === undefined || from <= tradeDate);
  const lag = present(inForce, `the settlement table covers ${tradeDate}`);
  return addBusinessDays(tradeDate, lag.businessDays, calendar);
}
