// Cancels and replaces orders at the exchange.

import { cancelOrder, greater, losesPriority, replaceOrder, restOrder } from './book.js';
import { offerLiquidity } from './maker.js';
import {
  bookFills,
  closeOrder,
  isMatching,
  noteOrder,
  reportOrder,
  type Security,
  securityOf,
  sessionOf,
  type Turn,
  takeNumber,
} from './market.js';
import { isLive, leavesOf, type Order, statusByQuantity } from './order.js';
import type { CancelRefusal } from './report.js';
import type { RequestTerms } from './request.js';
import { refuseAmendment, refuseOrder } from './rule.js';

/** The two ClOrdIDs in a request: its own and the order's. */
interface AmendmentIds {
  readonly clOrdId: string;
  readonly origClOrdId: string;
}

/**
 * Cancels the open part of an order. If the request is refused, returns the reason and changes
 * nothing.
 */
export function cancelByMember(
  turn: Turn,
  order: Order | undefined,
  ids: AmendmentIds,
): CancelRefusal | undefined {
  const refusal = refuseTarget(order, ids);
  if (refusal !== undefined || order === undefined) return refusal;
  order.clOrdId = ids.clOrdId;
  closeOrder(turn, order, { kind: 'CANCELED', origClOrdId: ids.origClOrdId });
  return undefined;
}

/**
 * Replaces all terms of an order. A quantity below the filled quantity is raised to it, and the
 * order is then filled (FIX order state matrices). If the request is refused, returns the reason.
 */
export function replaceByMember(
  turn: Turn,
  order: Order | undefined,
  request: AmendmentIds & { readonly terms: RequestTerms },
): CancelRefusal | undefined {
  const refusal = refuseTarget(order, request);
  if (refusal !== undefined || order === undefined) return refusal;
  const text = refuseTerms(turn, order, request.terms);
  if (text !== undefined) return { reason: 'EXCHANGE_OPTION', text };
  const before = { price: order.price, leaves: leavesOf(order) };
  const { price, quantity, timeInForce, expireDate, doNotReduce } = request.terms;
  Object.assign(order, { clOrdId: request.clOrdId, price, timeInForce, expireDate, doNotReduce });
  order.quantity = greater(quantity, order.filled);
  order.status = statusByQuantity(order);
  const moves = price !== before.price || leavesOf(order) > before.leaves;
  if (moves) order.priority = takeNumber(turn);
  noteOrder(turn, order);
  reportOrder(turn, order, { kind: 'REPLACED', origClOrdId: request.origClOrdId });
  moveInBook(turn, securityOf(turn, order), order);
  return undefined;
}

function refuseTarget(order: Order | undefined, ids: AmendmentIds): CancelRefusal | undefined {
  if (order === undefined || order.clOrdId !== ids.origClOrdId) {
    return { reason: 'UNKNOWN_ORDER', text: 'unknown order' };
  }
  if (isLive(order)) return undefined;
  return { reason: 'TOO_LATE', text: `the order is ${order.status.toLowerCase()}` };
}

function refuseTerms(turn: Turn, order: Order, terms: RequestTerms): string | undefined {
  const { symbol, side, orderType, timeInForce } = terms;
  if (symbol !== order.symbol || side !== order.side || orderType !== order.orderType) {
    return 'security, side and order type cannot be replaced';
  }
  const auctions = timeInForce === 'ATO' || timeInForce === 'ATC';
  const immediate = timeInForce === 'IOC' || timeInForce === 'FOK';
  if ((auctions || immediate) && timeInForce !== order.timeInForce) {
    return 'a replacement cannot have this time in force';
  }
  const security = securityOf(turn, order);
  const session = sessionOf(turn, security);
  const refusal = refuseAmendment(security, session) ?? refuseOrder(terms, security, session);
  return refusal?.text;
}

function moveInBook(turn: Turn, security: Security, order: Order): void {
  const resting = security.book.byId.get(order.orderId);
  if (resting === undefined || order.price === null) return;
  const { orderId: id, side, price, priority } = order;
  const leaves = leavesOf(order);
  if (leaves === 0n) {
    cancelOrder(security.book, id);
    return;
  }
  const moves = losesPriority(resting, { price, leaves });
  if (moves && !isMatching(turn, security)) {
    cancelOrder(security.book, id);
    restOrder(security.book, { id, side, price, leaves, priority });
    return;
  }
  if (moves) offerLiquidity(turn, security, { ...order, quantity: leaves });
  const outcome = replaceOrder(security.book, id, { price, leaves, priority });
  bookFills(turn, security, outcome?.fills ?? []);
}
