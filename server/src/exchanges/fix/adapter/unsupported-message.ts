// Handles messages of types that we do not process. They are answered as the protocol requires, and
// stored if a person must read them.

import {
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';

/** BusinessRejectReason 3: this side does not support the message type. */
const UNSUPPORTED_MESSAGE_TYPE = 3;

interface Unsupported {
  /** The reason for the work item; undefined if the message is not about our orders. */
  readonly reason?: 'DISPUTED' | 'NEWS' | 'UNSUPPORTED';
  readonly what: string;
  /** True if we send the counterparty a reject for the message. */
  readonly isAnswered: boolean;
}

/**
 * Quotes, indications, and market and security status messages. Such messages are frequent and
 * never about our orders.
 */
const PUBLIC_TYPES: ReadonlySet<string> = new Set([
  ...[
    '6',
    '7',
    'S',
    'R',
    'i',
    'Z',
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
    'l',
    'v',
    'w',
    'x',
    'y',
  ],
  ...[
    'z',
    'AA',
    'AC',
    'AG',
    'AH',
    'AI',
    'AJ',
    'BI',
    'BJ',
    'BK',
    'BP',
    'BS',
    'BT',
    'BU',
    'BV',
    'CC',
  ],
]);

/** The types of reports, prices and rejections, which are processed elsewhere. */
const PROCESSED_TYPES: ReadonlySet<string> = new Set([
  ...[MSG_TYPE.ExecutionReport, MSG_TYPE.OrderCancelReject],
  ...[MSG_TYPE.MarketDataSnapshot, MSG_TYPE.MarketDataIncrement],
  ...[MSG_TYPE.MarketDataRequestReject, MSG_TYPE.BusinessMessageReject, MSG_TYPE.Reject],
]);

/** Returns the immediate answer, sent before the message is booked. A reject is never answered. */
export function answersTo(message: FixMessage): readonly OutboundMessage[] {
  const isAnswered = !PROCESSED_TYPES.has(message.msgType) && unsupported(message).isAnswered;
  return isAnswered ? [unsupportedReject(message)] : [];
}

/** Decides how to process a message that is not a report, a price or a rejection. */
export function unsupported({ msgType }: FixMessage): Unsupported {
  if (msgType === MSG_TYPE.DontKnowTrade) {
    return { reason: 'DISPUTED', what: 'The exchange disputes a trade', isAnswered: false };
  }
  if (msgType === MSG_TYPE.News || msgType === MSG_TYPE.Email) {
    return {
      reason: 'NEWS',
      what: 'The exchange sent a message that a person must read',
      isAnswered: false,
    };
  }
  const what = `Messages of type ${msgType} are not processed`;
  if (PUBLIC_TYPES.has(msgType)) return { what, isAnswered: true };
  return { reason: 'UNSUPPORTED', what, isAnswered: true };
}

function unsupportedReject(message: FixMessage): OutboundMessage {
  return outbound(MSG_TYPE.BusinessMessageReject, [
    [TAG.RefSeqNum, fieldOf(message, TAG.MsgSeqNum)],
    [TAG.RefMsgType, message.msgType],
    [TAG.BusinessRejectReason, UNSUPPORTED_MESSAGE_TYPE],
    [TAG.Text, 'Unsupported message type'],
  ]);
}
