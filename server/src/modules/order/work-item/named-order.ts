// Finds the order of a work item: the order in its report, or one that a user chooses.

import { adjust } from '../../../platform/calendar/business-calendar.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { calendarOf } from '../../market/index.js';
import { tradeDateWaited } from '../fill/trade-date.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { lockOrder, selectOrder } from '../record/queries.js';
import type { UnmatchedRow } from './queries.js';

/** Reads the current state of a work item's order; undefined if the item has none. */
export async function orderOf(work: Work, id: bigint | null): Promise<OrderRow | undefined> {
  if (id === null) return undefined;
  return selectOrder(work.tx, id);
}

/**
 * Reads the order with this id. Refuses an order that the caller cannot see or that is at another
 * exchange.
 */
export async function orderNamed(work: Work, item: UnmatchedRow, id: bigint): Promise<OrderRow> {
  const order = await lockOrder(work.tx, id);
  if (order === undefined || !seesOffice(work.principal, order.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'orderId', 'does not match any order');
  }
  if (order.exchange_id !== item.exchange_id) {
    const detail = 'is not the order of this report';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'orderId', detail);
  }
  return order;
}

/**
 * Returns a parked report with the trade date that it would have had if it had been booked on
 * receipt.
 */
export async function datedReport(
  work: Work,
  order: OrderRow,
  { item, report }: { readonly item: UnmatchedRow; readonly report: ExchangeReport },
): Promise<ExchangeReport> {
  const calendar = await calendarOf(work.tx, order.exchange_id);
  const tradeDate = tradeDateWaited(order, report, {
    receivedAt: item.received_at,
    now: work.now,
    lastOpen: (date) => adjust(date, 'PRECEDING', calendar),
  });
  return { ...report, tradeDate };
}
