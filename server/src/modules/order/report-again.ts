// Work items applied again by an operator: a report that could not be booked is booked after all,
// exactly once, in the transaction that closes the item.

import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import { seesOffice } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { commonProblems, refusal, refuseMember } from '../../platform/http/problem.js';
import type { Outcome } from '../../platform/http/route.js';
import type { ExchangeReport } from './exchange-port.js';
import { orderProblems } from './problems.js';
import { type OrderRow, SELECT_ORDER } from './record.js';
import { applyExchangeReport } from './report.js';
import { storedReport } from './stored-report.js';
import {
  lockOpenReport,
  resolved,
  storeResolution,
  type UnmatchedRow,
} from './unmatched-report.js';

/** Which work item, why, and for an unknown ClOrdID which order it is about. */
interface Application {
  readonly id: bigint;
  readonly resolution: string;
  readonly orderId?: bigint | undefined;
  /** Book it although it counts fills that are not booked: the exchange's count is wrong. */
  readonly acceptContradiction?: boolean | undefined;
}

const DUPLICATE = 'DUPLICATE_EXECUTION_SUSPECTED';

/**
 * Books the report of a work item. Refuses REPORT_NOT_BOOKABLE, and changes nothing, when the
 * reason for which it was kept still holds. One that has been booked meanwhile only closes.
 */
export async function applyUnmatchedReport(work: Work, asked: Application): Promise<Outcome> {
  const item = await lockOpenReport(work, asked.id);
  const report = await reportToApply(work, item, asked);
  const isDecided = item.reason === DUPLICATE || asked.acceptContradiction === true;
  const fate = await applyExchangeReport(work, report, { isDecided });
  if (fate === 'UNMATCHED') {
    throw refusal(orderProblems.REPORT_NOT_BOOKABLE, { args: [item.reason] });
  }
  await storeResolution(work, item.id, asked.resolution);
  return resolved(work, item, 'UNMATCHED_REPORT_APPLIED');
}

async function reportToApply(
  work: Work,
  item: UnmatchedRow,
  { orderId }: Application,
): Promise<ExchangeReport> {
  const report = await storedReport(work.tx, item.id);
  const named = orderId === undefined ? undefined : await namedOrder(work, item, orderId);
  if (named !== undefined) return { ...report, clOrdId: named.cl_ord_id, origClOrdId: undefined };
  if (item.reason === DUPLICATE) return asAnother(work.tx, item, report);
  if (item.reason !== 'NOT_AT_EXCHANGE') return report;
  return believed(work, item, report);
}

// A report of one of our orders says itself which it is; only an unknown ClOrdID is for people.
async function namedOrder(work: Work, item: UnmatchedRow, orderId: bigint): Promise<OrderRow> {
  const [order] = await work.tx.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${orderId}`);
  if (order === undefined || !seesOffice(work.principal, order.office_id)) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'orderId', 'names no order');
  }
  if (item.reason !== 'UNKNOWN_ORDER' || order.exchange_id !== item.exchange_id) {
    const detail = 'is not the order of this report';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'orderId', detail);
  }
  return order;
}

// An execution of its own after all. Its ExecID gets the item's number if another one has it.
async function asAnother(
  tx: Tx,
  item: UnmatchedRow,
  report: ExchangeReport,
): Promise<ExchangeReport> {
  const [booked] = await tx.query(sql`
    select from execution_report
    where order_id = ${item.order_id}
      and ${report.execId ?? ''}::text in (exec_id, split_part(exec_id, '/', 2))`);
  return booked === undefined ? report : { ...report, execId: `${report.execId}#${item.id}` };
}

const REJECTED = '8';
const EXPIRED = 'C';

// That the exchange does not know the order becomes its last word about it: one whose last day
// there is over has expired, any other was never taken.
async function believed(
  work: Work,
  item: UnmatchedRow,
  report: ExchangeReport,
): Promise<ExchangeReport> {
  const [entry] = await work.tx.query<{ is_over: boolean }>(sql`
    select coalesce(x.last_day < d.business_date, false) as is_over
    from trade_order t cross join business_day d
    left join exchange_order x on x.order_id = t.id and x.entry_no = t.entry_no
    where t.id = ${item.order_id}`);
  const status = present(entry, 'the item is about an order').is_over ? EXPIRED : REJECTED;
  return { ...report, execId: `work-item-${item.id}`, execType: status, ordStatus: status };
}
