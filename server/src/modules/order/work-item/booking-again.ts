// Books a work item's report on an operator's request, exactly once, in the transaction that closes
// the item.

import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { orderProblems } from '../problems.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { executionIn, namelessExecId } from '../report/reading.js';
import { applyExchangeReport } from '../report/report.js';
import { storedReport } from '../report/stored-report-queries.js';
import { type Correction, correctedReport } from './correction.js';
import { isExecutionBooked, isLastDayOver } from './correction-queries.js';
import { datedReport, orderNamed, orderOf } from './named-order.js';
import type { UnmatchedRow } from './queries.js';

/** Options for booking a report. */
export interface Application {
  /** The order to use for a report with an unknown ClOrdID. */
  readonly orderId?: bigint | undefined;
  /**
   * True to book the report even though it includes unbooked fills, because the exchange's count is
   * wrong.
   */
  readonly acceptContradiction?: boolean | undefined;
}

const DUPLICATE = 'DUPLICATE_EXECUTION_SUSPECTED';

/**
 * Books the report of a locked work item. If the item's reason still applies, refuses with
 * REPORT_NOT_BOOKABLE and changes nothing. A report that has been booked in the meantime is not
 * booked again.
 */
export async function bookAgain(
  work: Work,
  item: UnmatchedRow,
  requested: Application,
): Promise<void> {
  const report = await reportToApply(work, item, requested);
  const isDecided = item.reason === DUPLICATE || requested.acceptContradiction === true;
  const fate = await applyExchangeReport(work, report, { isDecided });
  if (fate === 'UNMATCHED') {
    throw refusal(orderProblems.REPORT_NOT_BOOKABLE, { args: [item.reason] });
  }
}

/** Books an execution for a locked work item, with values that a user enters. */
export async function bookCorrected(
  work: Work,
  item: UnmatchedRow,
  { by, ...given }: Correction & { readonly by: string },
): Promise<void> {
  const report = await correctedReport(work, item, given);
  const givenFor = { itemId: item.id, by };
  const fate = await applyExchangeReport(work, report, { isDecided: true, givenFor });
  if (fate !== 'APPLIED') {
    throw refusal(orderProblems.REPORT_NOT_BOOKABLE, { args: [item.reason] });
  }
}

async function reportToApply(
  work: Work,
  item: UnmatchedRow,
  { orderId }: Application,
): Promise<ExchangeReport> {
  const stored = await storedReport(work.tx, item.id);
  if (orderId !== undefined) {
    const order = await orderNamed(work, item, orderId);
    refuseOtherOrder(item);
    const report = await datedReport(work, order, { item, report: stored });
    return { ...report, clOrdId: order.cl_ord_id, origClOrdId: undefined };
  }
  const order = await orderOf(work, item.order_id);
  if (order === undefined) return stored;
  const isFill = executionIn(stored) !== undefined;
  const report = isFill ? await datedReport(work, order, { item, report: stored }) : stored;
  if (item.reason === DUPLICATE) return asAnother(work.tx, item, report);
  if (item.reason !== 'NOT_AT_EXCHANGE') return report;
  return believed(work, item, report);
}

// A report with one of our ClOrdIDs identifies its order. A user may choose the order only if the
// ClOrdID is unknown.
function refuseOtherOrder(item: UnmatchedRow): void {
  if (item.reason === 'UNKNOWN_ORDER') return;
  const detail = 'is not the order of this report';
  throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'orderId', detail);
}

// Books the report as a separate execution. If its ExecID is already used, the item's number is
// appended.
async function asAnother(
  tx: Tx,
  item: UnmatchedRow,
  report: ExchangeReport,
): Promise<ExchangeReport> {
  const isBooked = await isExecutionBooked(tx, item.order_id, report);
  return isBooked ? { ...report, execId: `${report.execId ?? ''}#${item.id}` } : report;
}

const REJECTED = '8';
const EXPIRED = 'C';

// Treats the exchange's answer that the order is unknown as final. If the order's last day at the
// exchange has passed, the order has expired; otherwise, it was never accepted.
async function believed(
  work: Work,
  item: UnmatchedRow,
  report: ExchangeReport,
): Promise<ExchangeReport> {
  const isOver = await isLastDayOver(work.tx, item.order_id);
  const status = isOver ? EXPIRED : REJECTED;
  return { ...report, execId: namelessExecId(item.id), execType: status, ordStatus: status };
}
