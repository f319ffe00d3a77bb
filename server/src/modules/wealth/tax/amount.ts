// Arithmetic with amounts in minor units, some of which may be unknown.

import { ratioOf } from '../gain/share.js';

/** Returns the smaller amount. */
export function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Adds amounts. Returns undefined if any of them is unknown. */
export function plus(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

/** Subtracts an amount. Returns undefined if either amount is unknown. */
export function minus(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}

/** Returns the share of an amount that belongs to some of the units, rounded half-up. */
export function partOf(
  minor: bigint | undefined,
  units: bigint,
  ofUnits: bigint,
): bigint | undefined {
  return minor === undefined ? undefined : ratioOf(minor, units, ofUnits);
}

/** Sums amounts. */
export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
