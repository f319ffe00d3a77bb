// SQL that stores the results of booking reports: the reports, and the new state of their orders.
// Each function uses one statement for any number of orders.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { executionEvent, type StoredExecution } from '../event.js';
import type { ExecutionRow } from '../fill/queries.js';
import { tradeDateOf } from '../fill/trade-date.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { type OrderProgress, stateOf } from '../rule/order-state.js';
import type { OrderTotals } from '../trade/hold.js';
import { waiting } from './change.js';
import { executionIn, isNameless } from './reading.js';

/** A report with its order and the number of its exchange order. */
interface OrderedReport {
  readonly order: OrderRow;
  readonly report: ExchangeReport;
  readonly entryNo: number;
  /** The date on which the exchange order was entered; default: the order's date. */
  readonly enteredOn?: BusinessDate | undefined;
  /** The work item that the report settles, if a user entered the report's values. */
  readonly givenFor?: GivenFor | undefined;
}

/** The work item that an execution settles, and the user who entered the execution's values. */
export interface GivenFor {
  readonly itemId: bigint;
  readonly by: string;
}

/** A report that `insertReports` has stored. */
export interface NewReport {
  readonly id: bigint;
  readonly order_id: bigint;
  readonly exec_id: string;
}

/**
 * Stores reports in the given sequence. Returns the new reports, except those that a user has
 * already entered. An execution that a user entered with a trade date before the exchange order's
 * entry is treated as a different execution, because some exchanges restart their numbers every
 * day. Each new execution raises an event.
 */
