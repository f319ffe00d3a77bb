// The identifier of leads, a BVN or the number of a document: sealed in the table, found by its
// digest, open in memory.

import type { Vault } from '../../../platform/vault/vault.js';
import { identifierIndex } from '../../party/index.js';
import type { MatchKey } from '../person/match.js';

/** What a lead is sealed by. */
interface Identified {
  readonly id: bigint;
  readonly identifier: string | null;
}

/** A lead as stored. */
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

/** The texts of match keys as they are stored: of an identifier only its digest. */
export function storedTexts(vault: Vault, keys: readonly MatchKey[]): readonly string[] {
  return keys.map(({ kind, key }) => (kind === 'IDENTIFIER' ? identifierIndex(vault, key) : key));
}

/** What the seal of an identifier is bound to. */
export function identifierPlace(id: bigint): string {
  return `lead ${id} identifier`;
}
