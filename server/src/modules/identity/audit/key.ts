// The keys of the audit chain: random, and sealed by the vault, so that who can write to the
// database, and no more, makes no link that fits.

import { randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { fewSealedTexts, type SealedText } from '../../../platform/vault/re-encrypt.js';
import { DataKeyMissing, type Vault } from '../../../platform/vault/vault.js';
import { AUDIT } from '../limits.js';

interface KeyRow {
  readonly version: number;
  readonly sealed: string;
  readonly dataKeyVersion: number;
}

/** A key of the chain. */
interface ChainKey {
  readonly version: number;
  readonly key: Buffer;
}

function placeOf(version: number | string): string {
  return `audit_key.sealed.${version}`;
}

function open(vault: Vault, { version, sealed }: KeyRow): ChainKey {
  return { version, key: Buffer.from(vault.open(placeOf(version), sealed), 'base64') };
}

// A key that somebody put there does not open. What it is to verify does not fit then, and the
// chain goes on under a new key.
function openGenuine(vault: Vault, row: KeyRow): ChainKey | undefined {
  try {
    return open(vault, row);
  } catch (error) {
    if (error instanceof DataKeyMissing) throw error;
    return undefined;
  }
}

/**
 * The key that makes links now. Makes a new one when there is none, or when the data key was
 * rotated since. The caller holds the turn of the chain. Throws DataKeyMissing.
 */
export async function presentChainKey(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  tx: Tx,
): Promise<ChainKey> {
  const [newest] = await tx.query<KeyRow>(sql`
    select version, sealed, data_key_version as "dataKeyVersion" from audit_key
    order by version desc limit 1`);
  if (newest !== undefined && newest.dataKeyVersion >= vault.version) {
    const opened = openGenuine(vault, newest);
    if (opened !== undefined) return opened;
  }
  const version = (newest?.version ?? 0) + 1;
  const key = randomBytes(AUDIT.keyBytes);
  const sealed = vault.seal(placeOf(version), key.toString('base64'));
  await tx.query(sql`
    insert into audit_key (version, sealed, data_key_version, created_at)
    values (${version}, ${sealed}, ${vault.version}, ${clock.now()})`);
  return { version, key };
}

/** All keys that this node can open, by version. */
export async function openChainKeys(
  on: Database | Tx,
  vault: Vault,
): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await on.query<KeyRow>(sql`
    select version, sealed, data_key_version as "dataKeyVersion" from audit_key order by version`);
  const keys = new Map<number, Buffer>();
  for (const row of rows) {
    try {
      keys.set(row.version, open(vault, row).key);
    } catch {
      // Without its key a link does not fit, and the verification says that the key is missing.
    }
  }
  return keys;
}

/** The keys, for the exchange of the data key. */
export const sealedChainKeys = fewSealedTexts({
  name: 'audit_key',
  placeOf,
  lockOthers: (tx, prefix) =>
    tx.query<SealedText>(sql`
      select version::text as id, sealed from audit_key
      where not starts_with(sealed, ${prefix}) for update`),
  store: async (tx, { id, sealed }) => {
    await tx.query(sql`update audit_key set sealed = ${sealed} where version::text = ${id}`);
  },
});
