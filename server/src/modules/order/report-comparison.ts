// What an exchange says of an order, held against the order as it is booked. A trade has happened
// whatever else its report says, so contradictions are work items and keep nothing from being
// booked; what is in doubt itself is parked.

import { Decimal } from '../../platform/money/decimal.js';
import { isLasting } from './exchange-order.js';
import type { ExchangeReport } from './exchange-port.js';
import { type Execution, isFinal, type OrderProgress } from './order-state.js';
import type { OrderRow } from './record.js';
import type { Replacement } from './replacement.js';
import { executionIn } from './report-reading.js';
import { filled, hasExecution } from './standing-execution.js';
import type { UnmatchedReason } from './unmatched-reason.js';

/** The exchange order of a report, as it was before it; undefined for an order that has none. */
type Entry =
  | { readonly entry_no: number; readonly quantity: bigint; readonly quantity_filled: bigint }
  | undefined;

/** A report with the order that it is about, before anything of it is booked. */
interface Unbooked {
  readonly order: OrderRow;
  readonly report: ExchangeReport;
  readonly entry: Entry;
  /** What is booked of the order. */
  readonly executions: readonly Execution[];
}

/**
 * Why a report is parked and not booked: an execution that seems to be another one's second
 * report, or an end that counts fills which were not reported. Undefined for what is booked.
 */
export function reasonToPark(unbooked: Unbooked): UnmatchedReason | undefined {
  const { order, report, executions } = unbooked;
  const { cumQuantity } = report;
  if (report.message === 'CANCEL_REJECT' || report.execType === 'I') return undefined;
  if (cumQuantity === undefined) return undefined;
  const booked = bookedBefore(unbooked);
  const fill = executionIn(report);
  if (fill !== undefined) {
    const isSecond = fill.kind === 'TRADE' && cumQuantity === booked && isLike(executions, fill);
    return isSecond ? 'DUPLICATE_EXECUTION_SUSPECTED' : undefined;
  }
  const isLost = cumQuantity > booked && !isFinal(order.order_status);
  return isLost && endsOrder(order, report) ? 'FILLS_DIFFER' : undefined;
}

function bookedBefore({ entry, executions }: Unbooked): bigint {
  return entry === undefined ? filled(executions).quantityFilled : entry.quantity_filled;
}

// One whose ExecID is known came again, which is another matter.
function isLike(executions: readonly Execution[], fill: Execution): boolean {
  if (hasExecution(executions, fill.execId)) return false;
  return executions.some(
    ({ kind, quantity, price }) =>
      kind === 'TRADE' && quantity === fill.quantity && price.equals(fill.price),
  );
}

// An order of a lasting term may outlive its exchange order, whose CumQty is kept and compared by
// itself, but for what ends the order as well.
function endsOrder(order: OrderRow, { ordStatus, leavesQuantity }: ExchangeReport): boolean {
  if (ordStatus === '2' || ordStatus === '4' || ordStatus === '8') return true;
  if (isLasting(order)) return false;
  return ordStatus === 'C' || ordStatus === '3' || (ordStatus === 'B' && leavesQuantity === 0n);
}

/** A report that was booked: the order before and after it. */
interface Booked {
  readonly order: OrderRow;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
  readonly asked: Replacement | undefined;
}

/** The report of a booked one, and its exchange order. */
interface Said {
  readonly report: ExchangeReport;
  readonly entry: Entry;
}

/** In what a report contradicts its order, each once; empty for nearly all. */
export function contradictionsIn(booked: Booked, said: Said): UnmatchedReason[] {
  if (said.report.message === 'CANCEL_REJECT') return [];
  const found: (UnmatchedReason | false)[] = [
    ...wrongNames(booked.order, said.report),
    ...wrongFills(booked, said.report),
    ...wrongCounts(booked, said),
  ];
  return found.filter((reason) => reason !== false);
}

const SIDES: Readonly<Record<string, OrderRow['order_type']>> = {
  '1': 'BUY',
  '2': 'SELL',
  '3': 'BUY',
  '4': 'SELL',
  '5': 'SELL',
  '6': 'SELL',
};

