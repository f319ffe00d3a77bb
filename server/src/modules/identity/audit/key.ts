// The keys of the audit chain. They are random and sealed by the vault, so that write access to the
// database alone is not enough to make a link that fits.

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

/** A key of the chain. */
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

// A forged key does not open. The links under it then do not fit, and the chain continues under a
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
 * The key for new links. Makes a key before the first link, or if the data key was rotated since
 * the last one was made. The caller holds the turn of the chain. Throws DataKeyMissing.
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

/** All keys that this node can open, by version. */
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
      // The verification reports KEY_MISSING for links of this key.
    }
  }
  return keys;
}

/** The keys, for their re-encryption under a new data key. */
export const sealedChainKeys = fewSealedTexts({
  name: 'audit_key',
  placeOf,
  lockOthers: lockKeysToSeal,
  store: updateSealedKey,
});
