// Reports of the exchange: each one changes its order once, with holds, holding and note in one transaction.

import { assert } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { Decimal } from '../../platform/money/decimal.js';
import type { ExchangeReport } from './exchange-port.js';
import { type ExecutionRow, toExecution } from './execution.js';
import { moveHolding } from './holding.js';
import { fillValue, issueNotes } from './note.js';
import { moveHeldUnits, setCashHold } from './order-hold.js';
import {
  applyReport,
  type Execution,
  FIX_STATUS_NAMES,
  type FixOrderStatus,
  isFinal,
  type OrderProgress,
  type OrderReport,
  type OrderStatus,
  type OrdStatus,
  standingExecutions,
  stateOf,
} from './order-state.js';
import { type OrderRow, SELECT_ORDER } from './record.js';
import { orderEvent } from './trade-order.js';

/** What became of a report. */
export type ReportFate = 'APPLIED' | 'DUPLICATE' | 'UNMATCHED';

type LockedOrder = OrderRow & {
  readonly cl_ord_id: string;
  readonly pending_cl_ord_id: string | null;
  readonly resting_fix_status: FixOrderStatus;
  readonly fix_order_status: FixOrderStatus;
  readonly order_status: OrderStatus;
  readonly fix_time_in_force: string;
  readonly today: BusinessDate;
};

/** Applies one report. A report seen before changes nothing; one about an unknown order is kept as a work item. */
export async function applyExchangeReport(work: Work, report: ExchangeReport): Promise<ReportFate> {
  const order = await lockByClOrdId(work, report);
  if (order === undefined) return keepUnmatched(work, report);
  if (!(await isNew(work, order, report))) return 'DUPLICATE';
  const before = await progressOf(work, order, report);
  const change = { order, before, after: applyReport(before, toOrderReport(report)) };
  await storeOrder(work, change, report);
  await followFills(work, change);
  return 'APPLIED';
}

async function lockByClOrdId(work: Work, report: ExchangeReport): Promise<LockedOrder | undefined> {
  const ids = [report.clOrdId, report.origClOrdId ?? report.clOrdId];
  const [row] = await work.tx.query<LockedOrder>(sql`${SELECT_ORDER}
    where t.id = (
      select order_id from exchange_instruction
      where exchange_id = ${report.exchangeId} and cl_ord_id = any(${ids})
      order by cl_ord_id = ${report.clOrdId} desc limit 1
    ) for update of t`);
  return row;
}

async function keepUnmatched(work: Work, report: ExchangeReport): Promise<ReportFate> {
  await work.tx.query(sql`
    insert into unmatched_report (exchange_id, cl_ord_id, exec_id, message_text, received_at)
    values (${report.exchangeId}, ${report.clOrdId}, ${report.execId ?? null},
      ${describe(report)}, ${work.now})`);
  work.context.metrics.events.inc({ name: 'unmatched-report' });
  work.events.push({ type: 'exchange-report.unmatched', subjectId: report.exchangeId });
  return 'UNMATCHED';
}

