// Ex-dates at the exchange: a security opens at the adjusted reference price, and its resting
// orders are restated.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { cancelOrder, restOrder } from './book.js';
import { quoteLoaded, withdrawQuotes } from './maker.js';
import { closeOrder, noteOrder, reportOrder, type Security, type Turn } from './market.js';
import { leavesOf, type Order } from './order.js';

/** A factor of 1, in billionths. */
const WHOLE = 1_000_000_000n;

/** The price adjustment of a security by corporate actions on a date: (price - amount) x factor. */
export interface ExDate {
  readonly date: BusinessDate;
  /** The subtracted amount, in ten-thousandths of the currency. */
  readonly amount: bigint;
  /**
   * The part of the amount that is a cash dividend. Orders marked "do not reduce" are not restated
   * for it.
   */
  readonly dividend: bigint;
  /** The factor, in billionths. */
  readonly factor: bigint;
}

/**
 * Opens a security at its adjusted reference price, once per ex-date. Orders from before the
 * ex-date are restated. Prices are adjusted by the amount (buys only) and the factor, and are
 * rounded to the tick: down for buys, up for sells. Quantities are adjusted by the factor and
 * rounded down to the unit. An order whose quantity becomes zero is cancelled.
 */
export function meetExDate(
  turn: Turn,
  security: Security,
  { exDate, reference }: { readonly exDate: ExDate; readonly reference: bigint },
): void {
  if (security.previousClose === reference) return;
  withdrawQuotes(security.book);
  Object.assign(security, {
    ...{ previousClose: reference, last: reference, open: null, high: null, low: null },
    changedAt: turn.now,
  });
  turn.securities.add(security);
  for (const order of [...turn.market.orders.values()]) {
    const isBefore = order.symbol === security.symbol && order.businessDate < exDate.date;
    if (isBefore) restate(turn, security, { order, exDate: exDateFor(order, exDate) });
  }
  quoteLoaded(turn, security);
}

function exDateFor({ doNotReduce }: Order, exDate: ExDate): ExDate {
  if (!doNotReduce) return exDate;
  return { ...exDate, amount: exDate.amount - exDate.dividend, dividend: 0n };
}

function restate(
  turn: Turn,
  security: Security,
  { order, exDate }: { readonly order: Order; readonly exDate: ExDate },
): void {
  const { amount, factor } = exDate;
  const open = leavesOf(order);
  const left = factor === WHOLE ? open : unitsOf(open, factor);
  const price = order.price === null ? null : restatedPrice(order, security.tick, exDate);
  if (left === 0n || (price !== null && price <= 0n)) {
    closeOrder(turn, order, { kind: 'CANCELED', text: 'corporate action' });
    return;
  }
  if (price === order.price && left === open) return;
  if (amount === 0n && factor === WHOLE) return;
  const resting = cancelOrder(security.book, order.orderId);
  order.price = price;
  order.quantity = order.filled + left;
  noteOrder(turn, order);
  reportOrder(turn, order, { kind: 'RESTATED' });
  if (resting === undefined || price === null) return;
  const { orderId: id, side, priority } = order;
  restOrder(security.book, { id, side, price, leaves: left, priority });
}

// A factor of a third is stored as 0.333333333, so a quotient just below a whole number is rounded
// up to it.
function unitsOf(open: bigint, factor: bigint): bigint {
  const millionths = (open * WHOLE * 1_000_000n) / factor;
  return (millionths + 1n) / 1_000_000n;
}

function restatedPrice(order: Order, tick: bigint, { amount, factor }: ExDate): bigint {
  const isBuy = order.side === 'BUY';
  const before = order.price ?? 0n;
  const taken = isBuy ? before - amount : before;
  const isKept = factor === WHOLE && taken === before;
  if (isKept) return before;
  const step = tick * WHOLE;
  const exact = taken * factor;
  return (isBuy ? exact / step : (exact + step - 1n) / step) * tick;
}
