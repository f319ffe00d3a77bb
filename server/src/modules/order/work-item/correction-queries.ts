// SQL for settling work items: ExecIDs in use, sent ClOrdIDs, ended exchange orders, and
// securities.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';

/** The security's terms that determine the value of one unit at a price. */
export interface Priced {
  readonly securityType: string;
  readonly faceValue: Decimal | null;
  readonly currency: string;
}

/**
 * Reads the security in a report by symbol or ISIN; undefined if the report's exchange lists no
 * such security.
 */
export async function selectPriced(tx: Tx, report: ExchangeReport): Promise<Priced | undefined> {
  const [security] = await tx.query<Priced>(sql`
    select security_type as "securityType", currency,
      face_value_on(id, (select business_date from business_day)) as "faceValue"
    from security
    where exchange_id = ${report.exchangeId}
      and (id = security_id_of(${report.symbol ?? ''}) or isin = ${report.isin ?? ''}
        or id = (select a.security_id from security_alias a
          where a.alias_kind = 'ISIN' and a.alias = ${report.isin ?? ''}))
    order by id limit 1`);
  return security;
}

/**
 * Returns whether the ExecID in a report belongs to a booked execution of the order, or to one that
 * a user entered.
 */
export async function isExecutionBooked(
  tx: Tx,
  orderId: bigint | null,
  report: ExchangeReport,
): Promise<boolean> {
  const { exchangeId, exchangeOrderId = null, execId = '' } = report;
  const rows = await tx.query(sql`
    select from execution_report
    where order_id = ${orderId} and ${execId}::text in (exec_id, split_part(exec_id, '/', 2))
    union all
    select from execution_report
    where exchange_id = ${exchangeId} and given_exec_id = ${execId}
      and (order_id = ${orderId} or exchange_order_id = ${exchangeOrderId}::text)`);
  return rows.length > 0;
}

/** Returns whether an order has an execution with this ExecID, on any of its exchange orders. */
export async function isExecIdTaken(tx: Tx, orderId: bigint, execId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from execution_report
    where order_id = ${orderId} and ${execId}::text in (exec_id, split_part(exec_id, '/', 2))`);
  return rows.length > 0;
}

/**
 * Returns the ClOrdID in a report if it is one of the order's. Otherwise, if the current exchange
 * order is queued, returns the last ClOrdID sent.
 */
export async function selectSentClOrdId(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'fix_order_status'>,
  said: string,
): Promise<string | undefined> {
  const isQueued = order.fix_order_status === 'NA';
  const [named] = await tx.query<{ cl_ord_id: string }>(sql`
    select cl_ord_id from exchange_instruction
    where order_id = ${order.id} and (cl_ord_id = ${said}
      or ${isQueued} and kind = 'NEW' and state in ('SENT', 'WITHHELD'))
    order by cl_ord_id = ${said} desc, id desc limit 1`);
  return named?.cl_ord_id;
}

/** Returns whether an order's current exchange order is past its last day. */
export async function isLastDayOver(tx: Tx, orderId: bigint | null): Promise<boolean> {
  const [entry] = await tx.query<{ is_over: boolean }>(sql`
    select coalesce(x.last_day < d.business_date, false) as is_over
    from trade_order t cross join business_day d
    left join exchange_order x on x.order_id = t.id and x.entry_no = t.entry_no
    where t.id = ${orderId}`);
  return present(entry, 'the item is about an order').is_over;
}