function wrongNames(order: OrderRow, report: ExchangeReport): (UnmatchedReason | false)[] {
  const side = SIDES[report.side ?? ''];
  const isOther = (said: string | undefined, ours: string | null) =>
    said !== undefined && ours !== null && said.toUpperCase() !== ours.toUpperCase();
  return [
    side !== undefined && side !== order.order_type && 'SIDE_DIFFERS',
    (isOther(report.symbol, order.security_name) || isOther(report.isin, order.security_isin)) &&
      'SYMBOL_DIFFERS',
    isOther(report.currency, order.currency) && 'CURRENCY_DIFFERS',
  ];
}

function wrongFills(booked: Booked, report: ExchangeReport): (UnmatchedReason | false)[] {
  const fill = executionIn(report);
  if (fill === undefined) return [];
  const { before, after } = booked;
  const { quantityFilled } = filled(after.executions);
  const isMore = quantityFilled > filled(before.executions).quantityFilled;
  const { execRefId } = fill;
  return [
    fill.kind !== 'CANCEL' && isBeyondLimit(booked, report, fill.price) && 'PRICE_BEYOND_LIMIT',
    isMore && quantityFilled > after.quantity && 'OVERFILLED',
    execRefId !== undefined &&
      fill.kind !== 'TRADE' &&
      !hasExecution(before.executions, execRefId) &&
      'UNKNOWN_EXECUTION_REFERENCE',
  ];
}

// A fill under an earlier ClOrdID was dealt at a limit that is no longer known here.
function isBeyondLimit({ order, asked }: Booked, report: ExchangeReport, price: Decimal): boolean {
  const { clOrdId } = report;
  if (clOrdId !== order.cl_ord_id && clOrdId !== order.pending_cl_ord_id) return false;
  const limits = [order.limit_price, ...(asked === undefined ? [] : [asked.limit_price])];
  return limits.every(
    (limit) =>
      limit !== null &&
      (order.order_type === 'BUY' ? price.greaterThan(limit) : price.lessThan(limit)),
  );
}

// The count at the end of an exchange order is kept with it, and the order waits until it agrees.
function endsEntryAlone({ report, entry }: Said): boolean {
  return entry !== undefined && ENTRY_ENDS.has(report.ordStatus);
}

const ENTRY_ENDS = new Set(['3', 'B', 'C']);

function wrongCounts(booked: Booked, said: Said): (UnmatchedReason | false)[] {
  const { report, entry } = said;
  const { before, after } = booked;
  const { quantityFilled, averagePrice } = filled(after.executions);
  const moved = quantityFilled - filled(before.executions).quantityFilled;
  const counted = entry === undefined ? quantityFilled : entry.quantity_filled + moved;
  const { cumQuantity } = report;
  return [
    cumQuantity !== undefined && cumQuantity !== counted && !endsEntryAlone(said) && 'FILLS_DIFFER',
    isOtherQuantity(booked, said) && 'QUANTITY_DIFFERS',
    entry === undefined &&
      cumQuantity === counted &&
      isOtherAverage(report.averagePrice, averagePrice) &&
      'AVERAGE_PRICE_DIFFERS',
  ];
}

const WORKING = new Set(['0', '1']);

function isOtherQuantity(
  { order, before, after, asked }: Booked,
  { report, entry }: Said,
): boolean {
  const { orderQuantity, cumQuantity, leavesQuantity } = report;
  const elsewhere = entry === undefined ? 0n : order.quantity - entry.quantity;
  const known = [
    ...[before.quantity, after.quantity].map((quantity) => quantity - elsewhere),
    ...(asked === undefined ? [] : [asked.quantity, asked.told_quantity]),
  ];
  if (orderQuantity !== undefined && orderQuantity > 0n && !known.includes(orderQuantity)) {
    return true;
  }
  if (cumQuantity === undefined || leavesQuantity === undefined) return false;
  return (
    WORKING.has(report.ordStatus) &&
    !(orderQuantity === undefined ? known : [orderQuantity]).includes(leavesQuantity + cumQuantity)
  );
}

// Exchanges round AvgPx, or cut it off, in ways of their own.
const AVERAGE_TOLERANCE = new Decimal('0.01');

function isOtherAverage(said: Decimal | undefined, booked: Decimal | undefined): boolean {
  if (said === undefined || booked === undefined || said.isZero()) return false;
  return said.minus(booked).abs().greaterThan(AVERAGE_TOLERANCE);
}
