// The most that a charge comes to when an order is filled on several trade dates: each has a note
// of its own, with its own minimum and its own rounding.

import { Decimal } from '../../../platform/money/decimal.js';
import { type RoundingMode, roundToUnit } from '../../../platform/money/rounding.js';
import { mostRatedAmount, steadyAmount } from './charge-rate.js';
import { type ChargeRule, spanOf } from './charge-rule.js';

/** What is charged: a base in parts, each on a note of its own. */
interface PartedBase {
  /** All parts together. */
  readonly base: Decimal;
  /** How many parts there are at most; a rule per ORDER has one. */
  readonly notes: number;
  /** What the line is rounded to, in major units. */
  readonly unit: Decimal;
}

/**
 * The most that a rule comes to on any parts of a base, in major units. However the parts fall, one
 * of them and the most of what is left come to no more than the most of the whole: a hold that is
 * set to it covers every note to come.
 */
export function mostAmount(rule: ChargeRule, { base, notes, unit }: PartedBase): Decimal {
  const cap = capOf(rule)?.times(notes);
  const raw = mostRatedAmount(rule.rate, base, notes);
  // All parts but one may be so small that they pay the minimum.
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
 * What of a charge is bounded where an order may be filled under several schedules. ORDER_PART:
 * what a rule per ORDER comes to, and of every other rule what grows with the base. NOTE_PART: of
 * every other rule what each of the notes may pay whatever its base.
 */
export type MixPart = 'ORDER_PART' | 'NOTE_PART';

/** A base as it is parted over schedules. */
interface MixedBase extends PartedBase {
  readonly part: MixPart;
  /** The base of the whole, which decides whether a maximum is reached. */
  readonly whole: Decimal;
}

/**
 * A part of what a rule comes to at most, in major units and not rounded. The parts together are
 * never less than `mostAmount`; over several schedules the greatest NOTE_PART serves for all notes,
 * and the ORDER_PART of a base of zero for a schedule that some of the fills are under.
 */
export function mixedAmount(rule: ChargeRule, of: MixedBase): Decimal {
  const { base, notes, unit, part, whole } = of;
  const isOrder = spanOf(rule) === 'ORDER';
  const parts = isOrder ? 1 : notes;
  const cap = capOf(rule)?.times(parts);
  const min = new Decimal(rule.min ?? 0);
  // A whole unit each, because what is left is rounded up anew after each note.
  const raise = isWhole(rule, unit) ? new Decimal(0) : unit.times(parts);
  // Where the maximum is reached it stands for the rule, however the fills fall.
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

// What the roundings of the notes add at most. A note of a DAY is charged the difference of two
// rounded sums.
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

// Whole amounts for whole numbers need no rounding.
function isWhole({ base, rate }: ChargeRule, unit: Decimal): boolean {
  return (
    rate.kind === 'FLAT' && COUNTS.has(base.kind) && new Decimal(rate.amount).modulo(unit).isZero()
  );
}
