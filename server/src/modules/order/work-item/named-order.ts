// The order of a work item: that of its report, or the one that a person chooses.

import { adjust } from '../../../platform/calendar/business-calendar.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { calendarOf } from '../../market/index.js';
import { tradeDateWaited } from '../fill/trade-date.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { lockOrder, selectOrder } from '../record/queries.js';
import type { UnmatchedRow } from './queries.js';

/** The order of a work item as it is now; undefined if it has none. */
export async function orderOf(work: Work, id: bigint | null): Promise<OrderRow | undefined> {
  if (id === null) return undefined;
  return selectOrder(work.tx, id);
}

/** The order with this id. Refuses an order that the caller cannot see, or of another exchange. */
export async function orderNamed(work: Work, item: UnmatchedRow, id: bigint): Promise<OrderRow> {
  const order = await lockOrder(work.tx, id);
  if (order === undefined || !seesOffice(work.principal, order.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'orderId', 'names no order');
  }
  if (order.exchange_id !== item.exchange_id) {
    const detail = 'is not the order of this report';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'orderId', detail);
  }
  return order;
}

/** A parked report, with the trade date that it would have had if booked on receipt. */
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
