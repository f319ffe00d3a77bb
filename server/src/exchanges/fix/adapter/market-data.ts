// Converts market data from and to FIX: requests, prices and rejected requests.

import type { MarketDay } from '../../../modules/market/index.js';
import { type BusinessDate, parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import {
  type Field,
  type FixMessage,
  fieldOf,
  type GroupShape,
  groupOf,
  type OutboundMessage,
  outbound,
} from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';

/** Entry types (tag 269), named by the value that the entry contains. */
export const MD_ENTRY = { trade: '2', open: '4', high: '7', low: '8', volume: 'B' } as const;

const MD_ENTRIES: GroupShape = {
  countTag: TAG.NoMDEntries,
  delimiterTag: TAG.MDEntryType,
  memberTags: new Set([TAG.MDEntryType, TAG.MDEntryPx, TAG.MDEntrySize, TAG.MDEntryDate, 273]),
};

// An incremental entry begins with its action and names its security.
const MD_UPDATES: GroupShape = {
  countTag: TAG.NoMDEntries,
  delimiterTag: TAG.MDUpdateAction,
  memberTags: new Set([
    ...MD_ENTRIES.memberTags,
    ...[TAG.MDUpdateAction, TAG.Symbol, 278, 48, 22, 207, 15, 277, 346, 290],
  ]),
};

const DELETED = '2';
const UNKNOWN_SYMBOL = '0';

/**
 * Requests a snapshot of a security's values for the day, followed by a new snapshot after each
 * change. One request is sent per security, so that an unknown security does not affect the others.
 */
export function marketDataRequest(id: string, symbol: string): OutboundMessage {
  const types = Object.values(MD_ENTRY);
  return outbound(MSG_TYPE.MarketDataRequest, [
    [TAG.MDReqID, id],
    [TAG.SubscriptionRequestType, '1'],
    [TAG.MarketDepth, '1'],
    [TAG.MDUpdateType, '0'],
    [TAG.NoMDEntryTypes, types.length],
    ...types.map((type) => [TAG.MDEntryType, type] as const),
    [TAG.NoRelatedSym, 1],
    [TAG.Symbol, symbol],
  ]);
}

/** Reads the market data in a message, by security; undefined for any other message. */
export function readMarketData(message: FixMessage): MarketDay[] | undefined {
  if (message.msgType === MSG_TYPE.MarketDataSnapshot) {
    const symbol = fieldOf(message, TAG.Symbol) ?? '';
    return [dayOf(symbol, groupOf(message, MD_ENTRIES))];
  }
  if (message.msgType !== MSG_TYPE.MarketDataIncrement) return undefined;
  const bySymbol = new Map<string, (readonly Field[])[]>();
  let symbol = '';
  for (const entry of groupOf(message, MD_UPDATES)) {
    // If an entry has no symbol, the previous entry's symbol applies.
    symbol = textOf(entry, TAG.Symbol) ?? symbol;
    if (textOf(entry, TAG.MDUpdateAction) === DELETED) continue;
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), entry]);
  }
  return [...bySymbol].map(([name, entries]) => incrementOf(name, entries));
}

/** The exchange's refusal to send prices for one security or for the whole session. */
interface MarketDataRefusal {
  readonly of: 'SECURITY' | 'SESSION';
  readonly text: string;
}

/** Returns why the exchange sends no prices; undefined for any other message. */
export function marketDataRefusal(message: FixMessage): MarketDataRefusal | undefined {
  const text = fieldOf(message, TAG.Text) ?? 'no reason given';
  if (message.msgType === MSG_TYPE.MarketDataRequestReject) {
    const isUnknown = fieldOf(message, TAG.MDReqRejReason) === UNKNOWN_SYMBOL;
    return { of: isUnknown ? 'SECURITY' : 'SESSION', text };
  }
  const isAbout = fieldOf(message, TAG.RefMsgType) === MSG_TYPE.MarketDataRequest;
  const isReject = message.msgType === MSG_TYPE.BusinessMessageReject;
  return isReject && isAbout ? { of: 'SESSION', text } : undefined;
}

function dayOf(symbol: string, entries: readonly (readonly Field[])[]): MarketDay {
  const entryOf = (type: string) => entries.find((each) => textOf(each, TAG.MDEntryType) === type);
  const priceOf = (type: string) => priceIn(entryOf(type));
  const volume = sizeIn(entryOf(MD_ENTRY.volume));
  return {
    symbol,
    date: dateIn(entries),
    last: priceOf(MD_ENTRY.trade),
    open: priceOf(MD_ENTRY.open),
    high: priceOf(MD_ENTRY.high),
    low: priceOf(MD_ENTRY.low),
    volume,
  };
}

// Trades in an incremental message are added to the day's volume, unless the message also contains
// that volume.
function incrementOf(symbol: string, entries: readonly (readonly Field[])[]): MarketDay {
  const trades = entries.filter((each) => textOf(each, TAG.MDEntryType) === MD_ENTRY.trade);
  const traded = trades.reduce((sum, each) => sum + (sizeIn(each) ?? 0n), 0n);
  const prices = trades.flatMap((each) => priceIn(each) ?? []);
  const day = dayOf(symbol, entries);
  return {
    ...day,
    last: prices.at(-1),
    ...(prices.length === 0
      ? {}
      : { highest: Decimal.max(...prices), lowest: Decimal.min(...prices) }),
    ...(day.volume === undefined ? { traded } : {}),
  };
}

function textOf(entry: readonly Field[] | undefined, tag: number): string | undefined {
  return entry?.find(([at]) => at === tag)?.[1];
}

function priceIn(entry: readonly Field[] | undefined): Decimal | undefined {
  const text = textOf(entry, TAG.MDEntryPx) ?? '';
  if (!/^\d{1,15}(\.\d{1,10})?$/.test(text)) return undefined;
  const price = new Decimal(text);
  return price.isZero() ? undefined : price;
}

// Some exchanges write whole numbers with decimals: `100.00`.
function sizeIn(entry: readonly Field[] | undefined): bigint | undefined {
  const [, whole] = /^(\d{1,15})(?:\.0*)?$/.exec(textOf(entry, TAG.MDEntrySize) ?? '') ?? [];
  return whole === undefined ? undefined : BigInt(whole);
}

function dateIn(entries: readonly (readonly Field[])[]): BusinessDate | undefined {
  const text = entries.flatMap((each) => textOf(each, TAG.MDEntryDate) ?? [])[0];
  return parseBusinessDate((text ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
}
