// Day trading: what a portfolio both bought and sold of a security on one trade date. It follows
// from the executions alone, so that the same fills always come to the same charges.

/** Units that stand of one order's fills of a trade date. */
export interface DealtOrder {
  readonly id: bigint;
  readonly side: 'BUY' | 'SELL';
  readonly quantity: bigint;
}

/**
 * How many units of an order are day-traded, among all orders of a portfolio, security and date in
 * the order of their ids: as many units of each side as were dealt on both, the earliest orders
 * first.
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
