// The keys of the audit chain. They are random and encrypted by the vault, so that someone with
// only write access to the database cannot create a valid link.

import { randomBytes } from 'node:crypto';
import type { Context } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { fewSealedTexts } from '../../../platform/vault/re-encrypt.js';
import { DataKeyMissing, type Vault } from '../../../platform/vault/vault.js';
import { AUDIT } from '../limits.js';
import {
  type ChainKeyRow,
  insertChainKey,
  lockKeysToSeal,
  newestChainKey,
  selectChainKeys,
  updateSealedKey,
} from './key-queries.js';

/** A key of the audit chain. */
interface ChainKey {
  readonly version: number;
  readonly key: Buffer;
}

function placeOf(version: number | string): string {
  return `audit_key.sealed.${version}`;
}

function open(vault: Vault, { version, sealed }: ChainKeyRow): ChainKey {
  return { version, key: Buffer.from(vault.open(placeOf(version), sealed), 'base64') };
}

// A forged key cannot be decrypted. Its links then do not match, and the chain continues under a
// new key.
function openGenuine(vault: Vault, row: ChainKeyRow): ChainKey | undefined {
  try {
    return open(vault, row);
  } catch (error) {
    if (error instanceof DataKeyMissing) throw error;
    return undefined;
  }
}

/**
 * Returns the key for new links. Creates one before the first link, and after the data key has been
 * rotated. The caller must hold the lock for extending the chain. Throws DataKeyMissing.
 */
export async function presentChainKey(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  tx: Tx,
): Promise<ChainKey> {
  const newest = await newestChainKey(tx);
  if (newest !== undefined && newest.dataKeyVersion >= vault.version) {
    const opened = openGenuine(vault, newest);
    if (opened !== undefined) return opened;
  }
  const version = (newest?.version ?? 0) + 1;
  const key = randomBytes(AUDIT.keyBytes);
  const sealed = vault.seal(placeOf(version), key.toString('base64'));
  await insertChainKey(tx, { version, sealed, dataKeyVersion: vault.version }, clock.now());
  return { version, key };
}

/** Returns all keys that this node can decrypt, by version. */
export async function openChainKeys(
  on: Database | Tx,
  vault: Vault,
): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await selectChainKeys(on);
  const keys = new Map<number, Buffer>();
  for (const row of rows) {
    try {
      keys.set(row.version, open(vault, row).key);
    } catch {
      // Verification then reports KEY_MISSING for links under this key.
    }
  }
  return keys;
}

/** The encrypted keys of the chain, which are re-encrypted under each new data key. */
export const sealedChainKeys = fewSealedTexts({
  name: 'audit_key',
  placeOf,
  lockOthers: lockKeysToSeal,
  store: updateSealedKey,
});
