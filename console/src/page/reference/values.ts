// A reference data record as entered, and the request built from it.

import type { Write } from '../../lib/write.js';
import type { ReferenceField } from './field.js';
import type { ReferenceKind, ReferenceRecord } from './kind.js';

interface ShareValues {
  readonly validFrom: string;
  readonly percent: string;
}

export interface ReferenceValues {
  /** The values by field: strings, choices and amounts. Codes are separated by line breaks. */
  readonly text: Readonly<Record<string, string>>;
  readonly flag: Readonly<Record<string, boolean>>;
  readonly shares: readonly ShareValues[];
  readonly reason: string;
}

export const EMPTY_SHARE: ShareValues = { validFrom: '', percent: '' };

/** Returns the initial values of the form: the version in force, or an empty record. */
export function valuesOf(kind: ReferenceKind, base: ReferenceRecord | undefined): ReferenceValues {
  const record: Readonly<Record<string, unknown>> = Object(base ?? {});
  const text: Record<string, string> = {};
  const flag: Record<string, boolean> = {};
  for (const { member, input, isRequired, choices = [], first = false } of kind.fields) {
    const value = record[member];
    if (input === 'FLAG') flag[member] = typeof value === 'boolean' ? value : first;
    else if (input === 'CODES') text[member] = listOf(value).join('\n');
    else if (input !== 'SHARES') {
      const initial = isRequired ? (choices[0] ?? '') : '';
      text[member] = value === undefined ? initial : String(value);
    }
  }
  const shares = listOf(record.shares).map((share) => ({
    validFrom: String(Object(share).validFrom ?? ''),
    percent: String(Object(share).percent ?? ''),
  }));
  return { text, flag, shares: shares.length === 0 ? [EMPTY_SHARE] : shares, reason: '' };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the proposal with every field that has a value. The server reports missing ones. */
export function proposing(kind: ReferenceKind, values: ReferenceValues): Write<unknown> {
  const members = kind.fields.flatMap((field) => {
    const value = bodyValueOf(field, values);
    return value === undefined ? [] : [[field.member, value] as const];
  });
  const reason = values.reason.trim() === '' ? {} : { reason: values.reason };
  return kind.proposal({ ...Object.fromEntries(members), ...reason });
}

function bodyValueOf(
  { member, input }: ReferenceField,
  { text, flag, shares }: ReferenceValues,
): unknown {
  const typed = (text[member] ?? '').trim();
  switch (input) {
    case 'FLAG':
      return flag[member] ?? false;
    case 'CODES':
      return linesOf(typed);
    case 'SHARES':
      return shares.map(({ validFrom, percent }) => ({
        ...(validFrom === '' ? {} : { validFrom }),
        ...(percent.trim() === '' ? {} : { percent: percent }),
      }));
    case 'AMOUNT':
    case 'TEXT':
    case 'CHOICE':
    case 'LEDGER_CODE':
    case 'EXCHANGE':
      return typed === '' ? undefined : typed;
    default:
      return input satisfies never;
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns whether the required fields have values, so that a dry run is useful. */
export function isWhole({ fields }: ReferenceKind, { text, shares }: ReferenceValues): boolean {
  return fields.every(({ member, input, isRequired }) => {
    if (!isRequired) return true;
    if (input === 'SHARES') return shares.every((each) => each.validFrom && each.percent);
    return (text[member] ?? '').trim() !== '';
  });
}
