// SQL for stored exchange orders: lookup by report, and changes.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { ORDER } from '../limits.js';
import type { OrderRow } from '../record/order.js';
import type { OrderProgress, OrderStatus } from '../rule/order-state.js';
import type { Replacement } from './replacement-queries.js';

/** An order and the open quantity of its current exchange order. */
interface Present {
  readonly order_status: OrderStatus;
  /**
   * The open quantity of the order, and of its exchange order; null if no exchange order is
   * working.
   */
  readonly wanted: bigint;
  readonly working: bigint | null;
  readonly is_waiting: boolean;
  readonly session_name: string;
}

/** Queues a cancel of an order's current exchange order. */
export async function requestCancel(work: Work, orderId: bigint): Promise<void> {
  await work.tx.query(sql`
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, orig_cl_ord_id, state, created_at)
    select t.exchange_id, t.id, t.entry_no, t.session_name, 'CANCEL',
      t.name || '-' || (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
      t.cl_ord_id, 'QUEUED', ${work.now}
    from trade_order t where t.id = ${orderId}`);
}

/** Queues a replacement with the order's own terms, to lower the quantity at the exchange. */
export async function requestReduction(work: Work, orderId: bigint): Promise<void> {
  await work.tx.query(sql`
    with requested as (
      insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
        cl_ord_id, orig_cl_ord_id, state, quantity, limit_price, worst_price, worst_accrued,
        order_term_id, order_end_date, expire_date, trade_dates_max, do_not_adjust, created_at)
      select t.exchange_id, t.id, t.entry_no, t.session_name, 'REPLACE',
        t.name || '-' || (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
        t.cl_ord_id, 'QUEUED', t.quantity, t.limit_price, t.worst_price, t.worst_accrued,
        t.order_term_id, t.order_end_date, t.expire_date, t.trade_dates_max, t.do_not_adjust,
        ${work.now}
      from trade_order t where t.id = ${orderId}
      returning order_id, cl_ord_id
    )
    update trade_order t set fix_order_status = 'PENDING_REPLACE',
      pending_cl_ord_id = requested.cl_ord_id
    from requested where t.id = requested.order_id`);
}

/**
 * Marks an order's current exchange order for re-entry if the exchange order has ended and the
 * order has not. Once the exchange order has ended, its queued instructions are withdrawn.
 */
export async function markPresent(tx: Tx, orderId: bigint): Promise<void> {
  await tx.query(sql`
    with present as (
      update exchange_order x
      set awaits_reentry = x.ended_at is not null and t.order_status in ('BOOKED', 'EXECUTING')
      from trade_order t
      where t.id = ${orderId} and x.order_id = t.id and x.entry_no = t.entry_no
      returning x.order_id, x.entry_no, x.ended_at
    )
    update exchange_instruction i set state = 'WITHDRAWN'
    from present where i.order_id = present.order_id and i.entry_no = present.entry_no
      and i.state = 'QUEUED' and present.ended_at is not null`);
}

/** Reads an order with its current exchange order; undefined if there is no such order. */
export async function selectPresent(tx: Tx, orderId: bigint): Promise<Present | undefined> {
  const [present] = await tx.query<Present>(sql`
    select t.order_status, t.quantity - t.quantity_filled as wanted, t.session_name,
      x.quantity - x.quantity_filled as working,
      t.pending_cl_ord_id is not null as is_waiting
    from trade_order t
    left join exchange_order x
      on x.order_id = t.id and x.entry_no = t.entry_no and x.ended_at is null
    where t.id = ${orderId}`);
  return present;
}

/** One exchange order. `cum_quantity` is the exchange's own count of filled units, if known. */
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

/** Reads the first exchange order of each given order. Orders without one are omitted. */
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

/**
 * Stores the quantity and last day that the exchange accepted with a replacement. If an amendment
 * made a DAY order long-lived, this creates its first exchange order. The acceptance may arrive
 * days after the request.
 */
export async function takeOverSent(
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

/**
 * Reads the exchange order that one of the given ClOrdIDs refers to. The first ClOrdID takes
 * precedence.
 */
export async function selectNamedEntry(
  tx: Tx,
  exchangeId: bigint,
  [clOrdId, other]: readonly [string, string],
): Promise<ExchangeOrder | undefined> {
  const [entry] = await tx.query<ExchangeOrder>(sql`
    select x.* from instructions_named(${exchangeId}::bigint, ${[clOrdId, other]}::text[]) i
    join exchange_order x on x.order_id = i.order_id and x.entry_no = i.entry_no
    order by i.cl_ord_id = ${clOrdId} desc limit 1`);
  return entry;
}

/** Reads the current exchange orders of the given orders. Orders without one are omitted. */
export function presentEntries(tx: Tx, orderIds: readonly bigint[]): Promise<ExchangeOrder[]> {
  return tx.query<ExchangeOrder>(sql`
    select x.* from trade_order t
    join exchange_order x on x.order_id = t.id and x.entry_no = t.entry_no
    where t.id = any(${[...orderIds]}::bigint[])`);
}

/** Reads an order's exchange orders, earliest first. */
export function selectEntries(on: Database, orderId: bigint): Promise<ExchangeOrder[]> {
  return on.query<ExchangeOrder>(sql`
    select x.* from exchange_order x where x.order_id = ${orderId}
    order by x.entry_no limit ${ORDER.exchangeOrdersShownMax}`);
}

/** The changes that a report makes to an exchange order. */
interface ChangedEntry {
  readonly more: bigint;
  readonly cumQuantity: bigint | null;
  readonly status: string;
  readonly endedAt: Instant | null;
}

/** Stores a report's changes to an exchange order. */
export async function updateEntry(
  tx: Tx,
  entry: Pick<ExchangeOrder, 'order_id' | 'entry_no'>,
  { more, cumQuantity, status, endedAt }: ChangedEntry,
): Promise<void> {
  await tx.query(sql`
    update exchange_order set quantity_filled = quantity_filled + ${more}::bigint,
      cum_quantity = ${cumQuantity}, fix_order_status = ${status}, ended_at = ${endedAt}
    where order_id = ${entry.order_id} and entry_no = ${entry.entry_no}`);
}

/** The changes that reports make to a working exchange order. */
interface FilledEntry {
  readonly orderId: bigint;
  readonly entryNo: number;
  readonly more: bigint;
  readonly cumQuantity: bigint | null;
  readonly status: string;
}

/** Stores the fills of working exchange orders in one statement. */
export async function updateFilledEntries(tx: Tx, rows: readonly FilledEntry[]): Promise<void> {
  await tx.query(sql`
    update exchange_order x set quantity_filled = x.quantity_filled + r.more,
      cum_quantity = r."cumQuantity", fix_order_status = r.status
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r("orderId" bigint, "entryNo" smallint,
      more bigint, "cumQuantity" bigint, status text)
    where x.order_id = r."orderId" and x.entry_no = r."entryNo"`);
}
