// An order as stored by the exchange, and what follows from its quantities.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Side } from './book.js';
import type { OrderType, Terms, TimeInForce } from './rule.js';

type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED';

/** A member's request; prices in ten-thousandths, quantities in units. */
export interface OrderRequest extends Terms {
  readonly member: string;
  readonly clOrdId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: bigint;
  readonly account: string | null;
}

/**
 * One order over its whole chain of ClOrdIDs; `value` is the sum of price times quantity filled.
 */
export interface Order {
  readonly orderId: string;
  readonly member: string;
  clOrdId: string;
  readonly symbol: string;
  readonly side: Side;
  orderType: OrderType;
  price: bigint | null;
  quantity: bigint;
  filled: bigint;
  value: bigint;
  timeInForce: TimeInForce;
  expireDate: BusinessDate | null;
  readonly account: string | null;
  status: OrderStatus;
  priority: bigint;
  readonly businessDate: BusinessDate;
}

/** One customer side of a trade, as last corrected. */
export interface Execution {
  readonly execId: string;
  readonly tradeId: string;
  readonly orderId: string;
  price: bigint;
  quantity: bigint;
  busted: boolean;
}

/** True if the order can still trade. */
export function isLive(order: Pick<Order, 'status'>): boolean {
  return order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
}

/** The open quantity: zero in a final status. */
export function leavesOf(order: Order): bigint {
  return isLive(order) ? order.quantity - order.filled : 0n;
}

/** The status that follows from the quantities. */
export function statusByQuantity(order: Order): OrderStatus {
  if (order.filled >= order.quantity) return 'FILLED';
  return order.filled > 0n ? 'PARTIALLY_FILLED' : 'NEW';
}
