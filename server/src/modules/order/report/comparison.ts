// Compares a report with its order. A trade has happened even if its report contains errors, so a
// report with contradictions is booked and also becomes a work item. A report whose validity is in
// doubt is parked.

import { Decimal } from '../../../platform/money/decimal.js';
import { isLasting } from '../exchange/order.js';
import type { Replacement } from '../exchange/replacement-queries.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { type Executions, hasExecution } from '../rule/execution-sum.js';
import { isFinal, type OrderProgress } from '../rule/order-state.js';
import { executionIn } from './reading.js';
import type { UnmatchedReason } from './unmatched-reason.js';

const FILLED = '2';

/** The exchange order before the report; undefined if the order has none. */
type Entry =
  | { readonly entry_no: number; readonly quantity: bigint; readonly quantity_filled: bigint }
  | undefined;

/** A report and its order, before the report is booked. */
interface Counted {
  readonly order: OrderRow;
  readonly report: ExchangeReport;
  readonly entry: Entry;
  /** The booked executions of the order. */
  readonly executions: Executions;
}

interface Unbooked extends Counted {
  /** Whether a user entered one of the order's fills without the exchange's ExecID. */
  readonly hasNameless: boolean;
}

/**
 * PERHAPS_SECOND and PERHAPS_GIVEN: the report is parked only if a booked fill or, for
 * PERHAPS_GIVEN, a fill that a user entered has the same quantity and price. PERHAPS_ELSEWHERE: the
 * report is parked only if it refers to an execution that a user entered on another order or
 * exchange order.
 */
type Doubt =
  | 'FILLS_DIFFER'
  | 'DUPLICATE_EXECUTION_SUSPECTED'
  | 'UNKNOWN_EXECUTION_REFERENCE'
  | 'PERHAPS_SECOND'
  | 'PERHAPS_GIVEN'
  | 'PERHAPS_ELSEWHERE';

/**
 * Returns why a report may have to be parked: it ends the order and includes fills that were not
 * reported, or it is a fill that the exchange's CumQty does not include. That fill may be a
 * duplicate if a booked fill has the same quantity and price, or if it reports a fill that a user
 * entered without an ExecID. A bust or correction is in doubt if it may be about a fill that a user
 * entered. Undefined for a report that can be booked.
 */
export function doubtAbout(unbooked: Unbooked): Doubt | undefined {
  const { order, report, executions } = unbooked;
  const { cumQuantity } = report;
  if (report.message === 'CANCEL_REJECT' || report.execType === 'I') return undefined;
  const booked = bookedBefore(unbooked);
  const fill = executionIn(report);
  if (fill !== undefined) {
    // If the ExecID is already known, the report is a duplicate and is handled elsewhere.
    if (hasExecution(executions, fill.execId)) return undefined;
    if (fill.kind === 'TRADE') return doubtAboutFill(unbooked, booked);
    return doubtAboutReference(unbooked, fill.execRefId);
  }
  if (isFinal(order.order_status) || !endsOrder(order, report)) return undefined;
  const isLost = cumQuantity !== undefined && cumQuantity > booked;
  return isLost || isFilledWithout(unbooked, booked) ? 'FILLS_DIFFER' : undefined;
}

// The exchange may later report a fill that a user has already entered without its ExecID.
function doubtAboutFill(
  { report: { cumQuantity }, hasNameless }: Unbooked,
  booked: bigint,
): Doubt | undefined {
  if (cumQuantity === undefined) return hasNameless ? 'PERHAPS_GIVEN' : undefined;
  if (cumQuantity > booked) return undefined;
  if (hasNameless) return 'DUPLICATE_EXECUTION_SUSPECTED';
  return cumQuantity === booked ? 'PERHAPS_SECOND' : undefined;
}

// A bust or correction of a fill that a user entered refers to the fill by the exchange's ExecID,
// which we do not have. If it were booked, a bust would remove nothing and a correction would add a
// second fill.
function doubtAboutReference(
  { executions, hasNameless }: Unbooked,
  execRefId: string | undefined,
): Doubt | undefined {
  if (execRefId !== undefined && hasExecution(executions, execRefId)) return undefined;
  return hasNameless ? 'UNKNOWN_EXECUTION_REFERENCE' : 'PERHAPS_ELSEWHERE';
}

