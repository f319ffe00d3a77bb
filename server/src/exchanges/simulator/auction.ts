// The call auction that opens and closes the day. All matched orders trade at a single price: the
// one that trades the most units.

import { type Book, cancelOrder, type Fill, lesser, type Resting } from './book.js';

/** The result of an auction; the price is undefined if no two orders crossed. */
interface Uncrossing {
  readonly price: bigint | undefined;
  readonly fills: readonly Fill[];
}

/**
 * Matches a crossed book at the price that trades the most units. If there are several, the one
 * with the smallest imbalance is used, and then the one nearest to the reference price. The fills
 * treat the buyer as the incoming side.
 */
export function uncross(book: Book, reference: bigint): Uncrossing {
  const price = auctionPrice(book, reference);
  if (price === undefined) return { price, fills: [] };
  const fills: Fill[] = [];
  for (;;) {
    const [buy, sell] = [book.BUY[0], book.SELL[0]];
    if (buy === undefined || sell === undefined) break;
    if (buy.price < price || sell.price > price) break;
    const quantity = lesser(buy.leaves, sell.leaves);
    fills.push({ incomingId: buy.id, restingId: sell.id, price, quantity });
    take(book, buy, quantity);
    take(book, sell, quantity);
  }
  return { price, fills };
}

function take(book: Book, order: Resting, quantity: bigint): void {
  order.leaves -= quantity;
  if (order.leaves === 0n) cancelOrder(book, order.id);
}

interface Candidate {
  readonly price: bigint;
  readonly volume: bigint;
  readonly imbalance: bigint;
  readonly distance: bigint;
}

function auctionPrice(book: Book, reference: bigint): bigint | undefined {
  const [demand, supply] = [levels(book.BUY), levels(book.SELL)];
  const candidates: Candidate[] = [];
  for (const price of new Set([...demand.keys(), ...supply.keys()])) {
    const bought = sum(demand, (level) => level >= price);
    const sold = sum(supply, (level) => level <= price);
    candidates.push({
      price,
      volume: lesser(bought, sold),
      imbalance: distance(bought, sold),
      distance: distance(price, reference),
    });
  }
  const best = candidates.sort(preferred)[0];
  return best === undefined || best.volume === 0n ? undefined : best.price;
}

function preferred(one: Candidate, other: Candidate): number {
  if (one.volume !== other.volume) return one.volume > other.volume ? -1 : 1;
  if (one.imbalance !== other.imbalance) return one.imbalance < other.imbalance ? -1 : 1;
  if (one.distance !== other.distance) return one.distance < other.distance ? -1 : 1;
  return one.price > other.price ? -1 : 1;
}

function levels(orders: readonly Resting[]): Map<bigint, bigint> {
  const units = new Map<bigint, bigint>();
  for (const { price, leaves } of orders) units.set(price, (units.get(price) ?? 0n) + leaves);
  return units;
}

function sum(units: Map<bigint, bigint>, counts: (level: bigint) => boolean): bigint {
  let total = 0n;
  for (const [level, quantity] of units) if (counts(level)) total += quantity;
  return total;
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}
