// Seals and opens the identifier of leads, a BVN or the number of a document. In the table it is
// sealed, and found by its digest.

import type { Vault } from '../../../platform/vault/vault.js';
import { identifierIndex } from '../../party/index.js';
import type { MatchKey } from '../person/match.js';

/** The members of a lead that sealing needs. */
interface Identified {
  readonly id: bigint;
  readonly identifier: string | null;
}

/** A lead with its identifier sealed, as stored. */
export function sealedLead<Row extends Identified>(vault: Vault, row: Row): Row {
  const { id, identifier } = row;
  return identifier === null
    ? row
    : { ...row, identifier: vault.seal(identifierPlace(id), identifier) };
}

/** A stored lead with its identifier in plain text. */
export function openLead<Row extends Identified>(vault: Vault, row: Row): Row {
  const { id, identifier } = row;
  return identifier === null
    ? row
    : { ...row, identifier: vault.open(identifierPlace(id), identifier) };
}

/** The texts of match keys as stored; an identifier is stored as its digest. */
export function storedTexts(vault: Vault, keys: readonly MatchKey[]): readonly string[] {
  return keys.map(({ kind, key }) => (kind === 'IDENTIFIER' ? identifierIndex(vault, key) : key));
}

/** The context to which the seal of an identifier is bound. */
export function identifierPlace(id: bigint): string {
  return `lead ${id} identifier`;
}
