// Reads inbound FIX requests into the exchange's types. Unreadable requests are refused with a
// reason.

import {
  type BusinessDate,
  dateOfInstant,
  parseBusinessDate,
} from '../../platform/calendar/business-date.js';
import { TAG } from '../fix/session/message/tag.js';
import { parseFixTimestamp } from '../fix/session/message/time.js';
import type { Side } from './book.js';
import { SIMULATOR } from './limits.js';
import type { OrderRequest } from './order.js';
import { parsePrice, parseQuantity } from './price.js';
import { type FieldReader, ORDER_TYPE, TIME_IN_FORCE } from './report.js';
import type { OrderType, Refusal, TimeInForce } from './rule.js';

/** The fields of a request, or the reason why they could not be read. */
type Reading<Value> =
  | { readonly value: Value; readonly refusal?: never }
  | { readonly value?: never; readonly refusal: Refusal };

/** The terms that new orders and replacements have in common. */
export type RequestTerms = Omit<OrderRequest, 'member' | 'clOrdId'>;

/** ExecInst (18): a cash dividend does not reduce the price on its ex-date. */
const DO_NOT_REDUCE = 'F';

const SIDES: Readonly<Record<string, Side>> = { '1': 'BUY', '2': 'SELL' };
const ORDER_TYPES: Readonly<Record<string, OrderType>> = {
  [ORDER_TYPE.MARKET]: 'MARKET',
  [ORDER_TYPE.LIMIT]: 'LIMIT',
};

/**
 * Reads the terms of a NewOrderSingle or OrderCancelReplaceRequest.
 * @param timeZone the zone used to convert an ExpireTime (126) to the order's last day
 */
export function readTerms(sent: FieldReader, timeZone: string): Reading<RequestTerms> {
  const side = SIDES[sent(TAG.Side) ?? ''];
  if (side === undefined) return unsupported('only buys and sells are supported');
  const orderType = ORDER_TYPES[sent(TAG.OrdType) ?? ''];
  if (orderType === undefined) return unsupported('only market and limit orders are supported');
  const timeInForce = timeInForceOf(sent(TAG.TimeInForce) ?? TIME_IN_FORCE.DAY);
  if (timeInForce === undefined) return unsupported('unsupported time in force');
  const quantity = parseQuantity(sent(TAG.OrderQty) ?? '');
  if (quantity === undefined) return other('quantity is not a whole number within the limit');
  const price = orderType === 'LIMIT' ? parsePrice(sent(TAG.Price) ?? '') : null;
  if (price === undefined) return other('a limit order needs a price with at most four decimals');
  const expireDate = timeInForce === 'GTD' ? expireDateOf(sent, timeZone) : null;
  const symbol = sent(TAG.Symbol) ?? '';
  const account = sent(TAG.Account) ?? null;
  const doNotReduce = (sent(TAG.ExecInst) ?? '').split(' ').includes(DO_NOT_REDUCE);
  const terms = { side, orderType, timeInForce, quantity, price, expireDate, symbol, account };
  return { value: { ...terms, doNotReduce } };
}

/** Returns the first of the given tags that is missing or too long to store. */
export function missingTag(sent: FieldReader, tags: readonly number[]): number | undefined {
  return tags.find((tag) => {
    const value = sent(tag);
    return value === undefined || value.length > SIMULATOR.clientOrderIdLengthMax;
  });
}

function timeInForceOf(code: string): TimeInForce | undefined {
  switch (code) {
    case '0':
      return 'DAY';
    case '1':
      return 'GTC';
    case '2':
      return 'ATO';
    case '3':
      return 'IOC';
    case '4':
      return 'FOK';
    case '6':
      return 'GTD';
    case '7':
      return 'ATC';
    default:
      return undefined;
  }
}

function expireDateOf(sent: FieldReader, timeZone: string): BusinessDate | null {
  const date = sent(TAG.ExpireDate);
  if (date !== undefined) {
    return parseBusinessDate(date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) ?? null;
  }
  const ms = parseFixTimestamp(sent(TAG.ExpireTime) ?? '');
  return ms === undefined ? null : dateOfInstant(new Date(ms).toISOString(), timeZone);
}

function unsupported(text: string): { refusal: Refusal } {
  return { refusal: { reason: 'UNSUPPORTED', text } };
}

function other(text: string): { refusal: Refusal } {
  return { refusal: { reason: 'OTHER', text } };
}
