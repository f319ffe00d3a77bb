// Re-encrypts the identifiers in lead import rows under each new key.

import type { SealedTable } from '../../../platform/vault/re-encrypt.js';
import { lockImportRowsToSeal, sealImportRow } from './queries.js';
import { identifierPlace } from './secret.js';

export const sealedLeadImports: SealedTable = {
  name: 'lead_import_row',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await lockImportRowsToSeal(tx, { after, prefix: vault.prefix });
    for (const { id, identifier, ...row } of rows) {
      const place = identifierPlace({ importId: row.import_id, rowNo: row.row_no });
      await sealImportRow(tx, { id, identifier: vault.seal(place, vault.open(place, identifier)) });
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};
