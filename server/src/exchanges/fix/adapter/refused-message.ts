// Reads messages that the session refused, as far as possible, because a Reject does not undo a
// trade.

import type { ExchangeReport } from '../../../modules/order/index.js';
import { FIX_LIMIT } from '../session/limits.js';
import { hasRightFormat } from '../session/message/dictionary.js';
import { type FixMessage, fieldOf, readable } from '../session/message/message.js';
import type { Refusal } from '../session/message/reject.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import { anyReport, isAboutNoOrder } from './order-message.js';

/**
 * How to process a refused message. BOOK: every decisive field of its report is readable.
 * REJECTION: it rejects one of our messages. KEEP: a person must read it. IGNORE: the named rule
 * requires no action.
 */
type RefusedReading =
  | { readonly kind: 'BOOK' | 'KEEP'; readonly report: ExchangeReport }
  | { readonly kind: 'REJECTION' }
  | { readonly kind: 'IGNORE'; readonly rule: 'PRICES_COME_AGAIN' | 'STATUS_OF_NO_ORDER' };

/** Decides how to process a refused message after `legible` has extracted its fields. */
export function readRefused(
  exchangeId: bigint,
  message: FixMessage,
  refusal: Refusal,
): RefusedReading {
  const report = boundedIds(anyReport(exchangeId, message));
  const isUncertain = refusal.kind === 'STRANGER' || refusal.kind === 'POISON';
  if (isUncertain || (refusal.kind === 'UNREADABLE' && isOrderReport(message))) {
    return { kind: 'KEEP', report };
  }
  switch (message.msgType) {
    case MSG_TYPE.ExecutionReport:
      if (isAboutNoOrder(message)) return { kind: 'IGNORE', rule: 'STATUS_OF_NO_ORDER' };
      return { kind: isCertain(message) && isNamed(report) ? 'BOOK' : 'KEEP', report };
    case MSG_TYPE.OrderCancelReject:
      return { kind: isCertain(message) ? 'BOOK' : 'KEEP', report };
    case MSG_TYPE.Reject:
    case MSG_TYPE.BusinessMessageReject:
      return isCertain(message) ? { kind: 'REJECTION' } : { kind: 'KEEP', report };
    // The next snapshot replaces the refused one.
    case MSG_TYPE.MarketDataSnapshot:
    case MSG_TYPE.MarketDataIncrement:
    case MSG_TYPE.MarketDataRequestReject:
      return { kind: 'IGNORE', rule: 'PRICES_COME_AGAIN' };
    default:
      return { kind: 'KEEP', report };
  }
}

function isOrderReport({ msgType }: FixMessage): boolean {
  return msgType === MSG_TYPE.ExecutionReport || msgType === MSG_TYPE.OrderCancelReject;
}

/**
 * Returns the message without empty fields and without NUL characters, which PostgreSQL does not
 * accept in text.
 */
export function legible(message: FixMessage): FixMessage {
  if (!message.fields.some(([, value]) => value === '' || value.includes('\u0000'))) return message;
  const fields = message.fields
    .map(([tag, value]) => [tag, value.replaceAll('\u0000', '')] as const)
    .filter(([, value]) => value !== '');
  return { ...message, fields, msgType: message.msgType.replaceAll('\u0000', '') };
}

/** Returns true if the ids in a report are short enough to be stored and looked up. */
export function hasBoundedIds(report: ExchangeReport): boolean {
  return ID_MEMBERS.every((name) => (report[name] ?? '').length <= FIX_LIMIT.idCharacters);
}

/** Returns the text of a work item: the error, the message type, and the message itself. */
export function keptText(message: FixMessage, what: string): string {
  return `${what}: ${readable(message)}`.slice(0, FIX_LIMIT.keptTextCharacters);
}

const ID_MEMBERS = ['clOrdId', 'origClOrdId', 'exchangeOrderId', 'execId', 'execRefId'] as const;

/** Returns the report with its ids cut to a length that fits an index. */
export function boundedIds(report: ExchangeReport): ExchangeReport {
  if (hasBoundedIds(report)) return report;
  const cut = (id: string | undefined) => id?.slice(0, FIX_LIMIT.idCharacters);
  return {
    ...report,
    clOrdId: report.clOrdId.slice(0, FIX_LIMIT.idCharacters),
    origClOrdId: cut(report.origClOrdId),
    exchangeOrderId: cut(report.exchangeOrderId),
    execId: cut(report.execId),
    execRefId: cut(report.execRefId),
  };
}

const EXEC_TRANS_TYPE = 20;

/** The tags that identify a report's order and determine how the report is booked. */
const DECISIVE: readonly number[] = [
  ...[TAG.ClOrdID, TAG.OrigClOrdID, TAG.OrderID, TAG.ExecID, TAG.ExecRefID, EXEC_TRANS_TYPE],
  ...[TAG.ExecType, TAG.OrdStatus, TAG.Side, TAG.Symbol, TAG.OrderQty],
  ...[TAG.LastQty, TAG.LastPx, TAG.CumQty, TAG.LeavesQty, TAG.AvgPx],
  ...[TAG.RefSeqNum, TAG.RefMsgType],
];

/** Returns true if no decisive field is malformed or occurs with two values. */
function isCertain(message: FixMessage): boolean {
  const ids = [TAG.ClOrdID, TAG.OrigClOrdID, TAG.OrderID, TAG.ExecID, TAG.ExecRefID];
  const isShort = ids.every((tag) => {
    return (fieldOf(message, tag) ?? '').length <= FIX_LIMIT.idCharacters;
  });
  return (
    isShort &&
    DECISIVE.every((tag) => {
      const values = message.fields.filter(([at]) => at === tag).map(([, value]) => value);
      return new Set(values).size <= 1 && values.every((value) => hasRightFormat(tag, value));
    })
  );
}

// Returns true if the report identifies its order by ClOrdID and, unless it is a status answer, its
// execution by ExecID. Without the ExecID, we could not tell whether a fill is already booked.
function isNamed({ clOrdId, origClOrdId, execId, execType }: ExchangeReport): boolean {
  const namesOrder = clOrdId !== '' || origClOrdId !== undefined;
  return namesOrder && (execId !== undefined || execType === 'I');
}
