// Day trading: the units of a security that a portfolio both bought and sold on one trade date.
// They are derived from the executions alone, so the same fills always produce the same charges.

/** The units of an order's fills in force on a trade date. */
export interface DealtOrder {
  readonly id: bigint;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
}

/**
 * Returns the number of day-traded units of an order. The same number of units is matched on each
 * side for the portfolio, security and date, starting with the orders with the lowest ids.
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
