// An order as the exchange stores it, and the values derived from its quantities.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Side } from './book.js';
import type { OrderType, Terms, TimeInForce } from './rule.js';

type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED';

/** A member's request; prices are in ten-thousandths, quantities in units. */
export interface OrderRequest extends Terms {
  readonly member: string;
  readonly clOrdId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: bigint;
  readonly account: string | null;
  /** True if a cash dividend does not reduce the order's price on its ex-date. */
  readonly doNotReduce: boolean;
}

/**
 * One order across its whole chain of ClOrdIDs; `value` is the sum of price times filled quantity.
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
  doNotReduce: boolean;
  status: OrderStatus;
  priority: bigint;
  readonly businessDate: BusinessDate;
}

/** A customer's side of a trade, with its latest correction. */
export interface Execution {
  readonly execId: string;
  readonly tradeId: string;
  readonly orderId: string;
  price: bigint;
  quantity: bigint;
  busted: boolean;
}

/** Returns true if the order can still trade. */
export function isLive(order: Pick<Order, 'status'>): boolean {
  return order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
}

/** Returns the open quantity, which is zero in a final status. */
export function leavesOf(order: Order): bigint {
  return isLive(order) ? order.quantity - order.filled : 0n;
}

/** Returns the status derived from the quantities. */
export function statusByQuantity(order: Order): OrderStatus {
  if (order.filled >= order.quantity) return 'FILLED';
  return order.filled > 0n ? 'PARTIALLY_FILLED' : 'NEW';
}
