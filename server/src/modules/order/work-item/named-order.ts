// The order of a work item: the one that its report names, or that a person names for it.

import { adjust } from '../../../platform/calendar/business-calendar.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { calendarOf } from '../../market/index.js';
import { tradeDateWaited } from '../fill/trade-date.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { lockOrder, selectOrder } from '../record/queries.js';
import type { UnmatchedRow } from './queries.js';

/** The order of a work item as it is now; undefined if no order is known. */
export async function orderOf(work: Work, id: bigint | null): Promise<OrderRow | undefined> {
  if (id === null) return undefined;
  return selectOrder(work.tx, id);
}

/** The order by its id. Refuses one that the caller does not see, or of another exchange. */
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

/** A report that waited as a work item, with its trade date as if it had been booked as it came. */
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
