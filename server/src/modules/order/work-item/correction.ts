// Books a work item with values that a user enters, if the report itself cannot be booked. The
// result is an execution of our order, marked as entered by a user. If the exchange reports that
// execution later, its report is treated as a duplicate.

import { isBusinessDay } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { calendarOf } from '../../market/index.js';
import { entryReported } from '../exchange/order.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import type { ExchangeReport } from '../record/exchange-report.js';
import type { OrderRow } from '../record/order.js';
import { isBeyond } from '../report/comparison.js';
import { isNameless, namelessExecId } from '../report/reading.js';
import { storedReport } from '../report/stored-report-queries.js';
import type { UnmatchedReason } from '../report/unmatched-reason.js';
import { isExecIdTaken, selectSentClOrdId } from './correction-queries.js';
import { datedReport, orderNamed } from './named-order.js';
import type { UnmatchedRow } from './queries.js';

/** The values of an execution entered by a user. Omitted values are taken from the report. */
export interface Correction {
  readonly orderId?: bigint | undefined;
  readonly quantity: bigint;
  readonly price: Decimal;
  readonly tradeDate?: BusinessDate | undefined;
  /** The exchange's ExecID. */
  readonly execId?: string | undefined;
  /**
   * True to book the execution even if it exceeds the order's quantity or limit, or if the order
   * was rejected.
   */
  readonly acceptContradiction?: boolean | undefined;
}

/** The reasons for work items whose report was not booked and may be about a fill. */
const CORRECTABLE: ReadonlySet<UnmatchedReason> = new Set([
  'MALFORMED',
  'POISON',
  'UNKNOWN_ORDER',
  'NOT_BOOKED',
  'DUPLICATE_EXECUTION_SUSPECTED',
  'UNSUPPORTED',
]);

/**
 * Returns the report that books a correction. Refuses with REPORT_NOT_CORRECTABLE if the item's
 * report was booked or is not about a fill. Refuses with CORRECTION_REFUSED, naming the field, if
 * an entered value cannot be right for any execution of the order.
 */
export async function correctedReport(
  work: Work,
  item: UnmatchedRow,
  given: Correction,
): Promise<ExchangeReport> {
  if (!CORRECTABLE.has(item.reason)) {
    throw refusal(orderProblems.REPORT_NOT_CORRECTABLE, { args: [item.reason] });
  }
  const order = await orderToCorrect(work, item, given.orderId);
  const stored = await storedReport(work.tx, item.id);
  const report = await datedReport(work, order, { item, report: stored });
  refuseValues(order, given);
  await refuseTradeDate(work, order, given.tradeDate);
  const execId = await execIdOf(work, { item, order, given, said: report.execId });
  const clOrdId = await sentClOrdId(work, order, report.clOrdId);
  return filledReport(work, order, {
    ...report,
    message: 'EXECUTION_REPORT',
    clOrdId,
    origClOrdId: undefined,
    execId,
    execType: 'F',
    execRefId: undefined,
    lastQuantity: given.quantity,
    lastPrice: given.price,
    tradeDate: given.tradeDate ?? report.tradeDate,
    // The report's time may fall on a different day than the trade date that the user enters.
    transactAt: given.tradeDate === undefined ? report.transactAt : undefined,
  });
}

async function orderToCorrect(
  work: Work,
  item: UnmatchedRow,
  orderId: bigint | undefined,
): Promise<OrderRow> {
  const id = orderId ?? item.order_id ?? undefined;
  if (id === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'orderId',
      'is required, because the report does not identify an order',
    );
  }
  if (item.order_id !== null && id !== item.order_id) {
    const detail = 'is not the order of this report';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'orderId', detail);
  }
  return orderNamed(work, item, id);
}

