// Determines the trade date of a fill: the date that the exchange gives, if it is plausible.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Instant } from '../../../platform/database/database.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';

type Order = Pick<OrderRow, 'business_date' | 'today' | 'exchange_time_zone'>;

/**
 * Returns TradeDate (75) or, if it is missing, the day of TransactTime (60) at the exchange if that
 * day is before the day of receipt. If there is no such date, or if it is before the order's own
 * date or after the current business date, returns the current business date.
 * @param now when the report was received
 */
export function tradeDateOf(order: Order, report: ExchangeReport, now: Instant): BusinessDate {
  const stated = report.tradeDate ?? dayBefore(order, report, now);
  const isPlausible =
    stated !== undefined && stated >= order.business_date && stated <= order.today;
  return isPlausible ? stated : order.today;
}

/** The time at which a report was received, and the time at which its work item is settled. */
interface Waited {
  readonly receivedAt: Instant;
  readonly now: Instant;
}

/**
 * Returns the trade date of a fill that was parked as a work item: TradeDate if given, otherwise
 * the day of TransactTime as in `tradeDateOf`. If neither gives a date, returns the last open day
 * of the exchange up to the day on which we received the fill, or undefined if we received it
 * today. Days are in the time zone of the exchange.
 * @param lastOpen the last open day of the exchange up to a date
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

// A report that is no older than this belongs to the current session, even across midnight.
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
