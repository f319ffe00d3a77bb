// What booking reports stores, for any number of orders in one statement each: the reports
// themselves, and the state that the orders are in after them.

import type { Work } from '../../platform/context.js';
import type { Instant, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { toJson } from '../../platform/json.js';
import { executionEvent, type ToldExecution } from './event.js';
import type { ExchangeReport } from './exchange-port.js';
import { type OrderProgress, stateOf } from './order-state.js';
import type { OrderRow } from './record.js';
import { waiting } from './report-change.js';
import { executionIn } from './report-reading.js';
import { tradeDateOf } from './trade-date.js';

/** A report with the order that it is about, and which of its exchange orders. */
interface OrderedReport {
  readonly order: OrderRow;
  readonly report: ExchangeReport;
  readonly entryNo: number;
}

/** What `insertReports` says of a report that it stored. */
interface NewReport {
  readonly order_id: bigint;
  readonly exec_id: string;
}

/**
 * Stores reports in their sequence and returns those that were not there before. The executions
 * among these are told as events.
 */
export async function insertReports(
  work: Work,
  reports: readonly OrderedReport[],
): Promise<NewReport[]> {
  const rows = reports.map((each, place) => reportRow(work.now, each, place));
  const stored = await work.tx.query<StoredReport>(sql`
    insert into execution_report (exchange_id, order_id, entry_no, exec_id, exec_type, ord_status,
      cl_ord_id, kind, exec_ref_id, quantity, price, trade_date, exchange_order_id, message_text,
      transact_at, received_at)
    select r."exchangeId", r."orderId", r."entryNo", r."execId", r."execType", r."ordStatus",
      r."clOrdId", r.kind, r."execRefId", r.quantity, r.price, r."tradeDate", r."exchangeOrderId",
      r."text", r."transactAt", ${work.now}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r(place integer,
      "exchangeId" bigint, "orderId" bigint, "entryNo" smallint, "execId" text, "execType" text,
      "ordStatus" text, "clOrdId" text, kind text, "execRefId" text, quantity bigint,
      price numeric, "tradeDate" date, "exchangeOrderId" text, "text" text,
      "transactAt" timestamptz)
    order by r.place
    on conflict (order_id, exec_id) do nothing
    returning id, order_id, exec_id, kind, exec_ref_id, quantity, price, trade_date`);
  const officeOf = new Map(reports.map(({ order }) => [order.id, order.office_id]));
  for (const row of stored) {
    if (row.kind === null) continue;
    work.events.push(executionEvent({ ...row, kind: row.kind }, officeOf.get(row.order_id)));
  }
  return stored;
}

/** Whether a report is the one that was stored under its ExecID, and not another one. */
export async function repeatsStored(
  tx: Tx,
  orderId: bigint,
  report: ExchangeReport,
): Promise<boolean> {
  const fill = executionIn(report);
  const [stored] = await tx.query<{ same: boolean }>(sql`
    select r.kind is not distinct from ${fill?.kind ?? null}
      and r.exec_ref_id is not distinct from ${report.execRefId ?? null}
      and case when r.kind is null
        then r.exec_type = ${report.execType ?? ''} and r.ord_status = ${report.ordStatus}
        else (r.quantity, r.price) = (${fill?.quantity ?? null}::bigint,
          ${fill?.price.toFixed() ?? null}::numeric) end as same
    from execution_report r where r.order_id = ${orderId} and r.exec_id = ${report.execId ?? ''}`);
  return stored?.same ?? false;
}

interface StoredReport extends NewReport, Omit<ToldExecution, 'kind'> {
  readonly kind: ToldExecution['kind'] | null;
}

function reportRow(now: Instant, { order, report, entryNo }: OrderedReport, place: number): object {
  const fill = executionIn(report);
  const { exchangeId, execId, ordStatus, clOrdId, execRefId, exchangeOrderId, text } = report;
  return {
    place,
    exchangeId,
    orderId: order.id,
    entryNo,
    execId,
    execType: report.execType ?? '',
    ordStatus,
    clOrdId,
    kind: fill?.kind,
    execRefId,
    quantity: fill?.quantity,
    price: fill?.price.toFixed(),
    tradeDate: tradeDateOf(order, report, now),
    exchangeOrderId,
    text,
    transactAt: report.transactAt,
  };
}

/** The state of an order after reports. */
export interface Reported {
  readonly order: OrderRow;
  readonly after: OrderProgress;
  /** Units filled by an exchange order before the present one. */
  readonly filledElsewhere: bigint;
  readonly soldCostMinor: bigint;
  /** How many reports were applied. */
  readonly reports: number;
  /** What the last of them that said so said. */
  readonly exchangeOrderId: string | undefined;
  readonly text: string | undefined;
}

/** Stores the state of locked orders. */
export async function storeReported(work: Work, reported: readonly Reported[]): Promise<void> {
  const { now, principal } = work;
  const rows = reported.map(reportedRow);
  await work.tx.query(sql`
    update trade_order t set quantity = r.quantity, quantity_filled = r."quantityFilled",
      quantity_pending = r."quantityPending",
      filled_elsewhere = t.filled_elsewhere + r."filledElsewhere",
      average_price = r."averagePrice", sold_cost_minor = t.sold_cost_minor + r."soldCostMinor",
      order_status = r."orderStatus", fix_order_status = r."fixOrderStatus",
      resting_fix_status = r."restingFixStatus", cl_ord_id = r."clOrdId",
      pending_cl_ord_id = r."pendingClOrdId",
      exchange_order_id = coalesce(r."exchangeOrderId", t.exchange_order_id),
      fix_message = coalesce(r."text", t.fix_message), status_at = ${now},
      version = t.version + r.reports, modified_by = ${principal.name}, modified_at = ${now}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r(id bigint, quantity bigint,
      "quantityFilled" bigint, "quantityPending" bigint, "filledElsewhere" bigint,
      "averagePrice" numeric, "soldCostMinor" bigint, "orderStatus" text, "fixOrderStatus" text,
      "restingFixStatus" text, "clOrdId" text, "pendingClOrdId" text, "exchangeOrderId" text,
      "text" text, reports integer)
    where t.id = r.id`);
}

function reportedRow(reported: Reported): object {
  const { order, after, filledElsewhere, soldCostMinor, reports } = reported;
  const { averagePrice, ...state } = stateOf(after);
  return {
    id: order.id,
    quantity: after.quantity,
    ...state,
    averagePrice: averagePrice?.toFixed(10),
    restingFixStatus: after.restingFixStatus,
    clOrdId: after.clOrdId,
    pendingClOrdId: waiting(reported),
    filledElsewhere,
    soldCostMinor,
    reports,
    exchangeOrderId: reported.exchangeOrderId,
    text: reported.text,
  };
}
