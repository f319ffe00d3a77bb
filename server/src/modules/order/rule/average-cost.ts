// Holdings at average cost: what buys, sells and their reversals do to quantity and cost.

import { assert } from '../../../platform/assert.js';
import { decimalToMinor, type Money, toDecimal } from '../../../platform/money/money.js';

/** The units held and what they cost in all; the average is never stored, only derived. */
export type Position = { readonly quantity: bigint; readonly cost: Money };

/**
 * A position after units left it, the cost they took along, and the gain (negative: loss) realised.
 */
type Disposal = {
  readonly position: Position;
  readonly costOfSold: Money;
  readonly gain: Money;
};

/** Adds bought units with what they cost, charges included where the firm capitalises them. */
export function bookBuy(position: Position, quantity: bigint, cost: Money): Position {
  assert(quantity > 0n, 'a buy is of at least one unit');
  assertSameCurrency(position, cost);
  return grow(position, quantity, cost.minor);
}

/**
 * Buys back what is short, as far as it goes: these units end at what they were sold for, and the
 * difference is realised. What is bought beyond that starts a position anew. The cost of the bought
 * units is shared by quantity, rounded half-up.
 */
export function bookBuyBack(position: Position, quantity: bigint, cost: Money): Disposal {
  assert(position.quantity < 0n, 'only what is short is bought back');
  assert(quantity > 0n, 'a buy is of at least one unit');
  assertSameCurrency(position, cost);
  const short = -position.quantity;
  const covered = quantity < short ? quantity : short;
  const paid = shareOf(cost, covered, quantity);
  const released = shareOf(position.cost, covered, short);
  return {
    position: grow(position, quantity, cost.minor - paid - released),
    costOfSold: { minor: released, currency: cost.currency },
    gain: { minor: -released - paid, currency: cost.currency },
  };
}

/**
 * Sells more than is held: the units held leave at their cost, as in a sell, and the rest is short
 * at what it was sold for. The proceeds are shared by quantity, rounded half-up.
 */
export function bookSellShort(position: Position, quantity: bigint, proceeds: Money): Disposal {
  assert(quantity > position.quantity, 'a short sell is of more than is held');
  assertSameCurrency(position, proceeds);
  const held = position.quantity > 0n ? position.quantity : 0n;
  const earned = shareOf(proceeds, held, quantity);
  const left = held === 0n ? 0n : position.cost.minor;
  const shorted = proceeds.minor - earned;
  const { currency } = proceeds;
  return {
    position: grow(position, -quantity, -left - shorted),
    costOfSold: { minor: left + shorted, currency },
    gain: { minor: earned - left, currency },
  };
}

// The last unit takes all that is left, so the whole is shared exactly.
function shareOf({ minor, currency }: Money, units: bigint, of: bigint): bigint {
  if (units === of) return minor;
  const share = toDecimal({ minor, currency }).times(String(units)).dividedBy(String(of));
  return decimalToMinor(share, currency, 'HALF_UP');
}

/**
 * Takes sold units out at average cost, rounded half-up to the minor unit; the last unit takes all
 * the cost that is left, so none stays on an empty position. More than is held is the caller's
 * refusal.
 */
export function bookSell(position: Position, quantity: bigint, proceeds: Money): Disposal {
  assert(quantity > 0n, 'a sell is of at least one unit');
  assert(quantity <= position.quantity, 'a sell is of no more than is held');
  assertSameCurrency(position, proceeds);
  const { currency } = position.cost;
  const sold = shareOf(position.cost, quantity, position.quantity);
  return {
    position: grow(position, -quantity, -sold),
    costOfSold: { minor: sold, currency },
    gain: { minor: proceeds.minor - sold, currency },
  };
}

/**
 * Takes a busted buy out again with its own cost. Where some of its units were sold since, quantity
 * can fall below zero: a short position the firm must cover. Cost left on no units is realised,
 * because the sells in between had been charged an average that the busted buy had a part in.
 */
export function reverseBuy(position: Position, quantity: bigint, cost: Money): Disposal {
  assertSameCurrency(position, cost);
  const { currency } = position.cost;
  const after = grow(position, -quantity, -cost.minor);
  const residue = after.quantity === 0n ? after.cost.minor : 0n;
  return {
    position: { quantity: after.quantity, cost: { minor: after.cost.minor - residue, currency } },
    costOfSold: cost,
    gain: { minor: residue === 0n ? 0n : -residue, currency },
  };
}

/** Puts the units of a busted sell back with the cost they had taken along. */
export function reverseSell(position: Position, quantity: bigint, costOfSold: Money): Position {
  assertSameCurrency(position, costOfSold);
  return grow(position, quantity, costOfSold.minor);
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
