// The trade date of a fill: what the exchange states of it, as far as it can be.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Instant } from '../../../platform/database/database.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';

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

/** When a report came, and when a person settles it. */
interface Waited {
  readonly receivedAt: Instant;
  readonly now: Instant;
}

/**
 * The trade date of a fill that waited as a work item: TradeDate, else the day of TransactTime as
 * in `tradeDateOf`, else the exchange's day on which it came, if that is not the present one.
 * @param lastOpen the last day of the exchange up to a date
 */
export function tradeDateWaited(
  order: Order,
  report: ExchangeReport,
  waited: Waited & { readonly lastOpen: (date: BusinessDate) => BusinessDate },
): BusinessDate | undefined {
  const { receivedAt, now, lastOpen } = waited;
  const stated = report.tradeDate ?? dayBefore(order, report, receivedAt);
  if (stated !== undefined) return stated;
  const came = dayAt(order, receivedAt);
  if (came >= dayAt(order, now)) return undefined;
  const date = parseBusinessDate(came);
  return date && lastOpen(date);
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