function refuseValues(order: OrderRow, given: Correction): void {
  const { quantity, price, acceptContradiction } = given;
  if (quantity <= 0n) throw refused('quantity', 'must be above 0');
  if (!price.greaterThan(0)) throw refused('price', 'must be above 0');
  if (price.decimalPlaces() > ORDER.priceDecimalsMax) {
    throw refused('price', `must have at most ${ORDER.priceDecimalsMax} decimals`);
  }
  if (order.fix_order_status === 'NA' && order.entry_no === 1) {
    throw refused('orderId', `${order.name} was never sent to the exchange`);
  }
  if (acceptContradiction === true) return;
  if (order.order_status === 'REJECTED') {
    throw refused('orderId', `${order.name} was rejected by the exchange`);
  }
  const open = order.quantity - order.quantity_filled;
  if (quantity > open) throw refused('quantity', `is above the open quantity of ${open}`);
  if (isBeyond(order, price)) {
    throw refused('price', `is worse than the limit price of ${order.limit_price?.toFixed()}`);
  }
}

async function refuseTradeDate(
  work: Work,
  order: OrderRow,
  date: BusinessDate | undefined,
): Promise<void> {
  if (date === undefined) return;
  const { business_date: first, today: last } = order;
  if (date < first || date > last) {
    throw refused('tradeDate', `must be between ${first} and ${last}`);
  }
  const calendar = await calendarOf(work.tx, order.exchange_id);
  if (!isBusinessDay(date, calendar))
    throw refused('tradeDate', 'is not a trading day of the exchange');
}

interface Naming {
  readonly item: UnmatchedRow;
  readonly order: OrderRow;
  readonly given: Correction;
  /** The ExecID in the report, if it could be read. */
  readonly said: string | undefined;
}

// An ExecID entered by a user must not be in use. If the report's own ExecID is in use, the item's
// number is appended, as when the report is booked as another execution.
async function execIdOf(work: Work, { item, order, given, said }: Naming): Promise<string> {
  const wanted = given.execId ?? (said === '' ? undefined : said);
  if (given.execId !== undefined && (given.execId.trim() === '' || isNameless(given.execId))) {
    throw refused('execId', 'cannot be the ExecID of an exchange');
  }
  if (wanted === undefined) return namelessExecId(item.id);
  if (!(await isExecIdTaken(work.tx, order.id, wanted))) return wanted;
  if (given.execId !== undefined)
    throw refused('execId', 'is already the ExecID of a booked execution');
  return `${wanted}#${item.id}`;
}

// Returns the ClOrdID in the report if it is one of the order's. Otherwise returns the one in force
// or, while the current exchange order is queued, the ClOrdID of the last exchange order sent.
async function sentClOrdId(work: Work, order: OrderRow, said: string): Promise<string> {
  return (await selectSentClOrdId(work.tx, order, said)) ?? order.cl_ord_id;
}

const FILLED = '2';
const PARTIALLY_FILLED = '1';
const PENDING: Readonly<Record<string, string>> = { PENDING_CANCEL: '6', PENDING_REPLACE: 'E' };

// Returns the report that the exchange would have sent after the booked fills.
async function filledReport(
  work: Work,
  order: OrderRow,
  report: ExchangeReport,
): Promise<ExchangeReport> {
  const { entry } = await entryReported(work.tx, order, report);
  const ordered = entry?.quantity ?? order.quantity;
  const booked = entry?.quantity_filled ?? order.quantity_filled;
  const cumQuantity = booked + (report.lastQuantity ?? 0n);
  const isWhole = cumQuantity >= ordered;
  return {
    ...report,
    ordStatus: isWhole ? FILLED : (PENDING[order.fix_order_status] ?? PARTIALLY_FILLED),
    cumQuantity,
    leavesQuantity: isWhole ? 0n : ordered - cumQuantity,
    orderQuantity: undefined,
    averagePrice: undefined,
    side: undefined,
    symbol: undefined,
    isin: undefined,
    currency: undefined,
    limitPrice: undefined,
  };
}

function refused(member: string, detail: string) {
  return refuseMember(orderProblems.CORRECTION_REFUSED, member, detail);
}
