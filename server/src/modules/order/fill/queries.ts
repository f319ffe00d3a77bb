// SQL for stored executions and trade dates: reads for the pure rules, and the sums per date.

import { present } from '../../../platform/assert.js';
import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { BookedExecution, Execution } from '../rule/execution.js';
import { type Executions, executionsOf, type LookedUp } from '../rule/execution-sum.js';
import type { TradeDay } from '../rule/trade-day.js';

/** The columns of an execution. */
export interface ExecutionRow {
  readonly exec_id: string;
  readonly kind: Execution['kind'];
  readonly exec_ref_id: string | null;
  readonly quantity: bigint;
  readonly price: Decimal;
  readonly trade_date: BusinessDate;
  readonly entry_no: number;
  readonly settlement_date: BusinessDate | null;
  /** Whether a user entered the execution; absent if it was not read. */
  readonly is_given?: boolean;
}

/** Converts the row to the form that the pure rules use. */
export function toBooked(row: ExecutionRow): BookedExecution {
  return {
    execId: row.exec_id,
    kind: row.kind,
    ...(row.exec_ref_id === null ? {} : { execRefId: row.exec_ref_id }),
    quantity: row.quantity,
    price: row.price,
    tradeDate: row.trade_date,
    entryNo: row.entry_no,
    ...(row.settlement_date === null ? {} : { settlementDate: row.settlement_date }),
    ...(row.is_given === true ? { isGiven: true } : {}),
  };
}

interface DayRow {
  readonly order_id: bigint;
  readonly trade_date: BusinessDate;
  readonly quantity: bigint;
  readonly value: Decimal;
  readonly fills: number;
  /**
   * The number of fills for each settlement date that the exchange gave, as stored in the JSON
   * column.
   */
  readonly stated: Readonly<Record<string, number>>;
  readonly has_news: boolean;
  readonly is_noted: boolean;
}

/** Reads the trade dates of the given orders, earliest first. */
export async function tradeDaysOf(
  tx: Tx,
  orderIds: readonly bigint[],
): Promise<Map<bigint, TradeDay[]>> {
  const rows = await tx.query<DayRow>(sql`
    select order_id, trade_date, quantity, value, fills, stated_settlement as stated, has_news,
      contract_note_id is not null as is_noted
    from trade_days_of(${orderIds}::bigint[]) order by order_id, trade_date`);
  const byOrder = new Map<bigint, TradeDay[]>(orderIds.map((id) => [id, []]));
  for (const row of rows) {
    byOrder.get(row.order_id)?.push({
      tradeDate: row.trade_date,
      quantity: row.quantity,
      value: row.value,
      fills: row.fills,
      stated: new Map(Object.entries(row.stated).map(([day, fills]) => [businessDate(day), fills])),
      isNoted: row.is_noted,
      hasNews: row.has_news,
    });
  }
  return byOrder;
}

/** An order, and the executions to be added to it. */
interface Adding {
  readonly orderId: bigint;
  readonly added: readonly Execution[];
}

/**
 * Reads the booked executions of the given orders: the sums of each order, and every execution
 * about the same fills as the new executions.
 */
export async function executionsBefore(
  tx: Tx,
  adding: readonly Adding[],
): Promise<Map<bigint, Executions>> {
  const orderIds = adding.map(({ orderId }) => orderId);
  const [days, found] = await Promise.all([tradeDaysOf(tx, orderIds), executionsAbout(tx, adding)]);
  return new Map(orderIds.map((id) => [id, executionsOf(days.get(id) ?? [], found.get(id))]));
}

interface AboutRow extends Omit<ExecutionRow, 'kind'> {
  readonly order_id: bigint;
  readonly kind: ExecutionRow['kind'] | null;
}

async function executionsAbout(tx: Tx, adding: readonly Adding[]): Promise<Map<bigint, LookedUp>> {
  const byOrder = new Map<bigint, { list: BookedExecution[]; taken: string[] }>();
  const named = adding.flatMap(({ orderId, added }) =>
    added.flatMap(idsIn).map((execId) => ({ orderId, execId })),
  );
  if (named.length === 0) return byOrder;
  const rows = await tx.query<AboutRow>(sql`
    select distinct id, order_id, exec_id, kind, exec_ref_id, quantity, price, trade_date, entry_no,
      settlement_date, unmatched_report_id is not null as is_given
    from executions_about(${named.map(({ orderId }) => orderId)}::bigint[],
      ${named.map(({ execId }) => execId)}::text[]) order by id`);
  for (const { kind, ...row } of rows) {
    const ofOrder = byOrder.get(row.order_id) ?? { list: [], taken: [] };
    byOrder.set(row.order_id, ofOrder);
    if (kind === null) ofOrder.taken.push(row.exec_id);
    else ofOrder.list.push(toBooked({ ...row, kind }));
  }
  return byOrder;
}

