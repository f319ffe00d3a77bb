// Charges that span several notes: which other notes are added up for a rule, and what they were
// charged.

import { toJson } from '../../../platform/json/json.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type ChargeRule, type RuleScope, ruleOf, spanOf } from './charge-rule.js';

/** A line of another note; `onCode` is the code of the taxed line. */
interface NotedCharge {
  readonly code: string;
  readonly onCode?: string | null | undefined;
  readonly minor: bigint;
}

/** Another note in force, as needed by rules that span several notes. */
export interface ChargedNote {
  /** The rules of the version that it was charged by. */
  readonly rules: readonly ChargeRule[];
  readonly scope: RuleScope;
  /** The value of its fills, unrounded, in major units. */
  readonly value: Decimal;
  readonly quantity: bigint;
  readonly executionCount: number;
  readonly charges: readonly NotedCharge[];
}

/** The notes that may be added up for a rule. */
interface OtherNotes {
  /** Other notes of the same order. */
  readonly ofOrder?: readonly ChargedNote[] | undefined;
  /** Notes of the customer's other orders of the trade date, under the same schedule. */
  readonly ofDay?: readonly ChargedNote[] | undefined;
}

/**
 * The other notes that are added up for a rule: those charged by the same rule. Charges of an
 * earlier version with other figures are not reopened.
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

/** The figures of a rule as text. Rules with equal figures are added up. */
export function figuresOf({ base, rate, min, max, rounding }: ChargeRule): string {
  return toJson([base, rate, min ?? null, max ?? null, rounding]);
}

/** The total that notes were charged under a code and taxed line, in minor units. */
export function chargedUnder(
  notes: readonly ChargedNote[],
  line: { readonly code: string; readonly onCode?: string | undefined },
): bigint {
  return notes
    .flatMap(({ charges }) => charges)
    .filter(({ code, onCode }) => code === line.code && (onCode ?? undefined) === line.onCode)
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/** The total that notes were charged under these codes, whatever the taxed line, in minor units. */
export function chargedByCode(notes: readonly ChargedNote[], codes: ReadonlySet<string>): bigint {
  return notes
    .flatMap(({ charges }) => charges)
    .filter(({ code }) => codes.has(code))
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/** The total value of the fills of notes, unrounded. */
export function worthOfNotes(notes: readonly ChargedNote[]): Decimal {
  return notes.reduce((sum, { value }) => sum.plus(value), new Decimal(0));
}
