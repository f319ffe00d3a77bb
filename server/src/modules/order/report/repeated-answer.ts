// Answers to status requests that only repeat the booked state. After a logon, an exchange sends an
// answer for each requested order, so the answers are compared in one batch, without locks.

import type { Work } from '../../../platform/context.js';
import { filledElsewhere, viewOf } from '../exchange/order.js';
import type { ExchangeOrder } from '../exchange/order-queries.js';
import { presentEntries } from '../exchange/order-queries.js';
import { executionsBefore } from '../fill/queries.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { selectOrders } from '../record/queries.js';
import { applyEntryReport } from '../rule/exchange-order-state.js';
import { type Executions, NO_EXECUTIONS } from '../rule/execution-sum.js';
import { applyReport, FIX_STATUS_NAMES, isFinal } from '../rule/order-state.js';
import { progressOf, saysNothingNew } from './change.js';
import { contradictionsIn, isFilledWithout } from './comparison.js';
import { ordersNamed } from './queries.js';
import { isMalformed, toOrderReport } from './reading.js';

const REJECTED = '8';

/** An answer, with its order as booked and the exchange order in force. */
interface Answer {
  readonly order: OrderRow;
  readonly entry: ExchangeOrder | undefined;
  readonly executions: Executions;
  readonly report: ExchangeReport;
}

/**
 * Returns the reports that are status answers and neither change nor contradict their orders. A
 * report is skipped if its order has another report in the batch, which may change the order first.
 */
export async function repeatedAnswers(
  work: Work,
  reports: readonly ExchangeReport[],
): Promise<ReadonlySet<ExchangeReport>> {
  if (reports.filter(mayRepeat).length < 2) return new Set();
  const answers = await answersIn(work, reports);
  return new Set(answers.filter(repeats).map(({ report }) => report));
}

function mayRepeat(report: ExchangeReport): boolean {
  const isAnswer = report.message === 'EXECUTION_REPORT' && report.execType === 'I';
  return isAnswer && report.ordStatus !== REJECTED && !isMalformed(report);
}

async function answersIn({ tx }: Work, reports: readonly ExchangeReport[]): Promise<Answer[]> {
  const exchangeId = reports[0]?.exchangeId ?? null;
  const ids = reports.flatMap(({ clOrdId, origClOrdId }) => [clOrdId, origClOrdId ?? clOrdId]);
  const names = await ordersNamed(tx, exchangeId, ids);
  const orderOf = new Map(names.map((each) => [each.cl_ord_id, each.order_id]));
  const alone = new Map<bigint, ExchangeReport | undefined>();
  for (const report of reports) {
    for (const id of new Set([report.clOrdId, report.origClOrdId ?? report.clOrdId])) {
      const orderId = orderOf.get(id);
      if (orderId === undefined) continue;
      const isSecond = alone.has(orderId) && alone.get(orderId) !== report;
      alone.set(orderId, isSecond ? undefined : report);
    }
  }
  const orderIds = [...alone].flatMap(([id, report]) => (report && mayRepeat(report) ? [id] : []));
  const [orders, entries, executions] = await Promise.all([
    selectOrders(tx, orderIds),
    presentEntries(tx, orderIds),
    executionsBefore(
      tx,
      orderIds.map((orderId) => ({ orderId, added: [] })),
    ),
  ]);
  const entryOf = new Map(entries.map((entry) => [entry.order_id, entry]));
  return orders.flatMap((order) => {
    const report = alone.get(order.id);
    if (report === undefined) return [];
    const booked = { executions: executions.get(order.id) ?? NO_EXECUTIONS };
    return [{ order, entry: entryOf.get(order.id), ...booked, report }];
  });
}

function repeats({ order, entry, executions, report }: Answer): boolean {
  const filled = entry === undefined ? order.quantity_filled : entry.quantity_filled;
  const { cumQuantity = filled } = report;
  if (report.clOrdId !== order.cl_ord_id || order.pending_cl_ord_id !== null) return false;
  if (cumQuantity !== filled) return false;
  if (entry !== undefined && !isUnchanged(entry, report)) return false;
  if (!isFinal(order.order_status) && isFilledWithout({ order, report, entry }, filled)) {
    return false;
  }
  const before = progressOf(order, executions);
  const orderReport = toOrderReport(report, {
    tradeDate: order.today,
    entryNo: order.entry_no,
    quantity: undefined,
    elsewhere: filledElsewhere(order, entry, undefined),
  });
  const after =
    entry === undefined
      ? applyReport(before, orderReport)
      : applyEntryReport(before, orderReport, viewOf(order, entry, undefined));
  const change = { order, before, after, requested: undefined, orderReport };
  return saysNothingNew(change) && contradictionsIn(change, { report, entry }).length === 0;
}

const WORKING = new Set(['0', '1', 'A']);

function isUnchanged(entry: ExchangeOrder, { ordStatus, cumQuantity }: ExchangeReport): boolean {
  const name = new Map<string, string>(Object.entries(FIX_STATUS_NAMES)).get(ordStatus);
  const works = entry.ended_at === null;
  const isSame = entry.fix_order_status === name && works === WORKING.has(ordStatus);
  return isSame && (cumQuantity === undefined || entry.cum_quantity === cumQuantity);
}
