// Exchange orders: the successive entries at an exchange for one long-lived customer order. Any
// other order serves as its own single exchange order and has no row here.

import type { Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { type EntryView, entryEnds } from '../rule/exchange-order-state.js';
import { type Executions, filledInEntry } from '../rule/execution-sum.js';
import {
  FIX_STATUS_NAMES,
  isFinal,
  type OrderProgress,
  type OrderReport,
  reopens,
} from '../rule/order-state.js';
import {
  type ExchangeOrder,
  selectEntries,
  selectNamedEntry,
  takeOverSent,
  updateEntry,
  updateFilledEntries,
} from './order-queries.js';
import type { Replacement } from './replacement-queries.js';

const LASTING = new Set(['1', '6']);

/** Returns whether an order's term may last longer than a trading day. */
export function isLasting(order: Pick<OrderRow, 'fix_time_in_force'>): boolean {
  return LASTING.has(order.fix_time_in_force);
}

/** A report and its exchange order; undefined if the order has no exchange orders. */
export interface EntryReport {
  readonly report: ExchangeReport;
  readonly entry: ExchangeOrder | undefined;
}

/**
 * Finds a report's exchange order by its ClOrdID. ExecIDs of the second and later exchange orders
 * are prefixed with the exchange order's number, because some exchanges restart at 1 every day.
 */
export async function entryReported(
  tx: Tx,
  order: OrderRow,
  report: ExchangeReport,
): Promise<EntryReport> {
  if (!isLasting(order) && order.entry_no === 1) return { report, entry: undefined };
  const { exchangeId, clOrdId, origClOrdId = clOrdId } = report;
  const entry = await selectNamedEntry(tx, exchangeId, [clOrdId, origClOrdId]);
  if (entry === undefined || entry.entry_no === 1) return { report, entry };
  const behind = (id: string | undefined) => id && `${entry.entry_no}/${id}`;
  const execRefId = behind(report.execRefId);
  return { report: { ...report, execId: behind(report.execId), execRefId }, entry };
}

/** Returns an order's only exchange order, updated with the given executions. */
export function entryAfter(
  entry: ExchangeOrder | undefined,
  before: Executions,
  after: Executions,
): ExchangeOrder | undefined {
  if (entry === undefined) return undefined;
  const more = after.quantity - before.quantity;
  return { ...entry, quantity_filled: entry.quantity_filled + more };
}

/** The changes that reports make to a working exchange order if they do not end it. */
interface EntryFilled extends Pick<EntryChange, 'orderReport'> {
  readonly entry: ExchangeOrder;
  readonly reports: readonly ExchangeReport[];
  /** The number of units filled by the reports. */
  readonly more: bigint;
}

/** Stores the fills of exchange orders in one statement. */
export async function storeFilled(tx: Tx, filled: readonly EntryFilled[]): Promise<void> {
  if (filled.length === 0) return;
  const rows = filled.map(({ entry, reports, more, orderReport }) => ({
    orderId: entry.order_id,
    entryNo: entry.entry_no,
    more,
    cumQuantity: reports.reduce<bigint | null>(countAfter, entry.cum_quantity),
    status: statusNameOf({ entry, orderReport }),
  }));
  await updateFilledEntries(tx, rows);
}

// After a fill without CumQty, the exchange's own count is unknown.
function countAfter(known: bigint | null, report: ExchangeReport): bigint | null {
  const isFill = report.lastQuantity !== undefined || report.execRefId !== undefined;
  return report.cumQuantity ?? (isFill ? null : known);
}

// If a user enters a fill, the exchange's count may already be higher than the booked fills.
function cumQuantityAfter(
  known: bigint | null,
  { report, isGiven }: Pick<EntryChange, 'report' | 'isGiven'>,
): bigint | null {
  const after = countAfter(known, report);
  return isGiven && known !== null && after !== null && known > after ? known : after;
}

/** Returns the exchange order in the form that the pure rules need. */
export function viewOf(
  order: OrderRow,
  entry: ExchangeOrder,
  requested: Replacement | undefined,
): EntryView {
  return {
    isPast: entry.entry_no < order.entry_no,
    isOutlived: order.expire_date > entry.last_day,
    lastDay: entry.last_day,
    today: order.today,
    isCancelRequested: order.pending_cl_ord_id !== null && requested === undefined,
  };
}

/**
 * Returns the number of units that other exchange orders have filled: the customer's quantity less
 * the exchange's.
 */
export function filledElsewhere(
  order: OrderRow,
  entry: ExchangeOrder | undefined,
  requested: Replacement | undefined,
): bigint {
  if (requested?.told_quantity !== undefined && requested.told_quantity !== null) {
    return requested.quantity - requested.told_quantity;
  }
  return entry === undefined ? 0n : order.quantity - entry.quantity;
}

/** The changes that a report makes to its exchange order. */
interface EntryChange extends EntryReport {
  readonly order: OrderRow;
  readonly orderReport: OrderReport;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
  /** The terms that the exchange accepted with this report. */
  readonly agreed: Replacement | undefined;
  readonly requested: Replacement | undefined;
  /** Whether a user entered the fill. If so, the fill has no CumQty from the exchange. */
  readonly isGiven: boolean;
}

/** Stores a report's changes to an exchange order. */
export async function followEntry(work: Work, change: EntryChange): Promise<void> {
  const { order, before, after, entry } = change;
  const agreed = agreedWithEntry(change);
  if (agreed !== undefined) await takeOverSent(work.tx, order, { agreed, after });
  if (entry === undefined) return;
  const said = entryEnds(change.orderReport, viewOf(order, entry, change.requested));
  const ends = said === false && isOver(change) ? undefined : said;
  const endedAt = ends === undefined ? entry.ended_at : ends ? work.now : null;
  const more = filledInEntry(before.executions, after.executions, entry.entry_no);
  await updateEntry(work.tx, entry, {
    more,
    cumQuantity: cumQuantityAfter(entry.cum_quantity, change),
    status: statusNameOf(change),
    endedAt,
  });
}

// If the exchange changes terms on its own initiative, the exchange order's quantity changes by the
// same amount as the order's. Its last day does not change.
function agreedWithEntry({ order, agreed, entry, requested }: EntryChange) {
  if (agreed === undefined || agreed === requested || entry === undefined) return agreed;
  const told_quantity = agreed.quantity - filledElsewhere(order, entry, undefined);
  return { ...agreed, told_quantity, told_last_day: entry.last_day };
}

// A bust does not reopen the exchange order if the order has ended permanently.
function isOver({ order, orderReport }: EntryChange): boolean {
  if (orderReport.message === 'CANCEL_REJECT') return false;
  return isFinal(order.order_status) && !reopens(order.order_status, orderReport);
}

function statusNameOf({ orderReport, entry }: Pick<EntryChange, 'orderReport' | 'entry'>): string {
  if (orderReport.message === 'CANCEL_REJECT') return entry?.fix_order_status ?? 'NA';
  return FIX_STATUS_NAMES[orderReport.ordStatus];
}

/** Returns an order's exchange orders as records, earliest first. */
export async function exchangeOrdersOf(on: Database, orderId: bigint): Promise<object[]> {
  const rows = await selectEntries(on, orderId);
  return rows.map((row) => ({
    entryNo: BigInt(row.entry_no),
    enteredDate: row.entered_on,
    lastDate: row.last_day,
    quantity: String(row.quantity),
    quantityFilled: String(row.quantity_filled),
    quantityPending: String(row.ended_at === null ? row.quantity - row.quantity_filled : 0n),
    fixOrderStatus: row.fix_order_status,
    endedDttm: row.ended_at ?? undefined,
  }));
}
