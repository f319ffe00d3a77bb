// The trade date of a fill: what the exchange states of it, as far as it can be.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { parseBusinessDate } from '../../platform/calendar/business-date.js';
import { wallClock } from '../../platform/calendar/wall-clock.js';
import type { Instant } from '../../platform/database/database.js';
import type { ExchangeReport } from './exchange-port.js';
import type { OrderRow } from './record.js';

type Order = Pick<OrderRow, 'business_date' | 'today' | 'exchange_time_zone'>;

/**
 * TradeDate (75); without it the day of TransactTime (60) at the exchange, where that is before the
 * day on which the report came; else the present business date. A day before the order's own, or
 * after the present one, is not believed.
 * @param now when the report came
 */
export function tradeDateOf(order: Order, report: ExchangeReport, now: Instant): BusinessDate {
  const stated = report.tradeDate ?? dayBefore(order, report, now);
  const isPlausible =
    stated !== undefined && stated >= order.business_date && stated <= order.today;
  return isPlausible ? stated : order.today;
}

// A report that is no older than this is of the present session, whatever midnight lies between.
const PRESENT_MS = 3_600_000;

function dayBefore(order: Order, report: ExchangeReport, now: Instant): BusinessDate | undefined {
  if (report.transactAt === undefined) return undefined;
  if (Date.parse(now) - Date.parse(report.transactAt) <= PRESENT_MS) return undefined;
  const dealt = dayAt(order, report.transactAt);
  return dealt < dayAt(order, now) ? parseBusinessDate(dealt) : undefined;
}

function dayAt(order: Order, at: Instant): string {
  return wallClock(at, order.exchange_time_zone).slice(0, 'yyyy-mm-dd'.length);
}
