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
  isLasting,
  viewOf,
} from './exchange-order.js';
import { applyEntryReport } from './exchange-order-state.js';
import { keepWithinOrder } from './exchange-order-trim.js';
import type { ExchangeReport } from './exchange-port.js';
import { bookedExecutions } from './execution.js';
import { moveHolding } from './holding.js';
import { noteDays, worthOf } from './note.js';
import { cashHold, cashNeeded, type HoldState, termsOf, unitsNeeded } from './order-hold.js';
import {
  applyReport,
  isFinal,
  type OrderProgress,
  type OrderReport,
  type OrderStatus,
  standingExecutions,
  stateOf,
} from './order-state.js';
import { type OrderRow, orderEvent, SELECT_ORDER } from './record.js';
import { changesTerms, type Replacement, replacementOf, takeOverTerms } from './replacement.js';
import { executionIn, isMalformed, toOrderReport } from './report-reading.js';
import { followStatusAnswer } from './status-answer.js';
import { tariffAt } from './tariff-store.js';
import { type BookedExecution, type TradeDay, tradeDays, withoutNote } from './trade-day.js';
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
  const soldCostMinor = await followHolding(work, change);
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
      select order_id from exchange_instruction
      where exchange_id = ${report.exchangeId} and cl_ord_id = any(${ids})
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
  const fill = executionIn(report);
  const rows = await work.tx.query(sql`
    insert into execution_report (exchange_id, order_id, entry_no, exec_id, exec_type, ord_status,
      cl_ord_id, kind, exec_ref_id, quantity, price, trade_date, exchange_order_id, message_text,
      transact_at, received_at)
    values (${report.exchangeId}, ${order.id}, ${entry?.entry_no ?? 1}, ${report.execId},
      ${report.execType ?? ''}, ${report.ordStatus}, ${report.clOrdId}, ${fill?.kind ?? null},
      ${report.execRefId ?? null},
      ${fill?.quantity ?? null}, ${fill?.price.toFixed() ?? null}::numeric, ${order.today},
      ${report.exchangeOrderId ?? null}, ${report.text ?? null}, ${report.transactAt ?? null},
      ${work.now})
    on conflict (order_id, exec_id) do nothing returning 1 as stored`);
  return rows.length > 0;
}

