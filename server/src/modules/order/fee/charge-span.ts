// Charges that span several notes: finds the other notes that a rule's sum includes, and their
// charges.

import { toJson } from '../../../platform/json/json.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type ChargeRule, type RuleScope, ruleOf, spanOf } from './charge-rule.js';

/** A line on another note; `onCode` is the code of the taxed line. */
interface NotedCharge {
  readonly code: string;
  readonly onCode?: string | null | undefined;
  readonly minor: bigint;
}

/** Another note in force, with the data needed by rules that span several notes. */
export interface ChargedNote {
  /** The rules of the schedule version that the note was charged under. */
  readonly rules: readonly ChargeRule[];
  readonly scope: RuleScope;
  /** The unrounded value of the note's fills, in major units. */
  readonly value: Decimal;
  readonly quantity: bigint;
  readonly executionCount: number;
  readonly charges: readonly NotedCharge[];
}

/** The notes that may be included in a rule's sum. */
interface OtherNotes {
  /** The other notes of the same order. */
  readonly ofOrder?: readonly ChargedNote[] | undefined;
  /** Notes of the customer's other orders on the trade date, under the same schedule. */
  readonly ofDay?: readonly ChargedNote[] | undefined;
}

/**
 * Returns the other notes to include in a rule's sum: those charged under an identical rule.
 * Charges under an earlier version with different rates are not recalculated.
 */
export function notesWith(rule: ChargeRule, { ofOrder, ofDay }: OtherNotes): ChargedNote[] {
  const span = spanOf(rule);
  if (span === 'NOTE') return [];
  const others = (span === 'ORDER' ? ofOrder : ofDay) ?? [];
  return others.filter((note) => {
    const itsRule = ruleOf(note, rule.code, note.scope);
    return itsRule !== undefined && (itsRule === rule || isAlike(itsRule, rule));
  });
}

function isAlike(one: ChargeRule, other: ChargeRule): boolean {
  return figuresOf(one) === figuresOf(other);
}

/**
 * Returns the rates, bounds and rounding of a rule as text. Charges under rules with equal text are
 * added together.
 */
export function figuresOf({ base, rate, min, max, rounding }: ChargeRule): string {
  return toJson([base, rate, min ?? null, max ?? null, rounding]);
}

/** Returns the total charged on the notes for a code and a taxed line, in minor units. */
export function chargedUnder(
  notes: readonly ChargedNote[],
  line: { readonly code: string; readonly onCode?: string | undefined },
): bigint {
  return notes
    .flatMap(({ charges }) => charges)
    .filter(({ code, onCode }) => code === line.code && (onCode ?? undefined) === line.onCode)
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/**
 * Returns the total charged on the notes for the given codes and any taxed line, in minor units.
 */
export function chargedByCode(notes: readonly ChargedNote[], codes: ReadonlySet<string>): bigint {
  return notes
    .flatMap(({ charges }) => charges)
    .filter(({ code }) => codes.has(code))
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/** Returns the total value of the notes' fills, unrounded. */
export function worthOfNotes(notes: readonly ChargedNote[]): Decimal {
  return notes.reduce((sum, { value }) => sum.plus(value), new Decimal(0));
}
