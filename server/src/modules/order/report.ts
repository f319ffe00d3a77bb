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
import { replacementOf, restatementIn, takeOverTerms } from './replacement.js';
import {
  agreed,
  type Change,
  type DaysChange,
  eventOf,
  filledBy,
  holdingMoveOf,
  moneyMoveOf,
  progressOf,
} from './report-change.js';
import { contradictionsIn, reasonToPark } from './report-comparison.js';
import { executionIn, isMalformed, toOrderReport } from './report-reading.js';
import { insertReports, repeatsStored, storeReported } from './report-store.js';
import { followStatusAnswer } from './status-answer.js';
import { tariffAt } from './tariff-store.js';
import { tradeDateOf } from './trade-date.js';
import { type BookedExecution, tradeDays } from './trade-day.js';
import type { UnmatchedReason } from './unmatched-reason.js';
import { keepContradictions, keepUnmatched } from './unmatched-report.js';

/** What became of a report. */
export type ReportFate = 'APPLIED' | 'DUPLICATE' | 'UNMATCHED';

/**
 * Applies one report. A report seen before changes nothing; one about an unknown order, one that
 * cannot be read, and one that is in doubt itself are kept as work items. What contradicts its
 * order is booked, and is a work item as well. Never refuses: what the exchange says has happened.
 * @param isDecided a person has decided that a report in doubt is booked
 */
export async function applyExchangeReport(
  work: Work,
  report: ExchangeReport,
  { isDecided = false }: { readonly isDecided?: boolean } = {},
): Promise<ReportFate> {
  const order = await lockByClOrdId(work, report);
  if (order === undefined) return keepUnmatched(work, report, { reason: 'UNKNOWN_ORDER' });
  if (isMalformed(report)) {
    return keepUnmatched(work, report, { reason: 'MALFORMED', orderId: order.id });
  }
  const found = await entryReported(work.tx, order, report);
  const executions = (await bookedExecutions(work.tx, [order.id])).get(order.id) ?? [];
  const fate = await fateOf(work, { ...found, order, executions, original: report, isDecided });
  if (fate !== 'APPLY') return fate;
  const change = await applyToOrder(work, order, { ...found, executions });
  const reasons = isDecided ? [] : contradictionsIn(change, found);
  await keepContradictions(
    work,
    reasons.map((reason) => ({ orderId: order.id, report, reason })),
  );
  return 'APPLIED';
}

/** A report, and what is booked of its order before it. */
interface Arrived extends EntryReport {
  readonly executions: readonly BookedExecution[];
}

const REJECTED = '8';

interface Arriving extends Arrived {
  readonly order: OrderRow;
  /** The report as it came, which is what a work item keeps. */
  readonly original: ExchangeReport;
  readonly isDecided: boolean;
}

// Whether the report counts. One that counts and has an ExecID is stored by this.
async function fateOf(work: Work, arrival: Arriving): Promise<ReportFate | 'APPLY'> {
  const { order, report, entry, isDecided } = arrival;
  // A refused cancel or replace counts while it is the one that waits for an answer.
  if (report.message === 'CANCEL_REJECT') {
    return order.pending_cl_ord_id === report.clOrdId ? 'APPLY' : 'DUPLICATE';
  }
  if (report.execType === 'I') {
    const isBelieved = isDecided && report.ordStatus !== REJECTED;
    return isBelieved ? 'APPLY' : followStatusAnswer(work, order, { report, entry });
  }
  const keep = (reason: UnmatchedReason) =>
    keepUnmatched(work, arrival.original, { reason, orderId: order.id });
  const doubt = isDecided ? undefined : reasonToPark(arrival);
  if (doubt !== undefined) return keep(doubt);
  const rows = await insertReports(work, [{ order, report, entryNo: entry?.entry_no ?? 1 }]);
  if (rows.length > 0) return 'APPLY';
  const isSame = await repeatsStored(work.tx, order.id, report);
  return isSame ? 'DUPLICATE' : keep('DUPLICATE_EXECUTION_SUSPECTED');
}

async function applyToOrder(work: Work, order: OrderRow, found: Arrived): Promise<Change> {
  const change = await changeOf(work, order, found);
  await followEntry(work, { ...change, ...found, agreed: agreed(change) });
  if (found.report.execType === 'I' && saysNothingNew(change)) return change;
  const soldCostMinor = await moveHolding(work.tx, order, holdingMoveOf(change));
  await storeOrder(work, change, { ...found, soldCostMinor });
  await followMoney(work, change);
  // What the exchange refused to reduce is not asked for again and again.
  const refuses = found.report.message === 'CANCEL_REJECT';
  if (found.entry !== undefined && !refuses) await keepWithinOrder(work, order.id);
  return change;
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

async function changeOf(
  work: Work,
  order: OrderRow,
  { report, entry, executions: known }: Arrived,
): Promise<DaysChange> {
  const asked = await replacementOf(work.tx, order);
  const added = executionIn(report);
  const tradeDate = tradeDateOf(order, report, work.now);
  const executions =
    added === undefined ? known : [...known, { ...added, tradeDate, noteId: null }];
  const before = progressOf(order, known);
  const elsewhere = filledElsewhere(order, entry, asked);
  const orderReport = toOrderReport(report, { quantity: asked?.quantity, elsewhere });
  const after =
    entry === undefined
      ? applyReport(before, orderReport)
      : applyEntryReport(before, orderReport, viewOf(order, entry, asked));
  return {
    order,
    before,
    orderReport,
    after,
    restated: restatementIn(report, { ...order, quantity: after.quantity }),
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

async function followMoney(work: Work, change: DaysChange): Promise<void> {
  const { order } = change;
  const { days, hold } = moneyMoveOf(change, await tariffAt(work, order.tariff_stamp));
  if (days.length > 0) await noteDays(work, order, { days, hold });
  else if (hold !== undefined) await setHold(work.tx, hold);
}
