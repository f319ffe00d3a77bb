// SQL that reads and locks orders. All statements here share one select.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { OrderRow } from './order.js';

/**
 * Reads the current tariff's stamp as part of another statement, to save a round trip per order.
 */
export const TARIFF_STAMP = sql`(select coalesce(max(id), 0) from fee_schedule)`;

/** The columns and joins of an order row. Append a where clause. */
export const SELECT_ORDER: Sql = sql`
  select t.*, o.name as office_name, c.name as customer_name, c.label as customer_label,
    p.name as portfolio_name, p.label as portfolio_label, s.name as security_name,
    s.label as security_label, s.isin as security_isin,
    array(select a.alias from security_alias a where a.security_id = s.id) as security_aliases,
    e.name as exchange_name, e.time_zone as exchange_time_zone, ot.name as order_term_name,
    ot.label as order_term_label, ot.fix_time_in_force,
    coalesce((select h.amount_minor from cash_hold h
      where h.source_type = 'TRADE_ORDER' and h.source_id = t.id), 0) as held_minor,
    (select business_date from business_day) as today, ${TARIFF_STAMP} as tariff_stamp
  from trade_order t
  join business_office o on o.id = t.office_id
  join customer c on c.id = t.customer_id
  join portfolio p on p.id = t.portfolio_id
  join security s on s.id = t.security_id
  join exchange e on e.id = t.exchange_id
  join order_term ot on ot.id = t.order_term_id`;

/** The total of an order `t`, including charges. */
export const ORDER_TOTAL: Sql = sql`t.noted_total_minor + t.open_total_minor`;

/** Reads the order with this id; undefined if there is none. */
export async function selectOrder(on: Database | Tx, id: bigint): Promise<OrderRow | undefined> {
  const [row] = await on.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${id}`);
  return row;
}

/** Reads the orders with these ids, in any sequence. */
export function selectOrders(on: Database | Tx, ids: readonly bigint[]): Promise<OrderRow[]> {
  return on.query<OrderRow>(sql`${SELECT_ORDER} where t.id = any(${[...ids]}::bigint[])`);
}

/** Locks the order with this id; undefined if there is none. */
export async function lockOrder(tx: Tx, id: bigint): Promise<OrderRow | undefined> {
  const [row] = await tx.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${id} for update of t`);
  return row;
}

/** Locks the given orders, except those that another transaction has locked. */
export async function lockFreeOrders(
  tx: Tx,
  ids: readonly bigint[],
): Promise<Map<bigint, OrderRow>> {
  const rows = await tx.query<OrderRow>(sql`
    ${SELECT_ORDER} where t.id = any(${[...ids]}::bigint[]) order by t.id
    for update of t skip locked`);
  return new Map(rows.map((row) => [row.id, row]));
}
