// Seals and opens the identifiers in the rows of lead imports.

import type { Vault } from '../../../platform/vault/vault.js';
import type { LeadCells } from './csv.js';

/** The key of a row of an import. */
interface RowPlace {
  readonly importId: bigint;
  readonly rowNo: number;
}

interface SealedCells {
  readonly cells: LeadCells;
  readonly identifier: string | null;
}

/** The cells of a row with the identifier sealed, as stored. */
export function sealedCells(vault: Vault, at: RowPlace, cells: LeadCells): SealedCells {
  const { identifier, ...rest } = cells;
  const text = identifier?.trim() ?? '';
  return { cells: rest, identifier: text === '' ? null : vault.seal(identifierPlace(at), text) };
}

/** Stored cells with the identifier in plain text. */
export function openCells(vault: Vault, at: RowPlace, stored: SealedCells): LeadCells {
  const { cells, identifier } = stored;
  return identifier === null
    ? cells
    : { ...cells, identifier: vault.open(identifierPlace(at), identifier) };
}

/** The context to which the seal of an identifier is bound. */
export function identifierPlace({ importId, rowNo }: RowPlace): string {
  return `lead_import_row ${importId} ${rowNo} identifier`;
}
