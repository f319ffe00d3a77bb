// The identifier of leads, a BVN or the number of a document: sealed in the table, found by its
// digest, open in memory.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { SealedTable } from '../../../platform/vault/re-encrypt.js';
import type { Vault } from '../../../platform/vault/vault.js';
import { identifierIndex } from '../../party/index.js';
import { CRM } from '../limits.js';
import type { MatchKey } from './match.js';
import type { LeadRow } from './queries.js';

/** A lead as it is stored. */
export function sealedLead(vault: Vault, row: LeadRow): LeadRow {
  const { id, identifier } = row;
  return identifier === null ? row : { ...row, identifier: vault.seal(placeOf(id), identifier) };
}

/** A stored lead as it is used. */
export function openLead<Row extends LeadRow>(vault: Vault, row: Row): Row {
  const { id, identifier } = row;
  return identifier === null ? row : { ...row, identifier: vault.open(placeOf(id), identifier) };
}

/** The texts of match keys as they are stored: of an identifier only its digest. */
export function storedTexts(vault: Vault, keys: readonly MatchKey[]): readonly string[] {
  return keys.map(({ kind, key }) => (kind === 'IDENTIFIER' ? identifierIndex(vault, key) : key));
}

function placeOf(id: bigint): string {
  return `lead ${id} identifier`;
}

/** The table as it is sealed at first, and again under each new key. */
export const sealedLeads: SealedTable = {
  name: 'lead',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await lockToSeal(tx, { after, prefix: vault.prefix });
    for (const { id, identifier } of rows) {
      const place = placeOf(id);
      const text = vault.isSealed(identifier) ? vault.open(place, identifier) : identifier;
      await sealRow(tx, {
        id,
        identifier: vault.seal(place, text),
        index: identifierIndex(vault, text),
      });
    }
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};

async function lockToSeal(tx: Tx, { after, prefix }: { after: bigint; prefix: string }) {
  return tx.query<{ id: bigint; identifier: string }>(sql`
    select id, identifier from lead
    where id > ${after} and not starts_with(identifier, ${prefix})
    order by id limit ${CRM.sealedAtOnce} for update`);
}

interface SealedIdentifier {
  readonly id: bigint;
  readonly identifier: string;
  readonly index: string;
}

async function sealRow(tx: Tx, { id, identifier, index }: SealedIdentifier): Promise<void> {
  await tx.query(sql`
    with key as (
      update lead_match_key set key = ${index} where lead_id = ${id} and kind = 'IDENTIFIER'
    )
    update lead set identifier = ${identifier} where id = ${id}`);
}
