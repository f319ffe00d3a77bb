// The exchange's answers to a member's application messages.

import type { Tx } from '../../platform/database/database.js';
import {
  type FixMessage,
  fieldOf,
  flagOf,
  type OutboundMessage,
} from '../fix/session/message/message.js';
import { MSG_TYPE, TAG } from '../fix/session/message/tag.js';
import { cancelByMember, replaceByMember } from './amendment.js';
import { noteDispute } from './dispute.js';
import { acceptOrder } from './entry.js';
import { SIMULATOR } from './limits.js';
import { reportOrder, type Turn, takeNumber } from './market.js';
import { subscribe } from './market-data.js';
import type { Order } from './order.js';
import { selectClientOrders, selectMemberOrders, selectOrder } from './queries.js';
import {
  businessReject,
  type CancelRefusal,
  cancelReject,
  type FieldReader,
  nothingReport,
  type ReportContext,
  rejectReport,
} from './report.js';
import { missingTag, readTerms } from './request.js';

/** One member's messages, with everything needed to answer them. */
interface Conversation {
  readonly tx: Tx;
  readonly member: string;
  readonly messages: readonly FixMessage[];
  /** The exchange's time zone, used to convert an ExpireTime to a date. */
  readonly timeZone: string;
}

/** One message in a conversation. */
interface Inquiry extends Omit<Conversation, 'messages'> {
  readonly message: FixMessage;
  /** The ClOrdIDs in these messages that the member has already used. */
  readonly used: ReadonlyMap<string, string | null>;
}

/**
 * Answers messages in order, with reports recorded in the turn. Unsupported types get a
 * BusinessMessageReject (j). The tables are read before the turn is written, so only new orders may
 * share a turn.
 */
export async function answer(turn: Turn, conversation: Conversation): Promise<void> {
  const used = await usedBefore(turn, conversation);
  for (const message of conversation.messages) {
    const { length } = turn.clientOrders;
    await answerOne(turn, { ...conversation, message, used });
    for (const { clOrdId, orderId } of turn.clientOrders.slice(length)) used.set(clOrdId, orderId);
  }
}

async function answerOne(turn: Turn, inquiry: Inquiry): Promise<void> {
  switch (inquiry.message.msgType) {
    case MSG_TYPE.NewOrderSingle:
      return answerOrder(turn, inquiry);
    case MSG_TYPE.OrderCancelRequest:
    case MSG_TYPE.OrderCancelReplaceRequest:
      return answerAmendment(turn, inquiry);
    case MSG_TYPE.OrderStatusRequest:
      return answerStatus(turn, inquiry);
    case MSG_TYPE.OrderMassStatusRequest:
      return answerMassStatus(turn, inquiry);
    case MSG_TYPE.MarketDataRequest:
      return answerDataRequest(turn, inquiry);
    case MSG_TYPE.DontKnowTrade:
      return answerDispute(turn, inquiry);
    case MSG_TYPE.BusinessMessageReject:
      return;
    default:
      reply(turn, inquiry, businessReject(inquiry.message, '3', 'unsupported message type'));
  }
}

const ORDER_TAGS = [TAG.ClOrdID, TAG.Symbol, TAG.Side, TAG.OrderQty, TAG.OrdType] as const;

async function answerOrder(turn: Turn, inquiry: Inquiry): Promise<void> {
  if (refuseMissing(turn, inquiry, ORDER_TAGS)) return;
  const sent = readerOf(inquiry);
  const clOrdId = sent(TAG.ClOrdID) ?? '';
  const { member } = inquiry;
  if (inquiry.used.has(clOrdId)) {
    if (flagOf(inquiry.message, TAG.PossResend)) return;
    const refusal = { reason: 'DUPLICATE_ORDER', text: 'duplicate ClOrdID' } as const;
    reply(turn, inquiry, rejectReport(sent, refusal, contextOf(turn, member)));
    return;
  }
  const { value: terms, refusal: unread } = readTerms(sent, inquiry.timeZone);
  const refusal = unread ?? acceptOrder(turn, { ...terms, member, clOrdId });
  if (refusal === undefined) return;
  turn.clientOrders.push({ member, clOrdId, orderId: null });
  reply(turn, inquiry, rejectReport(sent, refusal, contextOf(turn, member)));
}

async function answerAmendment(turn: Turn, inquiry: Inquiry): Promise<void> {
  if (refuseMissing(turn, inquiry, [TAG.ClOrdID, TAG.OrigClOrdID])) return;
  const { member, message } = inquiry;
  const sent = readerOf(inquiry);
  const ids = { clOrdId: sent(TAG.ClOrdID) ?? '', origClOrdId: sent(TAG.OrigClOrdID) ?? '' };
  const repeated = inquiry.used.has(ids.clOrdId);
  if (repeated && flagOf(message, TAG.PossResend)) return;
  const order = await findOrder(turn, inquiry, inquiry.used.get(ids.origClOrdId));
  const { clOrdId } = ids;
  if (!repeated) turn.clientOrders.push({ member, clOrdId, orderId: order?.orderId ?? null });
  const refusal = repeated
    ? ({ reason: 'DUPLICATE_ORDER', text: 'duplicate ClOrdID' } as const)
    : amend(turn, { inquiry, order, ids });
  if (refusal === undefined) return;
  const respondsTo = message.msgType === MSG_TYPE.OrderCancelRequest ? '1' : '2';
  const about = { ...refusal, order, respondsTo } as const;
  const { version, now } = { version: turn.versionOf(member), now: turn.now };
  reply(turn, inquiry, cancelReject(sent, about, { version, now }));
}

