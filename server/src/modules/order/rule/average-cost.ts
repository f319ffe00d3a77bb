// Computes how buys and sells change the quantity and the average cost of a holding.

import { assert } from '../../../platform/assert.js';
import { decimalToMinor, type Money, toDecimal } from '../../../platform/money/money.js';

/** The units held and their total cost. The average is derived and never stored. */
type Position = { readonly quantity: bigint; readonly cost: Money };

/**
 * The position after units were sold or bought back, and the realised gain (negative for a loss).
 */
type Disposal = { readonly position: Position; readonly gain: Money };

/** Adds bought units and their cost, including charges if the firm capitalises them. */
export function bookBuy(position: Position, quantity: bigint, cost: Money): Position {
  assert(quantity > 0n, 'a buy is of at least one unit');
  assertSameCurrency(position, cost);
  return grow(position, quantity, cost.minor);
}

/**
 * Buys back a short position. The covered units are closed at the price for which they were sold,
 * and the difference is realised. Units beyond the short position open a long one. The cost of the
 * purchase is split by quantity, rounded half-up.
 */
export function bookBuyBack(position: Position, quantity: bigint, cost: Money): Disposal {
  assert(position.quantity < 0n, 'only a short position is bought back');
  assert(quantity > 0n, 'a buy is of at least one unit');
  assertSameCurrency(position, cost);
  const short = -position.quantity;
  const covered = quantity < short ? quantity : short;
  const paid = shareOf(cost, covered, quantity);
  const released = shareOf(position.cost, covered, short);
  return {
    position: grow(position, quantity, cost.minor - paid - released),
    gain: { minor: -released - paid, currency: cost.currency },
  };
}

/**
 * Sells more units than are held. The held units are removed at their cost, as in an ordinary sell;
 * the rest becomes a short position at its sale price. The proceeds are split by quantity, rounded
 * half-up.
 */
export function bookSellShort(position: Position, quantity: bigint, proceeds: Money): Disposal {
  assert(quantity > position.quantity, 'a short sell exceeds the units held');
  assertSameCurrency(position, proceeds);
  const held = position.quantity > 0n ? position.quantity : 0n;
  const earned = shareOf(proceeds, held, quantity);
  const left = held === 0n ? 0n : position.cost.minor;
  const shorted = proceeds.minor - earned;
  const { currency } = proceeds;
  return {
    position: grow(position, -quantity, -left - shorted),
    gain: { minor: earned - left, currency },
  };
}

// The last unit takes the remainder, so the parts add up exactly to the whole.
function shareOf({ minor, currency }: Money, units: bigint, of: bigint): bigint {
  if (units === of) return minor;
  const share = toDecimal({ minor, currency }).times(String(units)).dividedBy(String(of));
  return decimalToMinor(share, currency, 'HALF_UP');
}

/**
 * Removes sold units at average cost, rounded half-up to the minor unit. The last unit takes the
 * remaining cost, so an empty position has no cost. The caller must refuse to sell more than is
 * held.
 */
export function bookSell(position: Position, quantity: bigint, proceeds: Money): Disposal {
  assert(quantity > 0n, 'a sell has at least one unit');
  assert(quantity <= position.quantity, 'a sell does not exceed the units held');
  assertSameCurrency(position, proceeds);
  const { currency } = position.cost;
  const sold = shareOf(position.cost, quantity, position.quantity);
  return {
    position: grow(position, -quantity, -sold),
    gain: { minor: proceeds.minor - sold, currency },
  };
}

function grow(position: Position, quantity: bigint, minor: bigint): Position {
  const { currency } = position.cost;
  return {
    quantity: position.quantity + quantity,
    cost: { minor: position.cost.minor + minor, currency },
  };
}

function assertSameCurrency(position: Position, money: Money): void {
  assert(position.cost.currency === money.currency, 'a position has one currency');
}