function describe(report: ExchangeReport): string {
  const { lastPrice, ...rest } = report;
  const plain = { ...rest, lastPrice: lastPrice?.toFixed() };
  return Object.entries(plain)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

// Status answers (ExecType I) repeat what is known, so they are applied without being counted.
async function isNew(work: Work, order: LockedOrder, report: ExchangeReport): Promise<boolean> {
  if (report.message === 'CANCEL_REJECT' || report.execType === 'I') return true;
  assert(report.execId !== undefined, 'an execution report has an ExecID');
  const fill = fillOf(report);
  const rows = await work.tx.query(sql`
    insert into execution_report (exchange_id, order_id, exec_id, exec_type, ord_status, cl_ord_id,
      kind, exec_ref_id, quantity, price, trade_date, exchange_order_id, message_text, transact_at,
      received_at)
    values (${report.exchangeId}, ${order.id}, ${report.execId}, ${report.execType ?? ''},
      ${report.ordStatus}, ${report.clOrdId}, ${fill?.kind ?? null}, ${report.execRefId ?? null},
      ${fill?.quantity ?? null}, ${fill?.price.toFixed() ?? null}::numeric, ${order.today},
      ${report.exchangeOrderId ?? null}, ${report.text ?? null}, ${report.transactAt ?? null},
      ${work.now})
    on conflict (exchange_id, exec_id) do nothing returning 1 as stored`);
  return rows.length > 0;
}

const FILL_KINDS: Readonly<Record<string, Execution['kind']>> = {
  F: 'TRADE',
  '1': 'TRADE',
  '2': 'TRADE',
  G: 'CORRECT',
  H: 'CANCEL',
};

function fillOf(report: ExchangeReport): Execution | undefined {
  const kind = FILL_KINDS[report.execType ?? ''];
  if (kind === undefined || report.execId === undefined) return undefined;
  return {
    execId: report.execId,
    kind,
    ...(report.execRefId === undefined ? {} : { execRefId: report.execRefId }),
    quantity: report.lastQuantity ?? 0n,
    price: report.lastPrice ?? new Decimal(0),
  };
}

function toOrderReport(report: ExchangeReport): OrderReport {
  const ordStatus = asOrdStatus(report.ordStatus);
  if (report.message === 'CANCEL_REJECT') return { message: 'CANCEL_REJECT', ordStatus };
  const execution = fillOf(report);
  return {
    message: 'EXECUTION_REPORT',
    execId: report.execId ?? '',
    execType: report.execType ?? '',
    ordStatus,
    clOrdId: report.clOrdId,
    ...(report.leavesQuantity === undefined ? {} : { leavesQuantity: report.leavesQuantity }),
    ...(report.orderQuantity === undefined ? {} : { orderQuantity: report.orderQuantity }),
    ...(execution === undefined ? {} : { execution }),
  };
}

// An unknown value of tag 39 changes nothing: "stopped" is the status that leaves everything as it is.
function asOrdStatus(value: string): OrdStatus {
  return isOrdStatus(value) ? value : '7';
}

function isOrdStatus(value: string): value is OrdStatus {
  return Object.hasOwn(FIX_STATUS_NAMES, value);
}

// The executions stored before this report; the report's own is added by the pure step.
async function progressOf(
  work: Work,
  order: LockedOrder,
  report: ExchangeReport,
): Promise<OrderProgress> {
  const rows = await work.tx.query<ExecutionRow>(sql`
    select exec_id, kind, exec_ref_id, quantity, price from execution_report
    where order_id = ${order.id} and kind is not null and exec_id <> ${report.execId ?? ''}
    order by id`);
  const lasting = order.fix_time_in_force === '1' || order.fix_time_in_force === '6';
  return {
    duration: lasting ? 'GOOD_TILL' : 'DAY',
    quantity: order.quantity,
    orderStatus: order.order_status,
    fixOrderStatus: order.fix_order_status,
    restingFixStatus: order.resting_fix_status,
    clOrdId: order.cl_ord_id,
    ...(order.pending_cl_ord_id === null ? {} : { pendingClOrdId: order.pending_cl_ord_id }),
    clOrdIds: [order.cl_ord_id],
    executions: rows.map(toExecution),
  };
}

interface Change {
  readonly order: LockedOrder;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
}

async function storeOrder(work: Work, change: Change, report: ExchangeReport): Promise<void> {
  const { order, after } = change;
  const state = stateOf(after);
  await work.tx.query(sql`
    update trade_order set quantity = ${after.quantity}, quantity_filled = ${state.quantityFilled},
      quantity_pending = ${state.quantityPending},
      average_price = ${state.averagePrice?.toFixed(10) ?? null}::numeric,
      order_status = ${state.orderStatus}, fix_order_status = ${state.fixOrderStatus},
      resting_fix_status = ${after.restingFixStatus}, cl_ord_id = ${after.clOrdId},
      pending_cl_ord_id = ${after.pendingClOrdId ?? null},
      exchange_order_id = coalesce(${report.exchangeOrderId ?? null}, exchange_order_id),
      fix_message = coalesce(${report.text ?? null}, fix_message), status_at = ${work.now},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${order.id}`);
  const moved = state.quantityFilled !== stateOf(change.before).quantityFilled;
  if (state.orderStatus !== change.before.orderStatus) {
    work.events.push(orderEvent(EVENT_OF_STATUS[state.orderStatus], order));
  } else if (moved) {
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

// Fills move units at once; money moves with the contract note, which an ended order gets now.
async function followFills(work: Work, { order, before, after }: Change): Promise<void> {
  const was = stateOf(before);
  const is = stateOf(after);
  const quantity = is.quantityFilled - was.quantityFilled;
  const value = valueOf(order, after).minus(valueOf(order, before));
  if (quantity !== 0n || !value.isZero()) await moveHolding(work.tx, order, { quantity, value });
  if (order.order_type === 'SELL') {
    await moveHeldUnits(work.tx, order, is.quantityPending - was.quantityPending);
  }
  if (!isFinal(is.orderStatus)) return;
  await issueNotes(work, order);
  if (order.order_type === 'BUY') await setCashHold(work.tx, order, 0n);
}

function valueOf(order: LockedOrder, progress: OrderProgress): Decimal {
  return standingExecutions(progress.executions).reduce(
    (sum, { quantity, price }) => sum.plus(fillValue(order, price, quantity)),
    new Decimal(0),
  );
}
