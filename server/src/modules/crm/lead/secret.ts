// Encrypts and decrypts a lead's identifier: a BVN or a document number. The table contains it in
// encrypted form, with a digest for searches.

import type { Vault } from '../../../platform/vault/vault.js';
import { identifierIndex } from '../../party/index.js';
import type { MatchKey } from '../person/match.js';

/** The lead members that are needed for encryption. */
interface Identified {
  readonly id: bigint;
  readonly identifier: string | null;
}

/** Returns the lead as stored, with its identifier encrypted. */
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

/** Returns the stored form of match keys. For an identifier, this is its digest. */
export function storedTexts(vault: Vault, keys: readonly MatchKey[]): readonly string[] {
  return keys.map(({ kind, key }) => (kind === 'IDENTIFIER' ? identifierIndex(vault, key) : key));
}

/** Returns the context that an identifier's encryption is bound to. */
export function identifierPlace(id: bigint): string {
  return `lead ${id} identifier`;
}
