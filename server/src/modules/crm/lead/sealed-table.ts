// Encrypts the identifiers of leads, and re-encrypts them under each new key.

import type { SealedTable } from '../../../platform/vault/re-encrypt.js';
import { identifierIndex } from '../../party/index.js';
import { lockLeadsToSeal, sealIdentifier } from './queries.js';
import { identifierPlace } from './secret.js';

export const sealedLeads: SealedTable = {
  name: 'lead',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await lockLeadsToSeal(tx, { after, prefix: vault.prefix });
    for (const { id, identifier } of rows) {
      const place = identifierPlace(id);
      const text = vault.isSealed(identifier) ? vault.open(place, identifier) : identifier;
      await sealIdentifier(tx, {
        id,
        identifier: vault.seal(place, text),
        index: identifierIndex(vault, text),
      });
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};
