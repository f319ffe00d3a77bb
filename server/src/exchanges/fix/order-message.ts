// Orders in the words of FIX, both ways: instructions to messages, messages to reports.

import type { ExchangeReport, Instruction } from '../../modules/order/index.js';
import { Decimal } from '../../platform/money/decimal.js';
import {
  type FixMessage,
  fieldOf,
  integerOf,
  type OutboundMessage,
  outbound,
} from './session/message.js';
import { MSG_TYPE, TAG } from './session/tag.js';
import { fixTimestamp, parseFixTimestamp } from './session/time.js';

const ORDER_TYPES: Readonly<Record<string, string>> = {
  MARKET: '1',
  LIMIT: '2',
  STOP: '3',
  STOP_LIMIT: '4',
};

const GOOD_TILL_DATE = '6';

/** The message that carries an instruction. A cancel or status request repeats what identifies the order. */
export function toFix(instruction: Instruction, nowMs: number): OutboundMessage {
  const side = instruction.side === 'BUY' ? '1' : '2';
  const identifying = [
    [TAG.ClOrdID, instruction.clOrdId],
    [TAG.OrigClOrdID, instruction.origClOrdId ?? undefined],
    [TAG.Symbol, instruction.symbol],
    [TAG.Side, side],
    [TAG.TransactTime, fixTimestamp(nowMs)],
    [TAG.OrderQty, instruction.quantity],
  ] as const;
  switch (instruction.kind) {
    case 'CANCEL':
      return outbound(MSG_TYPE.OrderCancelRequest, identifying);
    case 'STATUS':
      return outbound(MSG_TYPE.OrderStatusRequest, identifying);
    case 'REPLACE':
      return outbound(MSG_TYPE.OrderCancelReplaceRequest, [
        ...identifying,
        ...termsOf(instruction),
      ]);
    case 'NEW':
      return outbound(MSG_TYPE.NewOrderSingle, [...identifying, ...termsOf(instruction)]);
  }
}

function termsOf(instruction: Instruction) {
  const { timeInForce } = instruction;
  // The exchange publishes no GTC: it gets the date on which the order ends.
  const tif = timeInForce === '1' ? GOOD_TILL_DATE : timeInForce;
  return [
    [TAG.HandlInst, '1'],
    [TAG.Account, instruction.account ?? undefined],
    [TAG.OrdType, ORDER_TYPES[instruction.priceType]],
    [TAG.Price, instruction.limitPrice?.toFixed()],
    [TAG.Currency, instruction.currency],
    [TAG.TimeInForce, tif],
    [
      TAG.ExpireDate,
      tif === GOOD_TILL_DATE ? instruction.expireDate.replaceAll('-', '') : undefined,
    ],
  ] as const;
}

/** All open orders of the session, asked for after a logon. */
export function massStatusRequest(requestId: string): OutboundMessage {
  return outbound(MSG_TYPE.OrderMassStatusRequest, [
    [TAG.MassStatusReqID, requestId],
    [TAG.MassStatusReqType, '7'],
  ]);
}

/** The report in a message, or undefined when the message is none. */
export function toReport(exchangeId: bigint, message: FixMessage): ExchangeReport | undefined {
  switch (message.msgType) {
    case MSG_TYPE.ExecutionReport:
      return executionReport(exchangeId, message);
    case MSG_TYPE.OrderCancelReject:
      return { ...common(exchangeId, message), message: 'CANCEL_REJECT' };
    case MSG_TYPE.BusinessMessageReject:
      return businessReject(exchangeId, message);
    default:
      return undefined;
  }
}

function common(exchangeId: bigint, message: FixMessage): ExchangeReport {
  const at = parseFixTimestamp(fieldOf(message, TAG.TransactTime) ?? '');
  return {
    exchangeId,
    message: 'EXECUTION_REPORT',
    clOrdId: fieldOf(message, TAG.ClOrdID) ?? '',
    origClOrdId: fieldOf(message, TAG.OrigClOrdID),
    ordStatus: fieldOf(message, TAG.OrdStatus) ?? '',
    text: fieldOf(message, TAG.Text),
    exchangeOrderId: fieldOf(message, TAG.OrderID),
    execId: undefined,
    execType: undefined,
    execRefId: undefined,
    lastQuantity: undefined,
    lastPrice: undefined,
    leavesQuantity: undefined,
    orderQuantity: undefined,
    transactAt: at === undefined ? undefined : new Date(at).toISOString(),
  };
}

function executionReport(exchangeId: bigint, message: FixMessage): ExchangeReport {
  return {
    ...common(exchangeId, message),
    execId: fieldOf(message, TAG.ExecID),
    execType: fieldOf(message, TAG.ExecType) ?? fieldOf(message, TAG.OrdStatus),
    execRefId: fieldOf(message, TAG.ExecRefID),
    lastQuantity: unitsOf(message, TAG.LastQty),
    lastPrice: priceOf(message, TAG.LastPx),
    leavesQuantity: unitsOf(message, TAG.LeavesQty),
    orderQuantity: unitsOf(message, TAG.OrderQty),
  };
}

// An exchange that does not take our message says so in a BusinessMessageReject: a new order is then refused.
function businessReject(exchangeId: bigint, message: FixMessage): ExchangeReport | undefined {
  const clOrdId = fieldOf(message, TAG.BusinessRejectRefID);
  if (clOrdId === undefined) return undefined;
  const refused = { ...common(exchangeId, message), clOrdId, ordStatus: '8' };
  if (fieldOf(message, TAG.RefMsgType) !== MSG_TYPE.NewOrderSingle) {
    return { ...refused, message: 'CANCEL_REJECT' };
  }
  return { ...refused, execId: `j:${clOrdId}`, execType: '8' };
}

function unitsOf(message: FixMessage, tag: number): bigint | undefined {
  const text = fieldOf(message, tag);
  if (text === undefined || !/^\d{1,18}(\.0*)?$/.test(text)) return undefined;
  return BigInt(text.split('.')[0] ?? '0');
}

function priceOf(message: FixMessage, tag: number): Decimal | undefined {
  const text = fieldOf(message, tag);
  return text !== undefined && /^-?\d{1,15}(\.\d{1,10})?$/.test(text)
    ? new Decimal(text)
    : undefined;
}

/** The number of a message that a session-level Reject names. */
export function rejectedNumber(message: FixMessage): number | undefined {
  return integerOf(message, TAG.RefSeqNum);
}
