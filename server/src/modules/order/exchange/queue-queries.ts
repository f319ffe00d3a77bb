// SQL that queues and withdraws instructions when orders change. The adapters' side is in
// `instruction-queries.ts`.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { OrderRow } from '../record/order.js';
import { wakeAdapter } from './wake.js';

/** A replacement to request from an exchange. */
interface Replace {
  readonly row: Pick<OrderRow, 'id' | 'session_name'>;
  readonly clOrdId: string;
  readonly terms: ReplacingTerms;
}

/** An order's new terms after a replacement. */
interface ReplacingTerms {
  readonly quantity: bigint;
  readonly limitPrice: Decimal | undefined;
  readonly worstPrice: Decimal;
  readonly worstAccrued: Decimal;
  readonly orderTermId: bigint;
  readonly orderEndDate: Instant | undefined;
  readonly expireDate: BusinessDate;
  readonly tradeDatesMax: number;
  readonly doNotAdjust: boolean;
}

/** Queues an order's new terms for the exchange. The adapter is woken after the commit. */
export function queueReplace(work: Work, replace: Replace): Promise<void> {
  return queueReplaces(work, [replace]);
}

/** Queues new terms of orders, in the given sequence. Adapters are woken after the commit. */
export async function queueReplaces(work: Work, replaces: readonly Replace[]): Promise<void> {
  await work.tx.query(sql`
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, orig_cl_ord_id, state,
      quantity, limit_price, worst_price, worst_accrued, order_term_id, order_end_date, expire_date,
      trade_dates_max, do_not_adjust, created_at)
    select t.exchange_id, t.id, t.entry_no, t.session_name, 'REPLACE', n.cl_ord_id, t.cl_ord_id,
      'QUEUED', n.quantity, n.limit_price, n.worst_price, n.worst_accrued, n.order_term_id,
      n.order_end_date, n.expire_date, n.trade_dates_max, n.do_not_adjust, ${work.now}
    from jsonb_populate_recordset(null::exchange_instruction,
      ${JSON.stringify(replaces.map(replacingRow))}::jsonb) with ordinality n
    join trade_order t on t.id = n.order_id order by n.ordinality`);
  for (const name of new Set(replaces.map(({ row }) => row.session_name))) wakeAdapter(work, name);
}

// Numbers are sent as text: the database accepts text, and the standard JSON writer cannot write
// bigint.
function replacingRow({ row, clOrdId, terms }: Replace) {
  return {
    order_id: String(row.id),
    cl_ord_id: clOrdId,
    quantity: String(terms.quantity),
    limit_price: terms.limitPrice?.toFixed() ?? null,
    worst_price: terms.worstPrice.toFixed(),
    worst_accrued: terms.worstAccrued.toFixed(),
    order_term_id: String(terms.orderTermId),
    order_end_date: terms.orderEndDate ?? null,
    expire_date: terms.expireDate,
    trade_dates_max: terms.tradeDatesMax,
    do_not_adjust: terms.doNotAdjust,
  };
}

/** Queues cancels for orders at an exchange, in the given sequence. */
export async function queueCancels(
  work: Work,
  cancels: readonly { readonly row: OrderRow; readonly clOrdId: string }[],
): Promise<void> {
  await work.tx.query(sql`
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, orig_cl_ord_id, state, created_at)
    select t.exchange_id, t.id, t.entry_no, t.session_name, 'CANCEL', n.cl_ord_id, t.cl_ord_id,
      'QUEUED', ${work.now}
    from unnest(${cancels.map(({ row }) => row.id)}::bigint[],
      ${cancels.map(({ clOrdId }) => clOrdId)}::text[]) with ordinality n (id, cl_ord_id, place)
    join trade_order t on t.id = n.id order by n.place`);
  for (const name of new Set(cancels.map(({ row }) => row.session_name))) wakeAdapter(work, name);
}

/** Returns the ClOrdID for an order's next instruction. */
export async function nextClOrdId(tx: Tx, row: Pick<OrderRow, 'id' | 'name'>): Promise<string> {
  return present((await nextClOrdIds(tx, [row])).get(row.id), 'each order has a next one');
}

/** Returns the ClOrdID for each order's next instruction, keyed by order. */
export async function nextClOrdIds(
  tx: Tx,
  orders: readonly Pick<OrderRow, 'id' | 'name'>[],
): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ id: bigint; n: bigint }>(sql`
    select order_id as id, count(*) as n from exchange_instruction
    where order_id = any(${orders.map(({ id }) => id)}::bigint[]) group by order_id`);
  const counts = new Map(rows.map(({ id, n }) => [id, n]));
  return new Map(orders.map(({ id, name }) => [id, `${name}-${(counts.get(id) ?? 0n) + 1n}`]));
}

/** Returns whether the order may be at the exchange, by the same rule as `leftOrders`. */
export async function hasLeft(tx: Tx, order: Pick<OrderRow, 'id' | 'entry_no'>): Promise<boolean> {
  return (await leftOrders(tx, [order])).has(order.id);
}

/**
 * Returns the given orders that may be at the exchange: an adapter has taken the current exchange
 * order, and its end was not reported. The orders must be locked.
 */
export async function leftOrders(
  tx: Tx,
  orders: readonly Pick<OrderRow, 'id' | 'entry_no'>[],
): Promise<Set<bigint>> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select i.order_id as id
    from unnest(${orders.map(({ id }) => id)}::bigint[],
      ${orders.map(({ entry_no }) => entry_no)}::smallint[]) n (id, entry_no)
    join exchange_instruction i on i.order_id = n.id and i.entry_no = n.entry_no
    left join exchange_order x on x.order_id = i.order_id and x.entry_no = i.entry_no
    where i.kind = 'NEW' and i.state in ('SENT', 'WITHHELD') and x.ended_at is null`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Withdraws queued instructions and pending re-entries of orders that have ended in this system. If
 * the exchange has not reported the end, the exchange order ends with its order and keeps its last
 * status. The orders must be locked.
 */
export async function withdrawInstructions(work: Work, orderIds: readonly bigint[]): Promise<void> {
  await work.tx.query(sql`
    with ended as (
      update exchange_order set awaits_reentry = false, ended_at = coalesce(ended_at, ${work.now})
      where order_id = any(${[...orderIds]}::bigint[]) and (awaits_reentry or ended_at is null)
    )
    update exchange_instruction set state = 'WITHDRAWN'
    where order_id = any(${[...orderIds]}::bigint[]) and state = 'QUEUED'`);
}
