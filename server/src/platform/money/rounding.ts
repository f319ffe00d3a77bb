// Rounding modes, so that every rounding names its mode.

import { assert } from '../assert.js';
import { Decimal } from './decimal.js';

/** All supported rounding modes, in the order shown to users. */
export const ROUNDING_MODES = [
  'HALF_UP',
  'HALF_EVEN',
  'HALF_DOWN',
  'UP',
  'DOWN',
  'CEILING',
  'FLOOR',
] as const;

/**
 * HALF_UP, HALF_EVEN and HALF_DOWN round to the nearest value. On a tie they round away from zero,
 * to the even neighbour, and towards zero, respectively. UP rounds away from zero and DOWN towards
 * it. CEILING rounds up and FLOOR down, regardless of the sign.
 */
export type RoundingMode = (typeof ROUNDING_MODES)[number];

const LIBRARY_MODE: Readonly<Record<RoundingMode, Decimal.Rounding>> = {
  HALF_UP: Decimal.ROUND_HALF_UP,
  HALF_EVEN: Decimal.ROUND_HALF_EVEN,
  HALF_DOWN: Decimal.ROUND_HALF_DOWN,
  UP: Decimal.ROUND_UP,
  DOWN: Decimal.ROUND_DOWN,
  CEILING: Decimal.ROUND_CEIL,
  FLOOR: Decimal.ROUND_FLOOR,
};

/** Rounds to a number of decimal places, 0 or more. */
export function roundTo(value: Decimal, places: number, mode: RoundingMode): Decimal {
  return value.toDecimalPlaces(places, LIBRARY_MODE[mode]);
}

/** Rounds to a multiple of a positive unit: 1 for the whole dollar or rupee, 0.05 for a tick. */
export function roundToUnit(value: Decimal, unit: Decimal, mode: RoundingMode): Decimal {
  assert(unit.isFinite() && unit.greaterThan(0), 'a rounding unit is a positive number');
  return roundTo(value.dividedBy(unit), 0, mode).times(unit);
}
