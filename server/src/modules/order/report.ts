// Reports of the exchange: each one changes its order once, with holds, holding and note in one
// transaction.

import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { setHold } from '../finance/index.js';
import {
  type EntryReport,
  entryReported,
  filledElsewhere,
  followEntry,
  viewOf,
} from './exchange-order.js';
import { applyEntryReport } from './exchange-order-state.js';
import { keepWithinOrder } from './exchange-order-trim.js';
import type { ExchangeReport } from './exchange-port.js';
import { bookedExecutions } from './execution.js';
import { moveHolding } from './holding.js';
import { noteDays } from './note.js';
import { applyReport } from './order-state.js';
import { type OrderRow, SELECT_ORDER } from './record.js';
import { replacementOf, takeOverTerms } from './replacement.js';
import {
  agreed,
  type Change,
  eventOf,
  filledBy,
  holdingMoveOf,
  moneyMoveOf,
  progressOf,
} from './report-change.js';
import { isMalformed, toOrderReport } from './report-reading.js';
import { insertReports, storeReported } from './report-store.js';
import { followStatusAnswer } from './status-answer.js';
import { tariffAt } from './tariff-store.js';
import { tradeDays } from './trade-day.js';
import { keepUnmatched } from './unmatched-report.js';

/** What became of a report. */
export type ReportFate = 'APPLIED' | 'DUPLICATE' | 'UNMATCHED';

/**
 * Applies one report. A report seen before changes nothing; one about an unknown order, or one that
 * cannot be read, is kept as a work item. Never refuses: what the exchange says has happened.
 */
export async function applyExchangeReport(work: Work, report: ExchangeReport): Promise<ReportFate> {
  const order = await lockByClOrdId(work, report);
  if (order === undefined) return keepUnmatched(work, report, { reason: 'UNKNOWN_ORDER' });
  if (isMalformed(report)) {
    return keepUnmatched(work, report, { reason: 'MALFORMED', orderId: order.id });
  }
  const found = await entryReported(work.tx, order, report);
  if (report.message === 'EXECUTION_REPORT' && report.execType === 'I') {
    const fate = await followStatusAnswer(work, order, found);
    if (fate !== 'APPLY') return fate;
  } else if (!(await isNew(work, order, found))) {
    return 'DUPLICATE';
  }
  await applyToOrder(work, order, found);
  return 'APPLIED';
}

async function applyToOrder(work: Work, order: OrderRow, found: EntryReport): Promise<void> {
  const change = await changeOf(work, order, found);
  await followEntry(work, { ...change, ...found, agreed: agreed(change) });
  if (found.report.execType === 'I' && saysNothingNew(change)) return;
  const soldCostMinor = await moveHolding(work.tx, order, holdingMoveOf(change));
  await storeOrder(work, change, { ...found, soldCostMinor });
  await followMoney(work, change);
  // What the exchange refused to reduce is not asked for again and again.
  const refuses = found.report.message === 'CANCEL_REJECT';
  if (found.entry !== undefined && !refuses) await keepWithinOrder(work, order.id);
}

async function lockByClOrdId(work: Work, report: ExchangeReport): Promise<OrderRow | undefined> {
  const ids = [report.clOrdId, report.origClOrdId ?? report.clOrdId];
  const [row] = await work.tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id = (
      select order_id from instructions_named(${report.exchangeId}::bigint, ${ids}::text[])
      order by cl_ord_id = ${report.clOrdId} desc limit 1
    ) for update of t`);
  return row;
}

// A refused cancel or replace counts while it is the one that waits for an answer.
async function isNew(
  work: Work,
  order: OrderRow,
  { report, entry }: EntryReport,
): Promise<boolean> {
  if (report.message === 'CANCEL_REJECT') return order.pending_cl_ord_id === report.clOrdId;
  const rows = await insertReports(work, [{ order, report, entryNo: entry?.entry_no ?? 1 }]);
  return rows.length > 0;
}

async function changeOf(
  work: Work,
  order: OrderRow,
  { report, entry }: EntryReport,
): Promise<Change> {
  const executions = (await bookedExecutions(work.tx, [order.id])).get(order.id) ?? [];
  const asked = await replacementOf(work.tx, order);
  const known = executions.filter(({ execId }) => execId !== report.execId);
  const before = progressOf(order, known);
  const elsewhere = filledElsewhere(order, entry, asked);
  const orderReport = toOrderReport(report, { quantity: asked?.quantity, elsewhere });
  return {
    order,
    before,
    orderReport,
    after:
      entry === undefined
        ? applyReport(before, orderReport)
        : applyEntryReport(before, orderReport, viewOf(order, entry, asked)),
    daysBefore: tradeDays(known),
    daysAfter: tradeDays(executions),
    asked,
  };
}

// A status answer at each logon is no change of the order.
function saysNothingNew({ before, after }: Change): boolean {
  return (
    before.orderStatus === after.orderStatus &&
    before.fixOrderStatus === after.fixOrderStatus &&
    before.clOrdId === after.clOrdId &&
    before.quantity === after.quantity
  );
}

interface Stored extends EntryReport {
  readonly soldCostMinor: bigint;
}

async function storeOrder(work: Work, change: Change, stored: Stored): Promise<void> {
  const { order, after } = change;
  const { report, entry, soldCostMinor } = stored;
  const isPast = entry !== undefined && entry.entry_no < order.entry_no;
  const said = isPast ? undefined : report;
  const terms = agreed(change);
  if (terms !== undefined) await takeOverTerms(work.tx, order, terms);
  const reported = {
    order,
    after,
    filledElsewhere: isPast ? filledBy(change) : 0n,
    soldCostMinor,
    reports: 1,
    exchangeOrderId: said?.exchangeOrderId,
    text: said?.text,
  };
  await storeReported(work, [reported]);
  const event = eventOf(change);
  if (event !== undefined) work.events.push(event);
}

async function followMoney(work: Work, change: Change): Promise<void> {
  const { order } = change;
  const { days, hold } = moneyMoveOf(change, await tariffAt(work, order.tariff_stamp));
  if (days.length > 0) await noteDays(work, order, { days, hold });
  else if (hold !== undefined) await setHold(work.tx, hold);
}
