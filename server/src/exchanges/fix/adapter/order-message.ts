// Converts instructions about orders to FIX messages, and FIX messages to reports.

import {
  type ExchangeReport,
  FIX_ORD_TYPE,
  type Instruction,
} from '../../../modules/order/index.js';
import { parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  type FixMessage,
  fieldOf,
  integerOf,
  type OutboundMessage,
  outbound,
  SEQ_NUM_MAX,
} from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import { fixTimestamp, parseFixTimestamp } from '../session/message/time.js';
import { cumExOf } from './special-trade.js';

const GOOD_TILL_DATE = '6';
/** ExecInst (18): a cash dividend does not reduce the price on its ex-date. */
const DO_NOT_REDUCE = 'F';

/**
 * Converts an instruction to a message. A cancel or status request repeats the fields that identify
 * the order.
 */
export function toFix(
  instruction: Instruction,
  nowMs: number,
  extras: OrderExtras = NO_EXTRAS,
): OutboundMessage {
  const side = instruction.side === 'BUY' ? '1' : '2';
  const asksOnly = instruction.kind === 'STATUS';
  const identifying = [
    // A status request identifies its order and has no ClOrdID of its own.
    [TAG.ClOrdID, asksOnly ? (instruction.origClOrdId ?? undefined) : instruction.clOrdId],
    [TAG.OrigClOrdID, asksOnly ? undefined : (instruction.origClOrdId ?? undefined)],
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
        ...termsOf(instruction, extras),
        ...extraFields(instruction, extras),
      ]);
    case 'NEW':
      return outbound(MSG_TYPE.NewOrderSingle, [
        ...identifying,
        ...termsOf(instruction, extras),
        ...extraFields(instruction, extras),
      ]);
  }
}

/**
 * The data that a session sends with an order in addition to its terms, if its exchange accepts it.
 */
export interface OrderExtras {
  /** Settlement instructions as Text (58). */
  readonly settlementText: boolean;
  /** The first order of the chain as ClOrdLinkID (583), which FIX 4.2 does not define. */
  readonly linkOrders: boolean;
  /** The agent as a party, which FIX 4.2 does not define. */
  readonly agentParty: boolean;
  /** The custodian as a party, with the account there as Account (1). */
  readonly custodianParty: boolean;
}

const NO_EXTRAS: OrderExtras = {
  settlementText: false,
  linkOrders: false,
  agentParty: false,
  custodianParty: false,
};

/** PartyIDSource D (our own code), and the PartyRoles of an introducing firm and a custodian. */
const OWN_CODE = 'D';
const INTRODUCING_FIRM = '6';
const CUSTODIAN = '28';

const PRINTABLE = /^[ -~]+$/;

// Builds the group of parties. The fields of each entry have a fixed order.
function partyFields({ agentName, custodianPartyId }: Instruction, extras: OrderExtras) {
  const parties = [
    { id: extras.custodianParty ? custodianPartyId : null, role: CUSTODIAN },
    { id: extras.agentParty ? agentName : null, role: INTRODUCING_FIRM },
  ];
  const entries = parties.flatMap(({ id, role }) => (id === null ? [] : [{ id, role }]));
  if (entries.length === 0) return [];
  return [
    [TAG.NoPartyIDs, String(entries.length)] as const,
    ...entries.flatMap(
      ({ id, role }) =>
        [
          [TAG.PartyID, id],
          [TAG.PartyIDSource, OWN_CODE],
          [TAG.PartyRole, role],
        ] as const,
    ),
  ];
}

// If the custodian is sent, the account at the custodian is sent too.
function accountOf(instruction: Instruction, { custodianParty }: OrderExtras): string | null {
  const { custodianPartyId, custodianAccount, account } = instruction;
  return custodianParty && custodianPartyId !== null ? (custodianAccount ?? account) : account;
}

function extraFields(instruction: Instruction, extras: OrderExtras) {
  const { settlementInstructions: text, firstOrderName } = instruction;
  const isSent = extras.settlementText && text !== null && PRINTABLE.test(text);
  return [
    ...partyFields(instruction, extras),
    [TAG.Text, isSent ? text : undefined],
    [TAG.ClOrdLinkID, extras.linkOrders ? (firstOrderName ?? undefined) : undefined],
  ] as const;
}

function termsOf(instruction: Instruction, extras: OrderExtras) {
  const { timeInForce } = instruction;
  // The exchange's specification does not include GTC, so a GTC order is sent with its end date.
  const tif = timeInForce === '1' ? GOOD_TILL_DATE : timeInForce;
  return [
    [TAG.HandlInst, '1'],
    [TAG.ExecInst, instruction.doNotAdjust ? DO_NOT_REDUCE : undefined],
    [TAG.Account, accountOf(instruction, extras) ?? undefined],
    [TAG.OrdType, FIX_ORD_TYPE[instruction.priceType]],
    [TAG.Price, instruction.limitPrice?.toFixed()],
    [TAG.Currency, instruction.currency],
    [TAG.TimeInForce, tif],
    [
      TAG.ExpireDate,
      tif === GOOD_TILL_DATE ? instruction.expireDate.replaceAll('-', '') : undefined,
    ],
  ] as const;
}

/** Builds the status request for all of the session's open orders, sent after a logon. */
export function massStatusRequest(requestId: string): OutboundMessage {
  return outbound(MSG_TYPE.OrderMassStatusRequest, [
    [TAG.MassStatusReqID, requestId],
    [TAG.MassStatusReqType, '7'],
  ]);
}

