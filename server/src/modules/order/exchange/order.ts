// Exchange orders: what was entered at an exchange, one after the other, for a customer's order of
// a lasting term. An order of any other term is its only exchange order and has no row here.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { ORDER } from '../limits.js';
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
import type { Replacement } from './replacement.js';

/** One exchange order; `cum_quantity` is what the exchange counted as filled, if it said so. */
export interface ExchangeOrder {
  readonly order_id: bigint;
  readonly entry_no: number;
  readonly entered_on: BusinessDate;
  readonly last_day: BusinessDate;
  readonly quantity: bigint;
  readonly quantity_filled: bigint;
  readonly cum_quantity: bigint | null;
  readonly fix_order_status: string;
  readonly ended_at: Instant | null;
}

const LASTING = new Set(['1', '6']);

/** Whether an order may live longer than a trading day, by its term. */
export function isLasting(order: Pick<OrderRow, 'fix_time_in_force'>): boolean {
  return LASTING.has(order.fix_time_in_force);
}

/** A report with the exchange order that it is about; undefined for an order that has none. */
export interface EntryReport {
  readonly report: ExchangeReport;
  readonly entry: ExchangeOrder | undefined;
}

/**
 * Finds the exchange order of a report by its ClOrdID. The ExecIDs of later ones get its number
 * before them, because some exchanges begin again at 1 every day.
 */
export async function entryReported(
  tx: Tx,
  order: OrderRow,
  report: ExchangeReport,
): Promise<EntryReport> {
  if (!isLasting(order) && order.entry_no === 1) return { report, entry: undefined };
  const ids = [report.clOrdId, report.origClOrdId ?? report.clOrdId];
  const [entry] = await tx.query<ExchangeOrder>(sql`
    select x.* from instructions_named(${report.exchangeId}::bigint, ${ids}::text[]) i
    join exchange_order x on x.order_id = i.order_id and x.entry_no = i.entry_no
    order by i.cl_ord_id = ${report.clOrdId} desc limit 1`);
  if (entry === undefined || entry.entry_no === 1) return { report, entry };
  const behind = (id: string | undefined) => id && `${entry.entry_no}/${id}`;
  const execRefId = behind(report.execRefId);
  return { report: { ...report, execId: behind(report.execId), execRefId }, entry };
}

/** The first exchange orders of these orders; of one that has none, nothing. */
export async function firstEntries(
  tx: Tx,
  orderIds: readonly bigint[],
): Promise<Map<bigint, ExchangeOrder>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<ExchangeOrder>(sql`
    select x.* from unnest(${orderIds}::bigint[]) as o(id)
    join exchange_order x on x.order_id = o.id and x.entry_no = 1`);
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** The exchange order, the only one of its order, once the order has these executions. */
export function entryAfter(
  entry: ExchangeOrder | undefined,
  before: Executions,
  after: Executions,
): ExchangeOrder | undefined {
  if (entry === undefined) return undefined;
  const more = after.quantity - before.quantity;
  return { ...entry, quantity_filled: entry.quantity_filled + more };
}

/** What reports of a working exchange order changed in it: it works on after them. */
interface EntryFilled extends Pick<EntryChange, 'orderReport'> {
  readonly entry: ExchangeOrder;
  readonly reports: readonly ExchangeReport[];
  /** Units that they filled. */
  readonly more: bigint;
}

/** Stores what exchange orders have filled, in one statement. */
export async function storeFilled(tx: Tx, filled: readonly EntryFilled[]): Promise<void> {
  if (filled.length === 0) return;
  const rows = filled.map(({ entry, reports, more, orderReport }) => ({
    orderId: entry.order_id,
    entryNo: entry.entry_no,
    more,
    cumQuantity: reports.reduce<bigint | null>(countAfter, entry.cum_quantity),
    status: statusNameOf({ entry, orderReport }),
  }));
  await tx.query(sql`
    update exchange_order x set quantity_filled = x.quantity_filled + r.more,
      cum_quantity = r."cumQuantity", fix_order_status = r.status
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r("orderId" bigint, "entryNo" smallint,
      more bigint, "cumQuantity" bigint, status text)
    where x.order_id = r."orderId" and x.entry_no = r."entryNo"`);
}

// A fill that comes without a CumQty leaves the count of the exchange unknown.
function countAfter(known: bigint | null, report: ExchangeReport): bigint | null {
  const isFill = report.lastQuantity !== undefined || report.execRefId !== undefined;
  return report.cumQuantity ?? (isFill ? null : known);
}

