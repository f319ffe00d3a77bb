// The maximum of a charge for an order that is filled on several trade dates. Each date has its own
// note, with its own minimum and rounding.

import { Decimal } from '../../../platform/money/decimal.js';
import { type RoundingMode, roundToUnit } from '../../../platform/money/rounding.js';
import { maxRatedAmount, steadyAmount } from './charge-rate.js';
import { type ChargeRule, spanOf } from './charge-rule.js';

/** A charge's base, split into parts that are each on a separate note. */
interface PartedBase {
  /** The sum of all parts. */
  readonly base: Decimal;
  /** The maximum number of parts; 1 for a rule per ORDER. */
  readonly notes: number;
  /** The unit to which the line is rounded, in major units. */
  readonly unit: Decimal;
}

/**
 * Returns the most that a rule can charge in total, in major units, for a base that may be split in
 * any way. The charge on one part plus the maximum of the rest never exceeds the maximum of the
 * whole, so a hold of this amount covers every later note.
 */
export function maxAmount(rule: ChargeRule, { base, notes, unit }: PartedBase): Decimal {
  const cap = capOf(rule)?.times(notes);
  const raw = maxRatedAmount(rule.rate, base, notes);
  // All parts except one may be so small that the minimum applies to them.
  const raised =
    rule.min === undefined
      ? raw
      : Decimal.max(raw, rule.min).plus(new Decimal(rule.min).times(notes - 1));
  const bounded = cap === undefined ? raised : Decimal.min(raised, cap);
  const isExact = notes === 1 && spanOf(rule) !== 'DAY';
  if (isExact) return roundToUnit(bounded, unit, rule.rounding.mode);
  const rounded = roundToUnit(bounded.plus(roundingsOf(rule, { notes, unit })), unit, 'FLOOR');
  return cap === undefined ? rounded : Decimal.min(rounded, cap);
}

/**
 * The two parts of an upper bound for an order that may be filled under several schedules.
 * ORDER_PART: the rules per ORDER and, for every other rule, the part that grows with the base.
 * NOTE_PART: for every other rule, the part that may be charged on each note regardless of its
 * base.
 */
export type MixPart = 'ORDER_PART' | 'NOTE_PART';

/** A base split across several schedules. */
interface MixedBase extends PartedBase {
  readonly part: MixPart;
  /** The whole trade's base, which determines whether the rule's maximum is reached. */
  readonly whole: Decimal;
}

/**
 * Returns one part of a rule's maximum, in major units, unrounded. The sum of the parts is never
 * less than `maxAmount`. With several schedules, the greatest NOTE_PART applies to all notes, and
 * each schedule that applies to only some fills adds its ORDER_PART for a zero base.
 */
export function mixedAmount(rule: ChargeRule, of: MixedBase): Decimal {
  const { base, notes, unit, part, whole } = of;
  const isOrder = spanOf(rule) === 'ORDER';
  const parts = isOrder ? 1 : notes;
  const cap = capOf(rule)?.times(parts);
  const min = new Decimal(rule.min ?? 0);
  // One whole unit is added per note, because each note may be rounded up.
  const raise = isWhole(rule, unit) ? new Decimal(0) : unit.times(parts);
  // Once the maximum is reached, the rule charges the maximum, however the base is split.
  if (cap?.lessThan(steadyAmount(rule.rate, whole)) === true) {
    return isOrder === (part === 'ORDER_PART') ? cap : new Decimal(0);
  }
  const steady = steadyAmount(rule.rate, base);
  if (isOrder) return part === 'NOTE_PART' ? steady : Decimal.max(steady, min).plus(raise);
  return part === 'ORDER_PART' ? steady : steady.plus(min.times(notes)).plus(raise);
}

function capOf({ max, maxPerDay }: ChargeRule): Decimal | undefined {
  const caps = [max, maxPerDay].flatMap((cap) => cap ?? []);
  return caps.length === 0 ? undefined : Decimal.min(...caps);
}

// Returns the most that rounding can add across all notes. Under a rule per DAY, a note is charged
// the difference between two rounded sums.
function roundingsOf(rule: ChargeRule, { notes, unit }: Omit<PartedBase, 'base'>): Decimal {
  if (isWhole(rule, unit)) return new Decimal(0);
  const each = spanOf(rule) === 'DAY' ? unit : unit.times(RAISES_BY[rule.rounding.mode]);
  return each.times(notes);
}

const RAISES_BY: Readonly<Record<RoundingMode, number>> = {
  HALF_UP: 0.5,
  HALF_EVEN: 0.5,
  HALF_DOWN: 0.5,
  UP: 1,
  CEILING: 1,
  DOWN: 0,
  FLOOR: 0,
};

const COUNTS: ReadonlySet<string> = new Set(['QUANTITY', 'PER_TRADE', 'PER_STARTED']);

// If the rate and the base are whole amounts, no rounding is needed.
function isWhole({ base, rate }: ChargeRule, unit: Decimal): boolean {
  return (
    rate.kind === 'FLAT' && COUNTS.has(base.kind) && new Decimal(rate.amount).modulo(unit).isZero()
  );
}
