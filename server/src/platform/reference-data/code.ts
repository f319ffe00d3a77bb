// Codes of reference data. A record has one code, and may have former codes as aliases. Requests
// may contain any of them, in any letter case. Replies contain the current code.

import { Type } from '@sinclair/typebox';
import { REFERENCE_DATA } from '../../limits.js';
import { wireText } from '../http/shape/wire.js';

/** The member `aliases` of a reference data record. */
export const wireAliases = Type.Array(wireText({ longest: REFERENCE_DATA.codeCharactersMax }), {
  maxItems: REFERENCE_DATA.aliasesMax,
  description: 'Former codes, accepted instead of the code, in any letter case',
});

/** A record with its codes. */
export interface Coded {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** A record to add, whose aliases may be absent. */
export type NewlyCoded<Record extends Coded> = Omit<Record, 'aliases'> &
  Partial<Pick<Coded, 'aliases'>>;

/** Returns whether a code is the record's code or one of its aliases. Case is ignored. */
export function isCodeOf({ name, aliases }: Coded, code: string): boolean {
  const wanted = codeIn(code);
  return codeIn(name) === wanted || aliases.includes(wanted);
}

/** Returns the aliases as stored, in upper case. */
export function aliasesOf(aliases: readonly string[] = []): string[] {
  return aliases.map(codeIn);
}

/** Normalizes a code for comparison, in upper case and trimmed. */
export function codeIn(text: string): string {
  return text.trim().toUpperCase();
}