function idsIn({ kind, execId, execRefId }: Execution): string[] {
  return kind === 'TRADE' || execRefId === undefined ? [execId] : [execId, execRefId];
}

/** Returns whether an order has a fill with the same quantity and price as this one. */
export async function hasLike(
  tx: Tx,
  orderId: bigint,
  { quantity, price }: Execution,
): Promise<boolean> {
  const [found] = await tx.query<{ is_like: boolean }>(sql`
    select has_fill_alike(${orderId}, ${quantity}, ${price.toFixed()}::numeric) as is_like`);
  return present(found, 'the function returns a row').is_like;
}

/** The quantity and price of a fill. */
type Figures = Pick<Execution, 'quantity' | 'price'>;

/**
 * Reads the fills that a user entered without the exchange's ExecID, by order. Orders without any
 * are omitted.
 */
export async function namelessFills(
  tx: Tx,
  orderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly Figures[]>> {
  const rows = await tx.query<Figures & { readonly order_id: bigint }>(sql`
    select order_id, quantity, price from nameless_fills(${[...orderIds]}::bigint[])`);
  const byOrder = new Map<bigint, Figures[]>();
  for (const row of rows) byOrder.set(row.order_id, [...(byOrder.get(row.order_id) ?? []), row]);
  return byOrder;
}

/** Returns whether one of the given fills has the same quantity and price as another fill. */
export function isAmong(fills: readonly Figures[], { quantity, price }: Figures): boolean {
  return fills.some((fill) => fill.quantity === quantity && fill.price.equals(price));
}

/** A trade date of an order, and the note issued for the date in this transaction. */
export interface ChangedDay {
  readonly orderId: bigint;
  readonly day: TradeDay;
  readonly noteId?: bigint | undefined;
}

/** Stores trade dates after they have changed. The orders must be locked. */
export async function storeDays(tx: Tx, changed: readonly ChangedDay[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ orderId, day, noteId }) => ({
    orderId,
    tradeDate: day.tradeDate,
    quantity: day.quantity,
    value: day.value.toFixed(),
    fills: day.fills,
    stated: Object.fromEntries(day.stated),
    hasNews: noteId === undefined && day.hasNews,
    noteId,
  }));
  await tx.query(sql`
    insert into order_trade_day as d (order_id, trade_date, quantity, value, fills,
      stated_settlement,
      has_news, contract_note_id)
    select r."orderId", r."tradeDate", r.quantity, r.value, r.fills, r.stated, r."hasNews",
      r."noteId"
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r("orderId" bigint, "tradeDate" date,
      quantity bigint, value numeric, fills integer, stated jsonb, "hasNews" boolean,
      "noteId" bigint)
    order by r."orderId", r."tradeDate"
    on conflict (order_id, trade_date) do update set quantity = excluded.quantity,
      value = excluded.value, fills = excluded.fills,
      stated_settlement = excluded.stated_settlement, has_news = excluded.has_news,
      contract_note_id = coalesce(excluded.contract_note_id, d.contract_note_id)`);
}

/**
 * Selects all reports about an order, unsorted. They are sorted after the read because, with a
 * small limit, PostgreSQL would otherwise scan the reports of all orders by id.
 */
export function reportsOf(orderId: bigint): Sql {
  return sql`select * from execution_report where order_id = ${orderId} offset 0`;
}

/** Reads an order's fills as records, in the sequence received. */
export async function executionRecords(db: Database | Tx, orderId: bigint): Promise<object[]> {
  const rows = await db.query<{
    exec_id: string;
    kind: string;
    quantity: bigint;
    price: Decimal;
    trade_date: string;
    received_at: Instant;
    exec_ref_id: string | null;
    settlement_date: string | null;
    unmatched_report_id: bigint | null;
    given_by: string | null;
    cum_ex: string | null;
    cum_ex_reason: string | null;
    cum_ex_by: string | null;
  }>(sql`
    select exec_id, kind, quantity, price, trade_date, received_at, exec_ref_id,
      settlement_date, unmatched_report_id, given_by, cum_ex, cum_ex_reason, cum_ex_by
    from (${reportsOf(orderId)}) r where kind is not null order by id limit 1000`);
  return rows.map((row) => ({
    execId: row.exec_id,
    execType: row.kind,
    execRefId: row.exec_ref_id ?? undefined,
    quantity: String(row.quantity),
    price: row.price,
    tradeDate: row.trade_date,
    receivedDttm: row.received_at,
    settlementDate: row.settlement_date ?? undefined,
    source: row.unmatched_report_id === null ? 'EXCHANGE' : 'PERSON',
    unmatchedReportId: row.unmatched_report_id ?? undefined,
    givenBy: row.given_by ?? undefined,
    cumEx: row.cum_ex ?? undefined,
    cumExReason: row.cum_ex_reason ?? undefined,
    cumExBy: row.cum_ex_by ?? undefined,
  }));
}
