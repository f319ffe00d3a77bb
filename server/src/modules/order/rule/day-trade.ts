// Day trading: the units of a security that a portfolio both bought and sold on one trade date.
// They are derived from the executions alone, so the same fills always lead to the same charges.

/** The units of an order's fills of a trade date that are in force. */
export interface DealtOrder {
  readonly id: bigint;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
}

/**
 * The number of day-traded units of an order. Equal units are taken from both sides of the
 * portfolio, security and date, from the orders with the lowest ids first.
 */
export function dayTradedOf(orders: readonly DealtOrder[], id: bigint): bigint {
  const order = orders.find((each) => each.id === id);
  if (order === undefined) return 0n;
  const both = lesser(unitsOf(orders, 'BUY'), unitsOf(orders, 'SELL'));
  const earlier = orders.filter((each) => each.id < id);
  const left = both - unitsOf(earlier, order.side);
  return left > 0n ? lesser(left, order.quantity) : 0n;
}

function unitsOf(orders: readonly DealtOrder[], side: 'BUY' | 'SELL'): bigint {
  return orders.reduce((sum, each) => (each.side === side ? sum + each.quantity : sum), 0n);
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
