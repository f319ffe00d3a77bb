// Charges that count over several notes: which other notes count with a rule, and what they were
// charged.

import { toJson } from '../../../platform/json/json.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type ChargeRule, type RuleScope, ruleOf, spanOf } from './charge-rule.js';

/** A line of another note; `onCode` names the line that a tax was reckoned on. */
interface NotedCharge {
  readonly code: string;
  readonly onCode?: string | null | undefined;
  readonly minor: bigint;
}

/** Another note in force, as the rules that count over several notes see it. */
export interface ChargedNote {
  /** Those of the version by which it was charged. */
  readonly rules: readonly ChargeRule[];
  readonly scope: RuleScope;
  /** What its fills are worth, unrounded, in major units. */
  readonly value: Decimal;
  readonly quantity: bigint;
  readonly executionCount: number;
  readonly charges: readonly NotedCharge[];
}

/** The notes that may count with a rule. */
interface OtherNotes {
  /** Those of the same order. */
  readonly ofOrder?: readonly ChargedNote[] | undefined;
  /** Those of the customer's other orders of the trade date, by the same schedule. */
  readonly ofDay?: readonly ChargedNote[] | undefined;
}

/**
 * The other notes that count with a rule: those that the same rule was for. What was charged by
 * other figures, under a version before, is over and done with.
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

/** What a rule charges by, as a text: rules of the same figures count together. */
export function figuresOf({ base, rate, min, max, rounding }: ChargeRule): string {
  return toJson([base, rate, min ?? null, max ?? null, rounding]);
}

/** What notes were charged under a code, in minor units. */
export function chargedUnder(
  notes: readonly ChargedNote[],
  line: { readonly code: string; readonly onCode?: string | undefined },
): bigint {
  return notes
    .flatMap(({ charges }) => charges)
    .filter(({ code, onCode }) => code === line.code && (onCode ?? undefined) === line.onCode)
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/** What notes were charged under codes, whatever it was reckoned on, in minor units. */
export function chargedByCode(notes: readonly ChargedNote[], codes: ReadonlySet<string>): bigint {
  return notes
    .flatMap(({ charges }) => charges)
    .filter(({ code }) => codes.has(code))
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/** What the fills of notes are worth together, unrounded. */
export function worthOfNotes(notes: readonly ChargedNote[]): Decimal {
  return notes.reduce((sum, { value }) => sum.plus(value), new Decimal(0));
}
