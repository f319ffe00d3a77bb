// Books an exchange's reports in batches. The number of statements does not depend on the number of
// orders in a batch. The outcome is the same as calling `applyExchangeReport` for each report in
// turn. Reports that are not ordinary (see `isOrdinary`) are booked by that function.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { entryAfter, isLasting } from '../exchange/order.js';
import { firstEntries } from '../exchange/order-queries.js';
import { tariffAt } from '../fee/tariff-cache.js';
import { executionsBefore, namelessFills } from '../fill/queries.js';
import { tradeDateOf } from '../fill/trade-date.js';
import { dependsOnDay } from '../note/charge.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import { daysOf, isGivenExecution, NO_EXECUTIONS, withExecution } from '../rule/execution-sum.js';
import { isFinal } from '../rule/order-state.js';
import { doubtAbout } from './comparison.js';
import { lockOrdersNamed, ordersNamed } from './queries.js';
import { executionIn, isMalformed } from './reading.js';
import { repeatedAnswers } from './repeated-answer.js';
import { applyExchangeReport, type ReportFate } from './report.js';
import { applyRun, type ReportedOrder } from './run.js';

/**
 * Applies an exchange's reports in the order received, each once, and returns their outcomes. Like
 * `applyExchangeReport`, it never refuses a report.
 */
export async function applyExchangeReports(
  work: Work,
  reports: readonly ExchangeReport[],
): Promise<readonly ReportFate[]> {
  const repeated = await repeatedAnswers(work, reports);
  const fates = await fatesOf(
    work,
    reports.filter((report) => !repeated.has(report)),
  );
  const next = fates.values();
  return reports.map((report) =>
    repeated.has(report)
      ? 'APPLIED'
      : present(next.next().value, 'any other report has an outcome'),
  );
}

