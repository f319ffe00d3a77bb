// SQL for the keys of the audit chain.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { SealedText } from '../../../platform/vault/re-encrypt.js';

export interface ChainKeyRow {
  readonly version: number;
  readonly sealed: string;
  readonly dataKeyVersion: number;
}

/** Reads the newest key; undefined if there is no key yet. */
export async function newestChainKey(tx: Tx): Promise<ChainKeyRow | undefined> {
  const [newest] = await tx.query<ChainKeyRow>(sql`
    select version, sealed, data_key_version as "dataKeyVersion" from audit_key
    order by version desc limit 1`);
  return newest;
}

/** Reads all keys, oldest first. */
export function selectChainKeys(on: Database | Tx): Promise<ChainKeyRow[]> {
  return on.query<ChainKeyRow>(sql`
    select version, sealed, data_key_version as "dataKeyVersion" from audit_key order by version`);
}

/** Stores a new key. */
export async function insertChainKey(tx: Tx, row: ChainKeyRow, now: Instant): Promise<void> {
  await tx.query(sql`
    insert into audit_key (version, sealed, data_key_version, created_at)
    values (${row.version}, ${row.sealed}, ${row.dataKeyVersion}, ${now})`);
}

/** Locks the keys that are not encrypted with the data key that has this prefix. */
export function lockKeysToSeal(tx: Tx, prefix: string): Promise<SealedText[]> {
  return tx.query<SealedText>(sql`
    select version::text as id, sealed from audit_key
    where not starts_with(sealed, ${prefix}) for update`);
}

/** Stores a key that has been re-encrypted. */
export async function updateSealedKey(tx: Tx, { id, sealed }: SealedText): Promise<void> {
  await tx.query(sql`update audit_key set sealed = ${sealed} where version::text = ${id}`);
}
