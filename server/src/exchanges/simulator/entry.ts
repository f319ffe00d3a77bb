// Handles new orders: rejects those that violate a rule, and accepts, reports and matches the
// others.

import type { TradingPhase } from '../../modules/market/index.js';
import { enterOrder, type Incoming, restOrder } from './book.js';
import { SIMULATOR } from './limits.js';
import { offerLiquidity } from './maker.js';
import {
  bookFills,
  closeOrder,
  isMatching,
  noteOrder,
  phaseIn,
  reportOrder,
  type Security,
  sessionOf,
  type Turn,
  takeNumber,
} from './market.js';
import { leavesOf, type Order, type OrderRequest } from './order.js';
import { type Refusal, refuseOrder } from './rule.js';

/**
 * Accepts an order, reports it as new and matches it. If the order is refused, returns the reason
 * and changes nothing.
 */
export function acceptOrder(turn: Turn, request: OrderRequest): Refusal | undefined {
  const security = turn.market.securities.get(request.symbol);
  if (security === undefined) return { reason: 'UNKNOWN_SYMBOL', text: 'unknown security' };
  const refusal = refuseOrder(request, security, sessionOf(turn, security));
  if (refusal !== undefined) return refusal;
  if (security.book[request.side].length >= SIMULATOR.ordersPerBookSideMax) {
    return { reason: 'OTHER', text: 'the order book is full' };
  }
  const order = createOrder(turn, request);
  const { member, clOrdId, orderId } = order;
  turn.clientOrders.push({ member, clOrdId, orderId });
  noteOrder(turn, order);
  reportOrder(turn, order, { kind: 'NEW' });
  placeOrder(turn, security, order);
  return undefined;
}

/**
 * Places an accepted order: parks it for the close, adds it to an auction call, or matches it
 * immediately.
 */
export function placeOrder(turn: Turn, security: Security, order: Order): void {
  if (isParked(order, phaseIn(turn, security))) return;
  const { orderId: id, side, price: limit, priority } = order;
  const quantity = leavesOf(order);
  if (!isMatching(turn, security)) {
    if (limit !== null)
      restOrder(security.book, { id, side, price: limit, leaves: quantity, priority });
    return;
  }
  offerLiquidity(turn, security, { ...order, quantity });
  const remainder = remainderOf(order);
  const outcome = enterOrder(security.book, { id, side, limit, quantity, priority, remainder });
  bookFills(turn, security, outcome.fills);
  if (outcome.killed === 0n) return;
  closeOrder(turn, order, { kind: 'CANCELED', text: killText(order) });
}

/** Returns true if the order waits outside the book for the closing auction. */
export function isParked(order: Pick<Order, 'timeInForce'>, phase: TradingPhase): boolean {
  return order.timeInForce === 'ATC' && phase !== 'PRE_CLOSE' && phase !== 'CLOSING_IMBALANCE';
}

function createOrder(turn: Turn, request: OrderRequest): Order {
  const number = takeNumber(turn);
  return {
    ...request,
    orderId: `O${number}`,
    filled: 0n,
    value: 0n,
    status: 'NEW',
    priority: number,
    businessDate: turn.businessDate,
  };
}

function remainderOf(order: Order): Incoming['remainder'] {
  if (order.timeInForce === 'FOK') return 'FILL_OR_KILL';
  return order.timeInForce === 'IOC' || order.orderType === 'MARKET' ? 'KILL' : 'REST';
}

function killText(order: Order): string {
  if (order.timeInForce === 'FOK') return 'fill or kill: the book cannot fill the whole order';
  return order.timeInForce === 'IOC'
    ? 'immediate or cancel: remainder cancelled'
    : 'no more liquidity';
}
