// Divides whole numbers, such as the minor units of an amount or the units of a security.

import { assert } from '../../../platform/assert.js';

/** Returns `amount * part / of`, rounded half-up away from zero; 0 if `of` is 0. */
export function ratioOf(amount: bigint, part: bigint, of: bigint): bigint {
  if (of === 0n) return 0n;
  const exact = amount * part;
  const isNegative = exact < 0n !== of < 0n;
  const rounded = (2n * absolute(exact) + absolute(of)) / (2n * absolute(of));
  return isNegative ? -rounded : rounded;
}

/**
 * Divides a whole number in proportion to the absolute weights, by the largest-remainder method.
 * The parts add up to the number. If every weight is zero, the first part gets all of it.
 */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  assert(weights.length > 0 || amount === 0n, 'there is at least one part');
  const sizes = weights.map(absolute);
  const total = sizes.reduce((sum, size) => sum + size, 0n);
  if (total === 0n) return sizes.map((_, index) => (index === 0 ? amount : 0n));
  if (sizes.length === 1) return [amount];
  const size = absolute(amount);
  const shares = sizes.map((weight) => (size * weight) / total);
  const leftOver = size - shares.reduce((sum, share) => sum + share, 0n);
  const favoured = new Set(
    sizes
      .map((weight, index) => ({ index, remainder: (size * weight) % total }))
      .sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index)
      .slice(0, Number(leftOver))
      .map(({ index }) => index),
  );
  return shares.map((share, index) => {
    const whole = share + (favoured.has(index) ? 1n : 0n);
    return amount < 0n ? -whole : whole;
  });
}

/** Returns the absolute value of a number. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