async function fatesOf(work: Work, reports: readonly ExchangeReport[]): Promise<ReportFate[]> {
  const fates: ReportFate[] = [];
  let left = reports;
  while (left.length > 0) {
    const ordinary = await ordinaryOrders(work, left);
    const batched = new Set(ordinary.flatMap((each) => each.reports));
    const run = leading(left, (report) => batched.has(report));
    if (run.length > 0) fates.push(...(await applyRun(work, run, withinRun(ordinary, run))));
    const others = leading(left.slice(run.length), (report) => !batched.has(report));
    for (const report of others) fates.push(await applyExchangeReport(work, report));
    left = left.slice(run.length + others.length);
  }
  return fates;
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

// No order is ordinary if any charge depends on other trades of the day.
async function ordinaryOrders(
  work: Work,
  reports: readonly ExchangeReport[],
): Promise<ReportedOrder[]> {
  const locked = await lockReported(work.tx, reports);
  const [first] = locked;
  if (first === undefined) return [];
  if (dependsOnDay(await tariffAt(work, first.order.tariff_stamp))) return [];
  const plain = locked.filter(isOrdinary);
  const lasting = plain.filter(({ order }) => isLasting(order)).map(({ order }) => order.id);
  const [executions, entries, nameless] = await Promise.all([
    executionsBefore(
      work.tx,
      plain.map(({ order, reports: ofOrder }) => ({
        orderId: order.id,
        added: ofOrder.flatMap((report) => executionIn(report) ?? []),
      })),
    ),
    firstEntries(work.tx, lasting),
    namelessFills(
      work.tx,
      plain.map(({ order }) => order.id),
    ),
  ]);
  return plain
    .map((each) => ({
      ...each,
      executions: executions.get(each.order.id) ?? NO_EXECUTIONS,
      entry: entries.get(each.order.id),
    }))
    .filter(
      (each) =>
        (isLasting(each.order) ? hasPlainEntry(each) : isOfToday(each)) &&
        each.reports.every(
          (report) => tradeDateOf(each.order, report, work.now) === each.order.today,
        ) &&
        !hasDoubt({ ...each, hasNameless: nameless.has(each.order.id) }),
    );
}

// All fills must be on the current business date, and that date must not have a note yet.
function isOfToday({ order, executions }: ReportedOrder): boolean {
  return daysOf(executions).every(
    ({ isNoted, hasNews, tradeDate }) => !isNoted && hasNews && tradeDate === order.today,
  );
}

// The quantity open at the exchange must not exceed the order's open quantity, and fills must not
// change a note.
function hasPlainEntry({ order, entry, executions }: ReportedOrder): boolean {
  if (entry === undefined || entry.ended_at !== null) return false;
  const working = entry.quantity - entry.quantity_filled;
  if (working > order.quantity - order.quantity_filled) return false;
  return daysOf(executions).every(({ isNoted, hasNews, tradeDate }) =>
    tradeDate === order.today ? !isNoted && hasNews : !(isNoted && hasNews),
  );
}

// If one report has to be parked, all reports about its order are booked individually.
function hasDoubt(reported: ReportedOrder & { readonly hasNameless: boolean }): boolean {
  const { order, entry: first, executions, reports, hasNameless } = reported;
  if (sharesExecId(reported)) return true;
  let known = executions;
  return reports.some((report) => {
    const entry = entryAfter(first, executions, known);
    const doubt = doubtAbout({ order, report, entry, executions: known, hasNameless });
    const fill = executionIn(report);
    // The exchange's own report of a fill that a user entered is compared with its order outside
    // the batch.
    const isGiven = fill !== undefined && isGivenExecution(known, fill.execId);
    const { today: tradeDate, entry_no: entryNo } = order;
    known = withExecution(known, fill && { ...fill, tradeDate, entryNo });
    return doubt !== undefined || isGiven;
  });
}

// If a fill has the same ExecID as a report that is not a fill, the fill is parked and must not be
// used in calculations.
function sharesExecId({ executions, reports }: ReportedOrder): boolean {
  const others = reports.filter((report) => executionIn(report) === undefined);
  const taken = new Set([...executions.taken, ...others.flatMap(({ execId }) => execId ?? [])]);
  return reports.some((report) => {
    const fill = executionIn(report);
    return fill !== undefined && taken.has(fill.execId);
  });
}

type LockedOrder = Omit<ReportedOrder, 'executions' | 'entry'>;

// Orders are locked in sorted order, before any holding and any account.
async function lockReported(
  tx: Tx,
  reports: readonly ExchangeReport[],
): Promise<readonly LockedOrder[]> {
  const ids = reports.flatMap(({ clOrdId, origClOrdId }) => [clOrdId, origClOrdId ?? clOrdId]);
  const exchangeId = reports[0]?.exchangeId ?? null;
  const [orders, names] = await Promise.all([
    lockOrdersNamed(tx, exchangeId, ids),
    ordersNamed(tx, exchangeId, ids),
  ]);
  const orderOf = new Map(names.map((each) => [each.cl_ord_id, each.order_id]));
  const idOf = ({ clOrdId, origClOrdId }: ExchangeReport) =>
    orderOf.get(clOrdId) ?? orderOf.get(origClOrdId ?? clOrdId);
  const byOrder = new Map<bigint | undefined, ExchangeReport[]>();
  for (const report of reports) {
    const ofOrder = byOrder.get(idOf(report));
    if (ofOrder === undefined) byOrder.set(idOf(report), [report]);
    else ofOrder.push(report);
  }
  return orders.map((order) => ({ order, reports: byOrder.get(order.id) ?? [] }));
}

const STILL_LIVE = new Set(['0', '1', 'A']);

/**
 * Returns whether the reports are ordinary: they are about a live order that has a single exchange
 * order and no pending request, and they accept it, fill it or (only the last report) end it. A
 * long-lived order may remain valid after its exchange order ends, so a report that ends that
 * exchange order is not ordinary.
 */
function isOrdinary({ order, reports }: LockedOrder): boolean {
  const isPlain = !isFinal(order.order_status) && order.entry_no === 1;
  if (!isPlain || order.pending_cl_ord_id !== null) return false;
  const mayEnd = !isLasting(order);
  return reports.every((report, index) => {
    const isLast = mayEnd && index === reports.length - 1;
    return (
      report.message === 'EXECUTION_REPORT' &&
      report.execType !== 'I' &&
      report.execType !== 'D' &&
      (mayEnd || report.execType !== '5') &&
      report.clOrdId === order.cl_ord_id &&
      !isMalformed(report) &&
      (executionIn(report)?.kind ?? 'TRADE') === 'TRADE' &&
      (isLast || STILL_LIVE.has(report.ordStatus))
    );
  });
}
