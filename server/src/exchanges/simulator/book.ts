// A limit order book for one security, with price-time priority. It does not depend on a clock, a
// database or FIX.

export type Side = 'BUY' | 'SELL';

/** A resting order. A lower priority number means an earlier arrival. */
export interface Resting {
  readonly id: string;
  readonly side: Side;
  readonly price: bigint;
  leaves: bigint;
  readonly priority: bigint;
}

/** An incoming order. A market order has no limit; only a `REST` order may rest in the book. */
export interface Incoming {
  readonly id: string;
  readonly side: Side;
  readonly limit: bigint | null;
  readonly quantity: bigint;
  readonly priority: bigint;
  readonly remainder: 'REST' | 'KILL' | 'FILL_OR_KILL';
}

/** One match, at the price of the resting order. */
export interface Fill {
  readonly incomingId: string;
  readonly restingId: string;
  readonly price: bigint;
  readonly quantity: bigint;
}

/**
 * The outcome of an incoming order. Its quantity is the sum of the filled, rested and killed units.
 */
interface Outcome {
  readonly fills: readonly Fill[];
  readonly rested: bigint;
  readonly killed: bigint;
}

/** Both sides, best order first, and all resting orders by id. */
export interface Book {
  readonly BUY: Resting[];
  readonly SELL: Resting[];
  readonly byId: Map<string, Resting>;
}

/** New terms for a resting order; `leaves` is the open quantity. */
interface NewTerms {
  readonly price: bigint;
  readonly leaves: bigint;
  readonly priority: bigint;
}

export function createBook(): Book {
  return { BUY: [], SELL: [], byId: new Map() };
}

/** Returns the opposite side. */
export function opposite(side: Side): Side {
  return side === 'BUY' ? 'SELL' : 'BUY';
}

/** Matches an order with orders on the opposite side, then rests or kills the remainder. */
export function enterOrder(book: Book, order: Incoming): Outcome {
  if (order.remainder === 'FILL_OR_KILL' && available(book, order) < order.quantity) {
    return { fills: [], rested: 0n, killed: order.quantity };
  }
  const fills = match(book, order);
  const left = fills.reduce((leaves, fill) => leaves - fill.quantity, order.quantity);
  if (left === 0n || order.limit === null || order.remainder !== 'REST') {
    return { fills, rested: 0n, killed: left };
  }
  const { id, side, priority } = order;
  restOrder(book, { id, side, price: order.limit, leaves: left, priority });
  return { fills, rested: left, killed: 0n };
}

/** Inserts an order without matching, as during an auction call or when a book is loaded. */
export function restOrder(book: Book, order: Resting): void {
  const orders = book[order.side];
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = orders[middle];
    if (other !== undefined && goesBefore(other, order)) low = middle + 1;
    else high = middle;
  }
  orders.splice(low, 0, order);
  book.byId.set(order.id, order);
}

/** Removes an order. Returns undefined if it is not in this book. */
export function cancelOrder(book: Book, id: string): Resting | undefined {
  const order = book.byId.get(id);
  if (order === undefined) return undefined;
  const orders = book[order.side];
  const index = order === orders[0] ? 0 : orders.indexOf(order);
  orders.splice(index, 1);
  book.byId.delete(id);
  return order;
}

/**
 * Returns true if new terms make an order lose its priority: a different price, or a larger open
 * quantity.
 */
export function losesPriority(order: Resting, terms: Pick<NewTerms, 'price' | 'leaves'>): boolean {
  return terms.price !== order.price || terms.leaves > order.leaves;
}

/**
 * Gives a resting order new terms. With the same price and no larger quantity, the order keeps its
 * priority. Otherwise it is entered again with the given priority and may match immediately.
 * Returns undefined if the order is not in this book.
 */
export function replaceOrder(book: Book, id: string, terms: NewTerms): Outcome | undefined {
  const order = book.byId.get(id);
  if (order === undefined) return undefined;
  if (!losesPriority(order, terms)) {
    order.leaves = terms.leaves;
    return { fills: [], rested: terms.leaves, killed: 0n };
  }
  cancelOrder(book, id);
  const { price: limit, leaves: quantity, priority } = terms;
  return enterOrder(book, { id, side: order.side, limit, quantity, priority, remainder: 'REST' });
}

/** Returns how many units the order could trade immediately. */
export function available(book: Book, order: Pick<Incoming, 'side' | 'limit'>): bigint {
  let total = 0n;
  for (const other of book[opposite(order.side)]) {
    if (!crosses(order, other.price)) break;
    total += other.leaves;
  }
  return total;
}

/** Returns the smaller of two quantities; Math.min does not accept bigints. */
export function lesser(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

/** Returns the larger of two quantities. */
export function greater(one: bigint, other: bigint): bigint {
  if (one > other) return one;
  return other;
}

function match(book: Book, order: Incoming): Fill[] {
  const others = book[opposite(order.side)];
  const fills: Fill[] = [];
  let left = order.quantity;
  let done = 0;
  for (const other of others) {
    if (left === 0n || !crosses(order, other.price)) break;
    const quantity = lesser(left, other.leaves);
    fills.push({ incomingId: order.id, restingId: other.id, price: other.price, quantity });
    left -= quantity;
    other.leaves -= quantity;
    if (other.leaves > 0n) break;
    book.byId.delete(other.id);
    done += 1;
  }
  others.splice(0, done);
  return fills;
}

function crosses(order: Pick<Incoming, 'side' | 'limit'>, price: bigint): boolean {
  if (order.limit === null) return true;
  return order.side === 'BUY' ? price <= order.limit : price >= order.limit;
}

function goesBefore(one: Resting, other: Resting): boolean {
  if (one.price === other.price) return one.priority < other.priority;
  return one.side === 'BUY' ? one.price > other.price : one.price < other.price;
}
