// The exchange's FIX reports, in the member's FIX version.

import { unreachable } from '../../platform/assert.js';
import type { Instant } from '../../platform/database/database.js';
import type { BeginString } from '../fix/session/message/dictionary.js';
import {
  type BodyValue,
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../fix/session/message/message.js';
import { TAG } from '../fix/session/message/tag.js';
import { fixTimestamp } from '../fix/session/message/time.js';
import { leavesOf, type Order } from './order.js';
import { formatAverage, formatPrice } from './price.js';
import type { OrderType, Refusal, RejectReason, TimeInForce } from './rule.js';

/** Reads a field of an inbound message; undefined if it is absent. */
export type FieldReader = (tag: number) => string | undefined;

/** The event that a report describes. */
export type ReportEvent =
  | { readonly kind: 'NEW' }
  | { readonly kind: 'TRADE'; readonly price: bigint; readonly quantity: bigint }
  | { readonly kind: 'CANCELED'; readonly origClOrdId?: string; readonly text?: string }
  | { readonly kind: 'REPLACED'; readonly origClOrdId: string }
  /** A corporate action changed the order's terms. */
  | { readonly kind: 'RESTATED' }
  | { readonly kind: 'EXPIRED'; readonly text?: string }
  | { readonly kind: 'STATUS'; readonly mass?: MassStatus }
  | TradeAmendment;

/** A trade that the exchange busted or corrected to another price or quantity. */
interface TradeAmendment {
  readonly kind: 'BUST' | 'CORRECT';
  readonly execRefId: string;
  readonly price: bigint;
  readonly quantity: bigint;
}

/** A report's position among the answers to a mass status request. */
interface MassStatus {
  readonly requestId: string;
  readonly total: number;
  readonly last: boolean;
}

/** The data that every report contains in addition to its order and event. */
export interface ReportContext {
  readonly version: BeginString;
  readonly execId: string;
  readonly now: Instant;
}

const EXEC_TRANS_TYPE = 20;
const EXEC_RESTATEMENT_REASON = 378;
const GT_CORPORATE_ACTION = '0';
const ECHOED_TAGS = [1, 55, 54, 38, 40, 44, 59] as const;

const ORDER_STATUS: Record<Order['status'], string> = {
  NEW: '0',
  PARTIALLY_FILLED: '1',
  FILLED: '2',
  CANCELED: '4',
  EXPIRED: 'C',
};

export const ORDER_TYPE: Record<OrderType, string> = { MARKET: '1', LIMIT: '2' };

export const TIME_IN_FORCE: Record<TimeInForce, string> = {
  DAY: '0',
  GTC: '1',
  ATO: '2',
  IOC: '3',
  FOK: '4',
  GTD: '6',
  ATC: '7',
};

type Pair = readonly [tag: number, value: BodyValue];

/** Builds an ExecutionReport (8) for an order at the exchange. */
export function executionReport(
  order: Order,
  event: ReportEvent,
  context: ReportContext,
): OutboundMessage {
  const replacedIn42 = event.kind === 'REPLACED' && context.version === 'FIX.4.2';
  const ordStatus = replacedIn42 ? '5' : ORDER_STATUS[order.status];
  return outbound('8', [
    [TAG.OrderID, order.orderId],
    [TAG.ClOrdID, order.clOrdId],
    [TAG.OrigClOrdID, 'origClOrdId' in event ? event.origClOrdId : undefined],
    [TAG.ExecID, context.execId],
    [EXEC_TRANS_TYPE, context.version === 'FIX.4.2' ? transactionType(event) : undefined],
    [TAG.ExecRefID, 'execRefId' in event ? event.execRefId : undefined],
    [TAG.ExecType, execType(event, ordStatus, context.version)],
    [TAG.OrdStatus, ordStatus],
    ...termFields(order),
    ...lastFields(event),
    [TAG.LeavesQty, leavesOf(order)],
    [TAG.CumQty, order.filled],
    [TAG.AvgPx, formatAverage(order.value, order.filled)],
    [TAG.TransactTime, fixTimestamp(Date.parse(context.now))],
    [TAG.Text, 'text' in event ? event.text : undefined],
    [EXEC_RESTATEMENT_REASON, event.kind === 'RESTATED' ? GT_CORPORATE_ACTION : undefined],
    ...massFields(event),
  ]);
}

/** Builds an ExecutionReport that rejects an order and repeats the member's fields. */
export function rejectReport(
  sent: FieldReader,
  refusal: Refusal,
  context: ReportContext,
): OutboundMessage {
  return outbound('8', [
    [TAG.OrderID, 'NONE'],
    [TAG.ClOrdID, sent(TAG.ClOrdID)],
    [TAG.ExecID, context.execId],
    [EXEC_TRANS_TYPE, context.version === 'FIX.4.2' ? '0' : undefined],
    [TAG.ExecType, '8'],
    [TAG.OrdStatus, '8'],
    [TAG.OrdRejReason, rejectReason(refusal.reason, context.version)],
    ...ECHOED_TAGS.map((tag): Pair => [tag, sent(tag)]),
    ...nothingFields(context),
    [TAG.Text, refusal.text],
  ]);
}

/**
 * Builds the answer to a status request that finds nothing: the order is unknown, or the member has
 * no orders.
 */
export function nothingReport(sent: FieldReader, context: ReportContext): OutboundMessage {
  const old = context.version === 'FIX.4.2';
  const massId = sent(TAG.MassStatusReqID);
  return outbound('8', [
    [TAG.OrderID, 'NONE'],
    [TAG.ClOrdID, sent(TAG.ClOrdID)],
    [TAG.ExecID, context.execId],
    [EXEC_TRANS_TYPE, old ? '3' : undefined],
    [TAG.ExecType, old ? '8' : 'I'],
    [TAG.OrdStatus, '8'],
    [TAG.OrdRejReason, massId === undefined ? '5' : undefined],
    [TAG.Symbol, sent(TAG.Symbol) ?? '[N/A]'],
    [TAG.Side, sent(TAG.Side) ?? '7'],
    ...nothingFields(context),
    [TAG.Text, massId === undefined ? 'unknown order' : 'none'],
    [TAG.MassStatusReqID, massId],
    [TAG.TotNumReports, massId === undefined ? undefined : 0],
    [TAG.LastRptRequested, massId === undefined ? undefined : true],
  ]);
}

/** The reason why a cancel or replace was refused. */
export interface CancelRefusal {
  readonly reason: 'TOO_LATE' | 'UNKNOWN_ORDER' | 'DUPLICATE_ORDER' | 'EXCHANGE_OPTION';
  readonly text: string;
}

/** Builds an OrderCancelReject (9). The order is undefined if it is unknown to the exchange. */
export function cancelReject(
  sent: FieldReader,
  refusal: CancelRefusal & { readonly order: Order | undefined; readonly respondsTo: '1' | '2' },
  context: Pick<ReportContext, 'version' | 'now'>,
): OutboundMessage {
  const { order, reason, respondsTo, text } = refusal;
  return outbound('9', [
    [TAG.OrderID, order?.orderId ?? 'NONE'],
    [TAG.ClOrdID, sent(TAG.ClOrdID)],
    [TAG.OrigClOrdID, sent(TAG.OrigClOrdID)],
    [TAG.OrdStatus, order === undefined ? '8' : ORDER_STATUS[order.status]],
    [TAG.CxlRejResponseTo, respondsTo],
    [TAG.CxlRejReason, cancelReason(reason, context.version)],
    [TAG.TransactTime, fixTimestamp(Date.parse(context.now))],
    [TAG.Text, text],
  ]);
}

/**
 * Builds a BusinessMessageReject (j). Reason 3 means an unsupported message type; 5, a missing
 * field.
 */
export function businessReject(about: FixMessage, reason: '1' | '3' | '5', text: string) {
  return outbound('j', [
    [TAG.RefSeqNum, fieldOf(about, TAG.MsgSeqNum)],
    [TAG.RefMsgType, about.msgType],
    [TAG.BusinessRejectReason, reason],
    [TAG.Text, text],
  ]);
}

function termFields(order: Order): Pair[] {
  return [
    [TAG.Account, order.account ?? undefined],
    [TAG.Symbol, order.symbol],
    [TAG.Side, order.side === 'BUY' ? '1' : '2'],
    [TAG.OrderQty, order.quantity],
    [TAG.OrdType, ORDER_TYPE[order.orderType]],
    [TAG.Price, order.price === null ? undefined : formatPrice(order.price)],
    [TAG.TimeInForce, TIME_IN_FORCE[order.timeInForce]],
    [TAG.ExpireDate, order.expireDate?.replaceAll('-', '')],
  ];
}

function lastFields(event: ReportEvent): Pair[] {
  if (!('price' in event)) return [];
  return [
    [TAG.LastQty, event.quantity],
    [TAG.LastPx, formatPrice(event.price)],
  ];
}

function massFields(event: ReportEvent): Pair[] {
  if (event.kind !== 'STATUS' || event.mass === undefined) return [];
  const { requestId, total, last } = event.mass;
  return [
    [TAG.MassStatusReqID, requestId],
    [TAG.TotNumReports, total],
    [TAG.LastRptRequested, last],
  ];
}

function nothingFields(context: ReportContext): Pair[] {
  return [
    [TAG.LeavesQty, 0],
    [TAG.CumQty, 0],
    [TAG.AvgPx, 0],
    [TAG.TransactTime, fixTimestamp(Date.parse(context.now))],
  ];
}

function execType(event: ReportEvent, ordStatus: string, version: BeginString): string {
  // FIX 4.2 has no separate types for trades, amended trades and status answers; tag 20
  // distinguishes them.
  const old = version === 'FIX.4.2';
  switch (event.kind) {
    case 'NEW':
      return '0';
    case 'CANCELED':
      return '4';
    case 'REPLACED':
      return '5';
    case 'RESTATED':
      return 'D';
    case 'EXPIRED':
      return 'C';
    case 'TRADE':
      return old ? ordStatus : 'F';
    case 'STATUS':
      return old ? ordStatus : 'I';
    case 'BUST':
      return old ? ordStatus : 'H';
    case 'CORRECT':
      return old ? ordStatus : 'G';
    default:
      return unreachable(event);
  }
}

function transactionType(event: ReportEvent): string {
  if (event.kind === 'BUST') return '1';
  if (event.kind === 'CORRECT') return '2';
  return event.kind === 'STATUS' ? '3' : '0';
}

function rejectReason(reason: RejectReason, version: BeginString): string {
  switch (reason) {
    case 'UNKNOWN_SYMBOL':
      return '1';
    case 'EXCHANGE_CLOSED':
      return '2';
    case 'DUPLICATE_ORDER':
      return '6';
    case 'UNSUPPORTED':
      return version === 'FIX.4.2' ? '0' : '11';
    case 'PRICE_BAND':
      return version === 'FIXT.1.1' ? '16' : otherReason(version);
    case 'PRICE_INCREMENT':
      return version === 'FIXT.1.1' ? '18' : otherReason(version);
    case 'OTHER':
      return otherReason(version);
    default:
      return unreachable(reason);
  }
}

function otherReason(version: BeginString): string {
  return version === 'FIX.4.2' ? '0' : '99';
}

function cancelReason(reason: CancelRefusal['reason'], version: BeginString): string {
  switch (reason) {
    case 'TOO_LATE':
      return '0';
    case 'UNKNOWN_ORDER':
      return '1';
    case 'EXCHANGE_OPTION':
      return '2';
    case 'DUPLICATE_ORDER':
      return version === 'FIX.4.2' ? '2' : '6';
    default:
      return unreachable(reason);
  }
}
