// The identifiers in the rows of imports of leads: sealed in the table, open in memory.

import { sql } from '../../../platform/database/sql.js';
import type { SealedTable } from '../../../platform/vault/re-encrypt.js';
import type { Vault } from '../../../platform/vault/vault.js';
import { CRM } from '../limits.js';
import type { LeadCells } from './csv.js';

/** A row of an import. */
interface RowPlace {
  readonly importId: bigint;
  readonly rowNo: number;
}

interface SealedCells {
  readonly cells: LeadCells;
  readonly identifier: string | null;
}

/** The cells of a row as they are stored. */
export function sealedCells(vault: Vault, at: RowPlace, cells: LeadCells): SealedCells {
  const { identifier, ...rest } = cells;
  const text = identifier?.trim() ?? '';
  return { cells: rest, identifier: text === '' ? null : vault.seal(placeOf(at), text) };
}

/** Stored cells as they are used. */
export function openCells(vault: Vault, at: RowPlace, stored: SealedCells): LeadCells {
  const { cells, identifier } = stored;
  return identifier === null
    ? cells
    : { ...cells, identifier: vault.open(placeOf(at), identifier) };
}

function placeOf({ importId, rowNo }: RowPlace): string {
  return `lead_import_row ${importId} ${rowNo} identifier`;
}

/** The table as it is sealed again under each new key. */
export const sealedLeadImports: SealedTable = {
  name: 'lead_import_row',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await tx.query<{
      id: bigint;
      import_id: bigint;
      row_no: number;
      identifier: string;
    }>(sql`
      select id, import_id, row_no, identifier from lead_import_row
      where id > ${after} and not starts_with(identifier, ${vault.prefix})
      order by id limit ${CRM.sealedAtOnce} for update`);
    for (const { id, identifier, ...row } of rows) {
      const place = placeOf({ importId: row.import_id, rowNo: row.row_no });
      const sealed = vault.seal(place, vault.open(place, identifier));
      await tx.query(sql`update lead_import_row set identifier = ${sealed} where id = ${id}`);
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};
