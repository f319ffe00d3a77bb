// Reports of an exchange booked together: what one transaction brings about many orders costs as
// many statements as it would about one. The outcome is exactly that of `applyExchangeReport` for
// each in turn, which also books whatever is not the ordinary life of a new order.

import type { Work } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { isLasting } from './exchange-order.js';
import type { ExchangeReport } from './exchange-port.js';
import { bookedExecutions } from './execution.js';
import { dependsOnDay } from './note-charge.js';
import { type Execution, isFinal } from './order-state.js';
import { type OrderRow, SELECT_ORDER } from './record.js';
import { applyExchangeReport } from './report.js';
import { reasonToPark } from './report-comparison.js';
import { executionIn, isMalformed } from './report-reading.js';
import { applyRun, type ReportedOrder } from './report-run.js';
import { withExecution } from './standing-execution.js';
import { tariffAt } from './tariff-store.js';
import { tradeDateOf } from './trade-date.js';

/**
 * Applies reports of one exchange in the order received, each once. As `applyExchangeReport`, never
 * refuses.
 */
export async function applyExchangeReports(
  work: Work,
  reports: readonly ExchangeReport[],
): Promise<void> {
  let left = reports;
  while (left.length > 0) {
    const ordinary = await ordinaryOrders(work, left);
    const together = new Set(ordinary.flatMap((each) => each.reports));
    const run = leading(left, (report) => together.has(report));
    if (run.length > 0) await applyRun(work, run, withinRun(ordinary, run));
    const others = leading(left.slice(run.length), (report) => !together.has(report));
    for (const report of others) await applyExchangeReport(work, report);
    left = left.slice(run.length + others.length);
  }
}

function leading<Item>(items: readonly Item[], counts: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex((item) => !counts(item));
  return end < 0 ? items : items.slice(0, end);
}

function withinRun(
  orders: readonly ReportedOrder[],
  run: readonly ExchangeReport[],
): ReportedOrder[] {
  const inRun = new Set(run);
  return orders
    .map((each) => ({ ...each, reports: each.reports.filter((report) => inRun.has(report)) }))
    .filter((each) => each.reports.length > 0);
}

// Where a charge depends on what else was dealt that day, nothing is ordinary.
async function ordinaryOrders(
  work: Work,
  reports: readonly ExchangeReport[],
): Promise<ReportedOrder[]> {
  const locked = await lockReported(work.tx, reports);
  const [first] = locked;
  if (first === undefined) return [];
  if (dependsOnDay(await tariffAt(work, first.order.tariff_stamp))) return [];
  const plain = locked.filter(isOrdinary);
  const executions = await bookedExecutions(
    work.tx,
    plain.map(({ order }) => order.id),
  );
  return plain
    .map((each) => ({ ...each, executions: executions.get(each.order.id) ?? [] }))
    .filter(
      (each) =>
        each.executions.every(
          ({ noteId, tradeDate }) => noteId === null && tradeDate === each.order.today,
        ) &&
        each.reports.every(
          (report) => tradeDateOf(each.order, report, work.now) === each.order.today,
        ) &&
        !hasDoubt(each),
    );
}

// Where a report is to be parked, those before and behind it are booked one by one.
function hasDoubt({ order, executions, reports }: ReportedOrder): boolean {
  let known: readonly Execution[] = executions;
  return reports.some((report) => {
    const doubt = reasonToPark({ order, report, entry: undefined, executions: known });
    known = withExecution(known, executionIn(report));
    return doubt !== undefined;
  });
}

type LockedOrder = Omit<ReportedOrder, 'executions'>;

// In sorted order, before any holding and any account.
async function lockReported(
  tx: Tx,
  reports: readonly ExchangeReport[],
): Promise<readonly LockedOrder[]> {
  const ids = reports.flatMap(({ clOrdId, origClOrdId }) => [clOrdId, origClOrdId ?? clOrdId]);
  const exchangeId = reports[0]?.exchangeId ?? null;
  const named = sql`from instructions_named(${exchangeId}::bigint, ${ids}::text[])`;
  const [orders, names] = await Promise.all([
    tx.query<OrderRow>(sql`${SELECT_ORDER}
      where t.id in (select order_id ${named}) order by t.id for update of t`),
    tx.query<{ order_id: bigint; cl_ord_id: string }>(sql`select order_id, cl_ord_id ${named}`),
  ]);
  const orderOf = new Map(names.map((each) => [each.cl_ord_id, each.order_id]));
  const idOf = ({ clOrdId, origClOrdId }: ExchangeReport) =>
    orderOf.get(clOrdId) ?? orderOf.get(origClOrdId ?? clOrdId);
  const byOrder = new Map<bigint | undefined, ExchangeReport[]>();
  for (const report of reports) {
    byOrder.set(idOf(report), [...(byOrder.get(idOf(report)) ?? []), report]);
  }
  return orders.map((order) => ({ order, reports: byOrder.get(order.id) ?? [] }));
}

const STILL_LIVE = new Set(['0', '1', 'A']);

/**
 * Whether the reports are those of a live order that is its only exchange order and waits for no
 * answer: it was accepted, filled, or ended by the last of them.
 */
function isOrdinary({ order, reports }: LockedOrder): boolean {
  const isPlain = !isFinal(order.order_status) && !isLasting(order) && order.entry_no === 1;
  if (!isPlain || order.pending_cl_ord_id !== null) return false;
  return reports.every((report, index) => {
    const isLast = index === reports.length - 1;
    return (
      report.message === 'EXECUTION_REPORT' &&
      report.execType !== 'I' &&
      report.execType !== 'D' &&
      report.clOrdId === order.cl_ord_id &&
      !isMalformed(report) &&
      (executionIn(report)?.kind ?? 'TRADE') === 'TRADE' &&
      (isLast || STILL_LIVE.has(report.ordStatus))
    );
  });
}