const CHANGES_QUANTITY: ReadonlySet<string | undefined> = new Set(['5', 'D']);

/**
 * Returns whether a report without a fill has the status "filled" although the booked executions do
 * not fill the order.
 */
export function isFilledWithout(
  { order, report, entry }: Pick<Unbooked, 'order' | 'report' | 'entry'>,
  booked: bigint,
): boolean {
  if (report.ordStatus !== FILLED) return false;
  if (CHANGES_QUANTITY.has(report.execType)) return booked === 0n;
  // The report may contain the quantity of a replacement that it accepts.
  const { orderQuantity = 0n } = report;
  return booked < (orderQuantity > 0n ? orderQuantity : (entry ?? order).quantity);
}

function bookedBefore({ entry, executions }: Counted): bigint {
  return entry === undefined ? executions.quantity : entry.quantity_filled;
}

/** Returns whether a report includes more fills than are booked. */
export function countsMore(unbooked: Counted): boolean {
  const booked = bookedBefore(unbooked);
  const { cumQuantity } = unbooked.report;
  return (cumQuantity !== undefined && cumQuantity > booked) || isFilledWithout(unbooked, booked);
}

/**
 * Returns whether a report ends its order. A long-lived order may remain valid after its exchange
 * order ends. Its CumQty is therefore stored and compared separately unless the order ends too.
 */
export function endsOrder(order: OrderRow, { ordStatus, leavesQuantity }: ExchangeReport): boolean {
  if (ordStatus === FILLED || ordStatus === '4' || ordStatus === '8') return true;
  if (isLasting(order)) return false;
  return ordStatus === 'C' || ordStatus === '3' || (ordStatus === 'B' && leavesQuantity === 0n);
}

/** A booked report, with the order before and after. */
interface Booked {
  readonly order: OrderRow;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
  readonly requested: Replacement | undefined;
}

/** A report and its exchange order. */
interface Said {
  readonly report: ExchangeReport;
  readonly entry: Entry;
}

/**
 * Returns the contradictions between a report and its order, without duplicates. There are almost
 * never any.
 */
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

/** Returns the side in a report; undefined if the report has no known side. */
export function sideIn(report: ExchangeReport): OrderRow['order_type'] | undefined {
  return SIDES[report.side ?? ''];
}

/** Returns whether a report is about a different security than its order. */
export function isOtherSecurity(order: OrderRow, report: ExchangeReport): boolean {
  const isUnknown = (said: string | undefined) =>
    said !== undefined && !order.security_aliases.includes(said.toUpperCase());
  return (
    (isOther(report.symbol, order.security_name) && isUnknown(report.symbol)) ||
    (isOther(report.isin, order.security_isin) && isUnknown(report.isin))
  );
}

function isOther(said: string | undefined, ours: string | null): boolean {
  return said !== undefined && ours !== null && said.toUpperCase() !== ours.toUpperCase();
}

function wrongNames(order: OrderRow, report: ExchangeReport): (UnmatchedReason | false)[] {
  const side = sideIn(report);
  return [
    side !== undefined && side !== order.order_type && 'SIDE_DIFFERS',
    isOtherSecurity(order, report) && 'SYMBOL_DIFFERS',
    isOther(report.currency, order.currency) && 'CURRENCY_DIFFERS',
  ];
}