/** One order before and after a report, and the days of its fills. */
interface Change {
  readonly order: OrderRow;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
  readonly daysBefore: readonly TradeDay[];
  readonly daysAfter: readonly TradeDay[];
  /** Terms that waited for an answer before the report. */
  readonly asked: Replacement | undefined;
  readonly orderReport: OrderReport;
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

function progressOf(order: OrderRow, executions: readonly BookedExecution[]): OrderProgress {
  return {
    duration: isLasting(order) ? 'GOOD_TILL' : 'DAY',
    quantity: order.quantity,
    orderStatus: order.order_status,
    fixOrderStatus: order.fix_order_status,
    restingFixStatus: order.resting_fix_status,
    clOrdId: order.cl_ord_id,
    ...(order.pending_cl_ord_id === null ? {} : { pendingClOrdId: order.pending_cl_ord_id }),
    clOrdIds: [order.cl_ord_id],
    executions,
  };
}

/**
 * The terms in force after the report: those asked for, once the exchange took over their ClOrdID.
 */
function agreed({ order, after, asked }: Change): Replacement | undefined {
  return asked !== undefined && after.clOrdId === order.pending_cl_ord_id ? asked : undefined;
}

/** What still waits for an answer after the report. */
function waiting({ after }: Change): string | undefined {
  return isFinal(after.orderStatus) ? undefined : after.pendingClOrdId;
}

function holdBefore({ order, before, daysBefore, asked }: Change): HoldState {
  return {
    isLive: !isFinal(before.orderStatus),
    quantityFilled: stateOf(before).quantityFilled,
    terms: termsOf({ ...order, quantity: before.quantity }),
    replacement: asked && termsOf(asked),
    unnoted: withoutNote(daysBefore),
  };
}

function holdAfter(change: Change): HoldState {
  const { order, after, daysAfter, asked } = change;
  const open = waiting(change) === undefined ? undefined : asked;
  return {
    isLive: !isFinal(after.orderStatus),
    quantityFilled: stateOf(after).quantityFilled,
    terms: termsOf({ ...(agreed(change) ?? order), quantity: after.quantity }),
    replacement: open && termsOf(open),
    unnoted: withoutNote(daysAfter),
  };
}

// Fills move units at once, and what a sell holds of them follows its state.
function followHolding(work: Work, change: Change): Promise<bigint> {
  const { order, before, after } = change;
  const quantity = stateOf(after).quantityFilled - stateOf(before).quantityFilled;
  const value = worthOf(order, standingExecutions(after.executions)).minus(
    worthOf(order, standingExecutions(before.executions)),
  );
  const held = unitsNeeded(order, holdAfter(change)) - unitsNeeded(order, holdBefore(change));
  return moveHolding(work.tx, order, { quantity, value, held });
}

interface Reported extends EntryReport {
  readonly soldCostMinor: bigint;
}

async function storeOrder(work: Work, change: Change, reported: Reported): Promise<void> {
  const { order, after } = change;
  const { report, entry } = reported;
  const isPast = entry !== undefined && entry.entry_no < order.entry_no;
  const said = isPast ? undefined : report;
  const state = stateOf(after);
  const moved = state.quantityFilled - stateOf(change.before).quantityFilled;
  const terms = agreed(change);
  if (terms !== undefined) await takeOverTerms(work.tx, order, terms);
  await work.tx.query(sql`
    update trade_order set quantity = ${after.quantity}, quantity_filled = ${state.quantityFilled},
      quantity_pending = ${state.quantityPending},
      filled_elsewhere = filled_elsewhere + ${isPast ? moved : 0n},
      average_price = ${state.averagePrice?.toFixed(10) ?? null}::numeric,
      sold_cost_minor = sold_cost_minor + ${reported.soldCostMinor},
      order_status = ${state.orderStatus}, fix_order_status = ${state.fixOrderStatus},
      resting_fix_status = ${after.restingFixStatus}, cl_ord_id = ${after.clOrdId},
      pending_cl_ord_id = ${waiting(change) ?? null},
      exchange_order_id = coalesce(${said?.exchangeOrderId ?? null}, exchange_order_id),
      fix_message = coalesce(${said?.text ?? null}, fix_message), status_at = ${work.now},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${order.id}`);
  if (state.orderStatus !== change.before.orderStatus) {
    work.events.push(orderEvent(EVENT_OF_STATUS[state.orderStatus], order));
  } else if (terms !== undefined && changesTerms(order, terms)) {
    work.events.push(orderEvent('trade-order.amended', order));
  } else if (moved !== 0n) {
    work.events.push(orderEvent('trade-order.partially-filled', order));
  }
}

const EVENT_OF_STATUS: Readonly<Record<OrderStatus, string>> = {
  BOOKED: 'trade-order.booked',
  EXECUTING: 'trade-order.accepted',
  EXECUTED: 'trade-order.executed',
  CANCELLED: 'trade-order.cancelled',
  EXPIRED: 'trade-order.expired',
  REJECTED: 'trade-order.rejected',
};

// Money moves with the contract note, which an ended order gets now and a live one at the end of
// the day. What is reported about a noted date is noted now, because the customer paid by that
// note.
async function followMoney(work: Work, change: Change): Promise<void> {
  const { order, after, daysAfter } = change;
  const ended = isFinal(after.orderStatus);
  const days = daysAfter.filter((day) => day.hasNews && (ended || day.isNoted));
  const tariff = await tariffAt(work, order.tariff_stamp);
  const needed = cashNeeded(order, holdAfter(change), tariff);
  const moves = needed !== cashNeeded(order, holdBefore(change), tariff);
  const hold = moves ? cashHold(order, needed, true) : undefined;
  if (days.length > 0) await noteDays(work, order, { days, hold });
  else if (hold !== undefined) await setHold(work.tx, hold);
}