/** One of our messages that the exchange rejected. */
export interface RefusedMessage {
  readonly msgType: string;
  readonly clOrdId: string | undefined;
  /** The disputed execution; only for a Don't Know Trade message. */
  readonly execId?: string | undefined;
}

/** Reads the report in a message; undefined if the message is not a report. */
export function toReport(exchangeId: bigint, message: FixMessage): ExchangeReport | undefined {
  switch (message.msgType) {
    case MSG_TYPE.ExecutionReport:
      return isAboutNoOrder(message) ? undefined : executionReport(exchangeId, message);
    case MSG_TYPE.OrderCancelReject:
      return { ...common(exchangeId, message), message: 'CANCEL_REJECT' };
    default:
      return undefined;
  }
}

/** Reads a message's content as a report, whatever its type. */
export function anyReport(exchangeId: bigint, message: FixMessage): ExchangeReport {
  return message.msgType === MSG_TYPE.OrderCancelReject
    ? { ...common(exchangeId, message), message: 'CANCEL_REJECT' }
    : executionReport(exchangeId, message);
}

/** Returns true for the answer to a mass status request when there are no orders. */
export function isAboutNoOrder(message: FixMessage): boolean {
  const isReport = message.msgType === MSG_TYPE.ExecutionReport;
  return isReport && isStatusAnswer(message) && (fieldOf(message, TAG.ClOrdID) ?? '') === '';
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
    cumQuantity: undefined,
    orderQuantity: undefined,
    transactAt: at === undefined ? undefined : new Date(at).toISOString(),
    side: undefined,
    symbol: undefined,
    isin: undefined,
    currency: undefined,
    limitPrice: undefined,
    averagePrice: undefined,
    tradeDate: undefined,
    settlementDate: undefined,
  };
}

function executionReport(exchangeId: bigint, message: FixMessage): ExchangeReport {
  const cumEx = cumExOf(message);
  return {
    ...common(exchangeId, message),
    execId: fieldOf(message, TAG.ExecID),
    execType: execTypeOf(message),
    execRefId: fieldOf(message, TAG.ExecRefID),
    lastQuantity: unitsOf(message, TAG.LastQty),
    lastPrice: priceOf(message, TAG.LastPx),
    leavesQuantity: unitsOf(message, TAG.LeavesQty),
    cumQuantity: unitsOf(message, TAG.CumQty),
    orderQuantity: unitsOf(message, TAG.OrderQty),
    ...namesIn(message),
    limitPrice: priceOf(message, TAG.Price),
    averagePrice: priceOf(message, TAG.AvgPx),
    tradeDate: parseBusinessDate(dashed(fieldOf(message, TRADE_DATE) ?? '')),
    settlementDate: parseBusinessDate(dashed(fieldOf(message, SETTLEMENT_DATE) ?? '')),
    ...(cumEx === undefined ? {} : { cumEx }),
  };
}

const SECURITY_ID = 48;
const ID_SOURCE = 22;
const ISIN = '4';
const TRADE_DATE = 75;
// Tag 64 is called FutSettDate in FIX 4.2, and SettlDate in later versions.
const SETTLEMENT_DATE = 64;
const NOTHING = '[N/A]';

// Reads the fields that identify the report and its order. Empty values are omitted.
function namesIn(message: FixMessage) {
  const said = (tag: number) => fieldOf(message, tag) || undefined;
  const symbol = said(TAG.Symbol);
  return {
    side: said(TAG.Side),
    symbol: symbol === NOTHING ? undefined : symbol,
    isin: said(ID_SOURCE) === ISIN ? said(SECURITY_ID) : undefined,
    currency: said(TAG.Currency),
  };
}

function dashed(day: string): string {
  return day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

const EXEC_TRANS_TYPE = 20;

// In FIX 4.2, a separate tag marks reports that cancel or correct a trade or answer a status
// request. ExecType then repeats the order's status.
const EXEC_TYPE_BY_TRANS_TYPE: Readonly<Record<string, string>> = { '1': 'H', '2': 'G', '3': 'I' };

function execTypeOf(message: FixMessage): string | undefined {
  const transaction = EXEC_TYPE_BY_TRANS_TYPE[fieldOf(message, EXEC_TRANS_TYPE) ?? ''];
  return transaction ?? fieldOf(message, TAG.ExecType) ?? fieldOf(message, TAG.OrdStatus);
}

function isStatusAnswer(message: FixMessage): boolean {
  return execTypeOf(message) === 'I';
}

/**
 * Builds the report to apply when the exchange rejects one of our messages: a new order becomes
 * rejected; a cancel or replace request is refused. Undefined for messages that change nothing.
 * @param reject a BusinessMessageReject or a session-level Reject
 */
export function refusalReport(
  exchangeId: bigint,
  reject: FixMessage,
  refused: RefusedMessage,
): ExchangeReport | undefined {
  const { msgType, clOrdId } = refused;
  if (clOrdId === undefined) return undefined;
  const report = { ...common(exchangeId, reject), clOrdId, origClOrdId: undefined, ordStatus: '8' };
  switch (msgType) {
    case MSG_TYPE.NewOrderSingle:
      return { ...report, execId: `${reject.msgType}:${clOrdId}`, execType: '8' };
    case MSG_TYPE.OrderCancelRequest:
    case MSG_TYPE.OrderCancelReplaceRequest:
      return { ...report, message: 'CANCEL_REJECT' };
    default:
      return undefined;
  }
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

/** Returns the number of our message that a Reject or a BusinessMessageReject refers to. */
export function rejectedNumber(message: FixMessage): number | undefined {
  const number = integerOf(message, TAG.RefSeqNum);
  return number === undefined || number > SEQ_NUM_MAX ? undefined : number;
}