function wrongFills(booked: Booked, report: ExchangeReport): (UnmatchedReason | false)[] {
  const fill = executionIn(report);
  if (fill === undefined) return [];
  const { before, after } = booked;
  const quantityFilled = after.executions.quantity;
  const isMore = quantityFilled > before.executions.quantity;
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

// A fill under an earlier ClOrdID was dealt at a limit that is no longer stored.
function isBeyondLimit(
  { order, requested }: Booked,
  report: ExchangeReport,
  price: Decimal,
): boolean {
  const { clOrdId } = report;
  if (clOrdId !== order.cl_ord_id && clOrdId !== order.pending_cl_ord_id) return false;
  const limits = [order.limit_price, ...(requested === undefined ? [] : [requested.limit_price])];
  return limits.every((limit_price) => isBeyond({ ...order, limit_price }, price));
}

/** Returns whether a price is worse than an order's limit; false if there is no limit. */
export function isBeyond(
  { order_type, limit_price }: Pick<OrderRow, 'order_type' | 'limit_price'>,
  price: Decimal,
): boolean {
  if (limit_price === null) return false;
  return order_type === 'BUY' ? price.greaterThan(limit_price) : price.lessThan(limit_price);
}

// The exchange's final CumQty is stored with the exchange order. The order is not re-entered until
// the booked fills agree with it.
function endsEntryAlone({ report, entry }: Said): boolean {
  return entry !== undefined && ENTRY_ENDS.has(report.ordStatus);
}

const ENTRY_ENDS = new Set(['3', 'B', 'C']);

function wrongCounts(booked: Booked, said: Said): (UnmatchedReason | false)[] {
  const { report, entry } = said;
  const { before, after } = booked;
  const quantityFilled = after.executions.quantity;
  const moved = quantityFilled - before.executions.quantity;
  const counted = entry === undefined ? quantityFilled : entry.quantity_filled + moved;
  const { cumQuantity } = report;
  return [
    cumQuantity !== undefined && cumQuantity !== counted && !endsEntryAlone(said) && 'FILLS_DIFFER',
    (isOtherQuantity(booked, said) || isOtherRest(booked, said, counted)) && 'QUANTITY_DIFFERS',
    entry === undefined &&
      cumQuantity === counted &&
      isOtherAverage(report.averagePrice, after.executions) &&
      'AVERAGE_PRICE_DIFFERS',
  ];
}

const WORKING = new Set(['0', '1']);
const REPLACED = '5';
/** The statuses that outrank "filled": FIX order state matrices, precedence of OrdStatus. */
const ABOVE_FILLED = new Set(['6', 'E', '3', 'B']);

/**
 * Returns whether the status is "filled" although units are open, or "working" although no units
 * are open.
 */
function isOtherRest({ order, after }: Booked, { report, entry }: Said, counted: bigint): boolean {
  const { ordStatus, cumQuantity = counted, leavesQuantity = 0n } = report;
  const elsewhere = entry === undefined ? 0n : order.quantity - entry.quantity;
  const quantity = after.quantity - elsewhere;
  if (ordStatus === FILLED) {
    return leavesQuantity > 0n || (counted < quantity && cumQuantity === counted);
  }
  const isFill = executionIn(report)?.kind === 'TRADE';
  const goesOn = !isFinal(after.orderStatus) && !ABOVE_FILLED.has(ordStatus);
  return isFill && goesOn && entry === undefined && counted >= quantity && leavesQuantity === 0n;
}

function isOtherQuantity(
  { order, before, after, requested }: Booked,
  { report, entry }: Said,
): boolean {
  const { orderQuantity, cumQuantity, leavesQuantity } = report;
  const elsewhere = entry === undefined ? 0n : order.quantity - entry.quantity;
  // For a replacement, the quantity in the report itself is used.
  const own = report.execType === REPLACED && orderQuantity !== undefined ? [] : [after.quantity];
  const known = [
    ...[before.quantity, ...own].map((quantity) => quantity - elsewhere),
    ...(requested === undefined ? [] : [requested.quantity, requested.told_quantity]),
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

// Exchanges round or truncate AvgPx differently.
const AVERAGE_TOLERANCE = new Decimal('0.01');

function isOtherAverage(said: Decimal | undefined, booked: Executions): boolean {
  if (said === undefined || said.isZero()) return false;
  // Multiplying both sides by the units avoids a division for each report.
  const units = String(booked.quantity);
  const difference = said.times(units).minus(booked.value).abs();
  return difference.greaterThan(AVERAGE_TOLERANCE.times(units));
}
