// Encrypts and decrypts the identifiers in lead import rows.

import type { Vault } from '../../../platform/vault/vault.js';
import type { LeadCells } from './column.js';

/** The primary key of an imported row. */
interface RowPlace {
  readonly importId: bigint;
  readonly rowNo: number;
}

interface SealedCells {
  readonly cells: LeadCells;
  readonly identifier: string | null;
}

/** Returns a row's cells as stored, with the identifier encrypted. */
export function sealedCells(vault: Vault, at: RowPlace, cells: LeadCells): SealedCells {
  const { identifier, ...rest } = cells;
  const text = identifier?.trim() ?? '';
  return { cells: rest, identifier: text === '' ? null : vault.seal(identifierPlace(at), text) };
}

/** Returns stored cells with the identifier in plain text. */
export function openCells(vault: Vault, at: RowPlace, stored: SealedCells): LeadCells {
  const { cells, identifier } = stored;
  return identifier === null
    ? cells
    : { ...cells, identifier: vault.open(identifierPlace(at), identifier) };
}

/** Returns the context that an identifier's encryption is bound to. */
export function identifierPlace({ importId, rowNo }: RowPlace): string {
  return `lead_import_row ${importId} ${rowNo} identifier`;
}
