// Seals and opens a lead's identifier: a BVN or a document number. The table stores it sealed, next
// to a digest that is used to search for it.

import type { Vault } from '../../../platform/vault/vault.js';
import { identifierIndex } from '../../party/index.js';
import type { MatchKey } from '../person/match.js';

/** The lead members that sealing needs. */
interface Identified {
  readonly id: bigint;
  readonly identifier: string | null;
}

/** Returns the lead as stored, with its identifier sealed. */
export function sealedLead<Row extends Identified>(vault: Vault, row: Row): Row {
  const { id, identifier } = row;
  return identifier === null
    ? row
    : { ...row, identifier: vault.seal(identifierPlace(id), identifier) };
}

/** Returns the stored lead with its identifier in plain text. */
export function openLead<Row extends Identified>(vault: Vault, row: Row): Row {
  const { id, identifier } = row;
  return identifier === null
    ? row
    : { ...row, identifier: vault.open(identifierPlace(id), identifier) };
}

/** Returns the texts of match keys as stored. An identifier is stored as its digest. */
export function storedTexts(vault: Vault, keys: readonly MatchKey[]): readonly string[] {
  return keys.map(({ kind, key }) => (kind === 'IDENTIFIER' ? identifierIndex(vault, key) : key));
}

/** Returns the context to which an identifier's seal is bound. */
export function identifierPlace(id: bigint): string {
  return `lead ${id} identifier`;
}