// The exchange may already count more than is booked with the fill that a person gives.
function cumQuantityAfter(
  known: bigint | null,
  { report, isGiven }: Pick<EntryChange, 'report' | 'isGiven'>,
): bigint | null {
  const after = countAfter(known, report);
  return isGiven && known !== null && after !== null && known > after ? known : after;
}

/** The exchange order as the pure steps see it. */
export function viewOf(
  order: OrderRow,
  entry: ExchangeOrder,
  asked: Replacement | undefined,
): EntryView {
  return {
    isPast: entry.entry_no < order.entry_no,
    isOutlived: order.expire_date > entry.last_day,
    lastDay: entry.last_day,
    today: order.today,
    isCancelAsked: order.pending_cl_ord_id !== null && asked === undefined,
  };
}

/**
 * What the exchange's count of an order's quantity lacks of the customer's: the part that other
 * exchange orders have filled.
 */
export function filledElsewhere(
  order: OrderRow,
  entry: ExchangeOrder | undefined,
  asked: Replacement | undefined,
): bigint {
  if (asked?.told_quantity !== undefined && asked.told_quantity !== null) {
    return asked.quantity - asked.told_quantity;
  }
  return entry === undefined ? 0n : order.quantity - entry.quantity;
}

/** What a report changes in its exchange order. */
interface EntryChange extends EntryReport {
  readonly order: OrderRow;
  readonly orderReport: OrderReport;
  readonly before: OrderProgress;
  readonly after: OrderProgress;
  /** Terms that the exchange agreed to with this report. */
  readonly agreed: Replacement | undefined;
  readonly asked: Replacement | undefined;
  /** Whether a person gave the fill: its CumQty is then not the exchange's. */
  readonly isGiven: boolean;
}

/** Stores what a report said of its exchange order. */
export async function followEntry(work: Work, change: EntryChange): Promise<void> {
  const { order, agreed, before, after } = change;
  if (agreed !== undefined) await takeOverTold(work.tx, order, { agreed, after });
  const { entry } = change;
  if (entry === undefined) return;
  const said = entryEnds(change.orderReport, viewOf(order, entry, change.asked));
  const ends = said === false && isOver(change) ? undefined : said;
  const endedAt = ends === undefined ? entry.ended_at : ends ? work.now : null;
  const more = filledInEntry(before.executions, after.executions, entry.entry_no);
  await work.tx.query(sql`
    update exchange_order set quantity_filled = quantity_filled + ${more}::bigint,
      cum_quantity = ${cumQuantityAfter(entry.cum_quantity, change)},
      fix_order_status = ${statusNameOf(change)}, ended_at = ${endedAt}
    where order_id = ${entry.order_id} and entry_no = ${entry.entry_no}`);
}

// What is taken back of an order that has ended for good gives its exchange order nothing to do.
function isOver({ order, orderReport }: EntryChange): boolean {
  if (orderReport.message === 'CANCEL_REJECT') return false;
  return isFinal(order.order_status) && !reopens(order.order_status, orderReport);
}

function statusNameOf({ orderReport, entry }: Pick<EntryChange, 'orderReport' | 'entry'>): string {
  if (orderReport.message === 'CANCEL_REJECT') return entry?.fix_order_status ?? 'NA';
  return FIX_STATUS_NAMES[orderReport.ordStatus];
}

// An amendment may give a DAY order a lasting term: from then on it has an exchange order. The
// agreement may come days after.
async function takeOverTold(
  tx: Tx,
  order: OrderRow,
  { agreed, after }: { readonly agreed: Replacement; readonly after: OrderProgress },
): Promise<void> {
  if (agreed.told_quantity === null || agreed.told_last_day === null) return;
  const filledByPresent = after.executions.quantity - order.filled_elsewhere;
  await tx.query(sql`
    insert into exchange_order (order_id, entry_no, entered_on, last_day, quantity,
      quantity_filled, fix_order_status)
    select ${order.id}, ${order.entry_no},
      least(${order.today}::date, ${agreed.told_last_day}::date), ${agreed.told_last_day},
      ${agreed.told_quantity}, ${filledByPresent}, 'REPLACED'
    from order_term
    where id = ${agreed.order_term_id}
      and (fix_time_in_force in ('1', '6') or ${order.entry_no}::smallint > 1)
    on conflict (order_id, entry_no) do update
      set last_day = excluded.last_day, quantity = excluded.quantity`);
}

/** The exchange orders of an order, the first one first, as records. */
export async function exchangeOrdersOf(on: Database, orderId: bigint): Promise<object[]> {
  const rows = await on.query<ExchangeOrder>(sql`
    select x.* from exchange_order x where x.order_id = ${orderId}
    order by x.entry_no limit ${ORDER.exchangeOrdersShownMax}`);
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