export async function insertReports(
  work: Work,
  reports: readonly OrderedReport[],
): Promise<NewReport[]> {
  const rows = reports.map((each, place) => reportRow(work.now, each, place));
  const stored = await work.tx.query<StoredReport>(sql`
    insert into execution_report (exchange_id, order_id, entry_no, exec_id, exec_type, ord_status,
      cl_ord_id, kind, exec_ref_id, quantity, price, trade_date, settlement_date,
      exchange_order_id, message_text, transact_at, received_at, unmatched_report_id,
      given_exec_id, given_by, cum_ex)
    select r."exchangeId", r."orderId", r."entryNo", r."execId", r."execType", r."ordStatus",
      r."clOrdId", r.kind, r."execRefId", r.quantity, r.price, r."tradeDate", r."settlementDate",
      r."exchangeOrderId", r."text", r."transactAt", ${work.now}, r."itemId",
      case when r."itemId" is not null then r."namedBy" end, r."givenBy",
      case when r.kind = 'CORRECT' and r."cumEx" is null then (
          select f.cum_ex from execution_report f
          where f.order_id = r."orderId" and f.exec_id = r."execRefId")
        else r."cumEx" end
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r(place integer,
      "exchangeId" bigint, "orderId" bigint, "entryNo" smallint, "execId" text, "execType" text,
      "ordStatus" text, "clOrdId" text, kind text, "execRefId" text, quantity bigint,
      price numeric, "tradeDate" date, "settlementDate" date, "exchangeOrderId" text, "text" text,
      "transactAt" timestamptz, "namedBy" text, "itemId" bigint, "givenBy" text,
      "enteredOn" date, "cumEx" text)
    where r.kind is null or not exists (
      select from execution_report g
      where g.exchange_id = r."exchangeId" and g.given_exec_id = r."namedBy"
        and g.trade_date >= r."enteredOn"
        and (g.order_id = r."orderId" or g.exchange_order_id = r."exchangeOrderId"))
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

/** A report with the exchange's ids, and the date on which its exchange order was entered. */
interface Referring {
  readonly order: OrderRow;
  readonly report: ExchangeReport;
  readonly enteredOn: BusinessDate;
}

/**
 * Returns whether a user entered the execution that a report refers to, on any of the order's
 * exchange orders or on another order with the report's OrderID.
 */
export async function isGivenElsewhere(
  tx: Tx,
  { order, report, enteredOn }: Referring,
): Promise<boolean> {
  const { exchangeId, execRefId = null, exchangeOrderId = null } = report;
  const rows = await tx.query(sql`
    select from execution_report
    where exchange_id = ${exchangeId} and given_exec_id = ${execRefId}::text
      and trade_date >= ${enteredOn}
      and (order_id = ${order.id} or exchange_order_id = ${exchangeOrderId}::text)`);
  return rows.length > 0;
}

/** A stored report with the same ExecID as a new one. */
interface Repeated {
  /** Whether the stored report and the new one have the same content. */
  readonly isSame: boolean;
  /** Whether a user entered the stored report. */
  readonly isGiven: boolean;
  readonly entryNo: number;
}

interface RepeatedRow extends Omit<ExecutionRow, 'kind'> {
  readonly order_id: bigint;
  readonly kind: ExecutionRow['kind'] | null;
  readonly exec_type: string;
  readonly ord_status: string;
  readonly given_exec_id: string | null;
  readonly is_given: boolean;
}

/**
 * For each given report from an exchange, returns the report stored under its ExecID or, failing
 * that, the one that a user entered under that ExecID for any of the order's exchange orders;
 * undefined if there is neither.
 */
export async function storedDuplicates(
  tx: Tx,
  exchangeId: bigint,
  reports: readonly OrderedReport[],
): Promise<(Repeated | undefined)[]> {
  const ids = reports.map(({ order, report, entryNo }) => ({
    orderId: order.id,
    execId: report.execId ?? '',
    givenId: namedBy(report, entryNo),
  }));
  const rows = await tx.query<RepeatedRow>(sql`
    select order_id, exec_id, kind, exec_ref_id, exec_type, ord_status, quantity, price,
      entry_no, given_exec_id, unmatched_report_id is not null as is_given
    from reports_stored(${exchangeId}, ${ids.map(({ orderId }) => orderId)}::bigint[],
      ${ids.map(({ execId }) => execId)}::text[], ${ids.map(({ givenId }) => givenId)}::text[])`);
  const byExecId = new Map(rows.map((row) => [`${row.order_id} ${row.exec_id}`, row]));
  const byGivenId = new Map(rows.map((row) => [`${row.order_id} ${row.given_exec_id}`, row]));
  return ids.map(({ orderId, execId, givenId }, place) => {
    const row = byExecId.get(`${orderId} ${execId}`) ?? byGivenId.get(`${orderId} ${givenId}`);
    const report = reports[place]?.report;
    return row && report && toRepeated(row, report);
  });
}

function toRepeated(row: RepeatedRow, report: ExchangeReport): Repeated {
  return { isSame: isSameReport(row, report), isGiven: row.is_given, entryNo: row.entry_no };
}

function isSameReport(row: RepeatedRow, report: ExchangeReport): boolean {
  const fill = executionIn(report);
  if (row.kind !== (fill?.kind ?? null)) return false;
  if (row.exec_ref_id !== (report.execRefId ?? null)) return false;
  if (fill === undefined) {
    return row.exec_type === (report.execType ?? '') && row.ord_status === report.ordStatus;
  }
  return row.quantity === fill.quantity && row.price.equals(fill.price);
}

interface StoredReport extends NewReport, Omit<StoredExecution, 'kind'> {
  readonly kind: StoredExecution['kind'] | null;
}

// Returns the exchange's own ExecID. The ExecIDs of later exchange orders are stored with a prefix.
function namedBy({ execId = '' }: ExchangeReport, entryNo: number): string | null {
  const plain = entryNo === 1 ? execId : execId.replace(`${entryNo}/`, '');
  return plain === '' || isNameless(plain) ? null : plain;
}

function reportRow(now: Instant, each: OrderedReport, place: number): object {
  const { order, report, entryNo, givenFor } = each;
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
    settlementDate: fill?.settlementDate,
    exchangeOrderId,
    text,
    transactAt: report.transactAt,
    namedBy: namedBy(report, entryNo),
    enteredOn: each.enteredOn ?? order.business_date,
    itemId: givenFor?.itemId,
    givenBy: givenFor?.by,
    cumEx: fill === undefined ? undefined : report.cumEx,
  };
}

/** The state of an order after its reports. */
export interface Reported {
  readonly order: OrderRow;
  readonly after: OrderProgress;
  /** The units filled by earlier exchange orders. */
  readonly filledElsewhere: bigint;
  readonly totals: OrderTotals;
  /** The total of a note stored in the same transaction. */
  readonly notedMinor: bigint;
  /** The number of reports applied. */
  readonly reports: number;
  /** The last OrderID and the last text in any of the reports. */
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
      average_price = r."averagePrice", order_value_minor = r."valueMinor",
      open_total_minor = r."openMinor",
      noted_total_minor = t.noted_total_minor + r."notedMinor",
      order_status = r."orderStatus", fix_order_status = r."fixOrderStatus",
      resting_fix_status = r."restingFixStatus", cl_ord_id = r."clOrdId",
      pending_cl_ord_id = r."pendingClOrdId",
      exchange_order_id = coalesce(r."exchangeOrderId", t.exchange_order_id),
      fix_message = coalesce(r."text", t.fix_message), status_at = ${now},
      version = t.version + r.reports, modified_by = ${principal.name}, modified_at = ${now}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r(id bigint, quantity bigint,
      "quantityFilled" bigint, "quantityPending" bigint, "filledElsewhere" bigint,
      "averagePrice" numeric, "orderStatus" text, "fixOrderStatus" text,
      "restingFixStatus" text, "clOrdId" text, "pendingClOrdId" text, "exchangeOrderId" text,
      "text" text, reports integer, "valueMinor" bigint, "openMinor" bigint,
      "notedMinor" bigint)
    where t.id = r.id`);
}

function reportedRow(reported: Reported): object {
  const { order, after, filledElsewhere, reports } = reported;
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
    ...reported.totals,
    notedMinor: reported.notedMinor,
    reports,
    exchangeOrderId: reported.exchangeOrderId,
    text: reported.text,
  };
}