interface Amendment {
  readonly inquiry: Inquiry;
  readonly order: Order | undefined;
  readonly ids: { readonly clOrdId: string; readonly origClOrdId: string };
}

function amend(turn: Turn, { inquiry, order, ids }: Amendment): CancelRefusal | undefined {
  if (inquiry.message.msgType === MSG_TYPE.OrderCancelRequest) {
    return cancelByMember(turn, order, ids);
  }
  const { value: terms, refusal } = readTerms(readerOf(inquiry), inquiry.timeZone);
  if (refusal !== undefined) return { reason: 'EXCHANGE_OPTION', text: refusal.text };
  return replaceByMember(turn, order, { ...ids, terms });
}

async function answerStatus(turn: Turn, inquiry: Inquiry): Promise<void> {
  if (refuseMissing(turn, inquiry, [TAG.ClOrdID])) return;
  const sent = readerOf(inquiry);
  const clOrdId = sent(TAG.ClOrdID) ?? '';
  const order = await findOrder(turn, inquiry, inquiry.used.get(clOrdId));
  if (order !== undefined) reportOrder(turn, order, { kind: 'STATUS' });
  else reply(turn, inquiry, nothingReport(sent, contextOf(turn, inquiry.member)));
}

async function answerDataRequest(turn: Turn, inquiry: Inquiry): Promise<void> {
  if (refuseMissing(turn, inquiry, [TAG.MDReqID, TAG.SubscriptionRequestType])) return;
  const refusal = await subscribe(inquiry.tx, {
    exchange: turn.market.exchange,
    member: inquiry.member,
    message: inquiry.message,
    listed: (symbol) => turn.market.securities.has(symbol),
  });
  if (refusal !== undefined) reply(turn, inquiry, refusal);
}

const DISPUTE_TAGS = [TAG.OrderID, TAG.ExecID, TAG.DKReason] as const;

// The operator answers a dispute with a bust, a correction, or a telephone call.
async function answerDispute(turn: Turn, inquiry: Inquiry): Promise<void> {
  if (refuseMissing(turn, inquiry, DISPUTE_TAGS)) return;
  const { tx, member, message } = inquiry;
  const { exchange } = turn.market;
  const isKnown = await noteDispute(tx, { exchange, member, message, now: turn.now });
  if (!isKnown) reply(turn, inquiry, businessReject(message, '1', 'unknown execution'));
}

const ALL_ORDERS = '7';
const ORDERS_OF_SECURITY = '1';

async function answerMassStatus(turn: Turn, inquiry: Inquiry): Promise<void> {
  if (refuseMissing(turn, inquiry, [TAG.MassStatusReqID, TAG.MassStatusReqType])) return;
  const sent = readerOf(inquiry);
  const requestId = sent(TAG.MassStatusReqID) ?? '';
  const type = sent(TAG.MassStatusReqType);
  const symbol = sent(TAG.Symbol) ?? null;
  const bySecurity = type === ORDERS_OF_SECURITY && symbol !== null;
  if (type !== ALL_ORDERS && !bySecurity) {
    reply(turn, inquiry, businessReject(inquiry.message, '3', 'unsupported MassStatusReqType'));
    return;
  }
  const orders = await selectMemberOrders(inquiry.tx, turn.market.exchange, {
    member: inquiry.member,
    // After the end of the day, a member may request the status of orders whose final report it
    // never received.
    since: turn.market.closedDate ?? turn.businessDate,
    symbol: bySecurity ? symbol : null,
    most: SIMULATOR.massStatusReportsMax,
  });
  if (orders.length === 0) {
    reply(turn, inquiry, nothingReport(sent, contextOf(turn, inquiry.member)));
  }
  for (const [index, order] of orders.entries()) {
    const mass = { requestId, total: orders.length, last: index === orders.length - 1 };
    reportOrder(turn, order, { kind: 'STATUS', mass });
  }
}

function refuseMissing(turn: Turn, inquiry: Inquiry, tags: readonly number[]): boolean {
  const tag = missingTag(readerOf(inquiry), tags);
  if (tag === undefined) return false;
  reply(turn, inquiry, businessReject(inquiry.message, '5', `tag ${tag} is missing or too long`));
  return true;
}

const NAMES = [TAG.ClOrdID, TAG.OrigClOrdID] as const;

/**
 * Reads the ClOrdIDs that the member has used before, with their orders unless those were rejected.
 */
async function usedBefore(turn: Turn, { tx, member, messages }: Conversation) {
  const clOrdIds = messages.flatMap((message) =>
    NAMES.flatMap((tag) => fieldOf(message, tag) ?? []),
  );
  if (clOrdIds.length === 0) return new Map<string, string | null>();
  const rows = await selectClientOrders(tx, turn.market.exchange, { member, clOrdIds });
  return new Map(rows.map(({ clOrdId, orderId }) => [clOrdId, orderId]));
}

async function findOrder(turn: Turn, { tx }: Inquiry, orderId: string | null | undefined) {
  if (orderId === null || orderId === undefined) return undefined;
  const live = turn.market.orders.get(orderId);
  return live ?? selectOrder(tx, turn.market.exchange, orderId);
}

function readerOf({ message }: Inquiry): FieldReader {
  return (tag) => fieldOf(message, tag);
}

function contextOf(turn: Turn, member: string): ReportContext {
  return { version: turn.versionOf(member), execId: `E${takeNumber(turn)}`, now: turn.now };
}

function reply(turn: Turn, { member }: Inquiry, report: OutboundMessage): void {
  turn.reports.push({ member, report });
}
