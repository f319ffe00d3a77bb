// Market data of the simulated exchange. After each change to a security, its subscribers receive
// its values for the day. Only the latest values are sent, so nothing accumulates for a
// disconnected member.

import type { Tx } from '../../platform/database/database.js';
import { MD_ENTRY } from '../fix/adapter/market-data.js';
import {
  type FixMessage,
  fieldOf,
  type OutboundMessage,
  outbound,
} from '../fix/session/message/message.js';
import { MSG_TYPE, TAG } from '../fix/session/message/tag.js';
import {
  type DueRow,
  deleteSubscriptions,
  insertSubscriptions,
  takeDueSecurities,
} from './market-data-queries.js';
import { formatPrice } from './price.js';

const SUBSCRIBE = '1';
const UNSUBSCRIBE = '2';
const UNKNOWN_SYMBOL = '0';
const UNSUPPORTED = '4';

/** A member's request for market data, received over its session. */
interface DataRequest {
  readonly exchange: string;
  readonly member: string;
  readonly message: FixMessage;
  readonly listed: (symbol: string) => boolean;
}

/**
 * Starts or ends a subscription. The change takes effect after the commit. Returns the reason if
 * the request is refused.
 */
export async function subscribe(
  tx: Tx,
  request: DataRequest,
): Promise<OutboundMessage | undefined> {
  const { message, exchange, member, listed } = request;
  const id = fieldOf(message, TAG.MDReqID) ?? '';
  const symbols = symbolsOf(message);
  const type = fieldOf(message, TAG.SubscriptionRequestType);
  if (type === UNSUBSCRIBE) {
    await deleteSubscriptions(tx, { exchange, member, requestId: id, symbols });
    return undefined;
  }
  if (type !== SUBSCRIBE) return refusalOf(id, UNSUPPORTED, 'only subscriptions are served');
  const unknown = symbols.find((symbol) => !listed(symbol));
  if (unknown !== undefined) return refusalOf(id, UNKNOWN_SYMBOL, `${unknown} is not listed`);
  await insertSubscriptions(tx, { exchange, member, requestId: id, symbols });
  return undefined;
}

/** Returns the market data to send to a member, in the transaction that numbers it. */
export async function takeMarketData(
  tx: Tx,
  about: { exchange: string; member: string; date: string; most: number },
): Promise<OutboundMessage[]> {
  if (about.most <= 0) return [];
  const rows = await takeDueSecurities(tx, about);
  return rows.map((row) => snapshotOf(row, about.date));
}

function snapshotOf(row: DueRow, date: string): OutboundMessage {
  const day = date.replaceAll('-', '');
  const prices = [
    [MD_ENTRY.trade, row.last],
    [MD_ENTRY.open, row.open],
    [MD_ENTRY.high, row.high],
    [MD_ENTRY.low, row.low],
  ] as const;
  const told = prices.flatMap(([type, price]) =>
    price === null ? [] : [[type, formatPrice(price)] as const],
  );
  return outbound(MSG_TYPE.MarketDataSnapshot, [
    [TAG.MDReqID, row.request_id],
    [TAG.Symbol, row.symbol],
    [TAG.NoMDEntries, told.length + 1],
    ...told.flatMap(([type, price]) => [
      [TAG.MDEntryType, type] as const,
      [TAG.MDEntryPx, price] as const,
      [TAG.MDEntryDate, day] as const,
    ]),
    [TAG.MDEntryType, MD_ENTRY.volume],
    [TAG.MDEntrySize, row.volume],
    [TAG.MDEntryDate, day],
  ]);
}

function symbolsOf({ fields }: FixMessage): string[] {
  return fields.filter(([tag]) => tag === TAG.Symbol).map(([, symbol]) => symbol);
}

function refusalOf(id: string, reason: string, text: string): OutboundMessage {
  return outbound(MSG_TYPE.MarketDataRequestReject, [
    [TAG.MDReqID, id],
    [TAG.MDReqRejReason, reason],
    [TAG.Text, text],
  ]);
}
