// Compares this process's keys with its database's keys, at startup and while running.

import { VAULT } from '../../limits.js';
import type { Database, Tx } from '../database/database.js';
import type { Log } from '../log/log.js';
import {
  DataKeyRefused,
  isInSettings,
  type KeyRing,
  type KeySource,
  keyFileIn,
  makeKeyRing,
  readKeyRing,
} from './key-ring.js';
import { insertKey, type KeyRow, lockKeys, selectKeys } from './queries.js';
import { proofOf, type Vault } from './vault.js';

interface Lock {
  readonly db: Database;
  readonly vault: Vault;
  readonly source: KeySource;
  readonly log: Log;
}

/**
 * Opens the vault for this database. The first start creates keys. A later start with missing or
 * different keys throws DataKeyRefused, because this node could not decrypt stored values, and
 * other nodes could not decrypt its new values.
 */
export async function unlockVault({ db, vault, source, log }: Lock): Promise<void> {
  await db.transaction(async (tx) => {
    await lockKeys(tx);
    const known = await selectKeys(tx);
    const ring = (await readKeyRing(source)) ?? (await firstRing(known, source, log));
    if (known.length === 0) await registerFirst(tx, ring);
    const keys = known.length === 0 ? await selectKeys(tx) : known;
    const wrong = keys.filter(isNeeded).find((key) => !isProved(key, ring));
    if (wrong !== undefined) throw refusedKey(wrong, source);
    vault.unlock(ring, sealingKeys(keys));
  });
}

async function firstRing(known: readonly KeyRow[], source: KeySource, log: Log): Promise<KeyRing> {
  const [newest] = known;
  if (newest !== undefined) throw refusedKey(newest, source);
  const ring = await makeKeyRing(source);
  const file = keyFileIn(source.dataFolder);
  log.info(
    { file },
    'data keys were created; without this file the encrypted numbers cannot be read',
  );
  return ring;
}

async function registerFirst(tx: Tx, ring: KeyRing): Promise<void> {
  const first = { sealsInMs: 0, createdBy: 'system' };
  for (const [version, key] of ring.sealing) {
    await insertKey(tx, { ...first, purpose: 'SEAL', version, proof: proofOf(key) });
  }
  await insertKey(tx, { ...first, purpose: 'INDEX', version: 1, proof: proofOf(ring.index) });
}

// Replies stored under a replaced key are deleted after a few days. After that, the key can be
// removed.
function isNeeded({ replacedAt }: KeyRow): boolean {
  return replacedAt === null;
}

function isProved({ purpose, version, proof }: KeyRow, ring: KeyRing): boolean {
  const key = purpose === 'INDEX' ? ring.index : ring.sealing.get(version);
  return key !== undefined && proofOf(key) === proof;
}

function refusedKey({ purpose, version }: KeyRow, source: KeySource): DataKeyRefused {
  const where = isInSettings(source)
    ? 'COUNTINGHOUSE_DATA_KEY and COUNTINGHOUSE_INDEX_KEY'
    : keyFileIn(source.dataFolder);
  const which = purpose === 'INDEX' ? 'the index key' : `data key ${version}`;
  return new DataKeyRefused(
    `${where} does not contain ${which} of this database. Provide the keys that encrypted it: ` +
      'the file of its first node or of its backup, or their settings',
  );
}

function sealingKeys(keys: readonly KeyRow[]) {
  return keys
    .filter(({ purpose }) => purpose === 'SEAL')
    .map(({ version, sealsFrom }) => ({ version, sealsFromMs: Date.parse(sealsFrom) }));
}

/**
 * Loads keys added by another node. If this node lacks a key, that is logged before the key is
 * first used.
 */
export async function refreshVault({ db, vault, source, log }: Lock): Promise<void> {
  const keys = await selectKeys(db);
  const known = sealingKeys(keys);
  if (known.every(({ version }) => vault.holds(version))) {
    vault.knows(known);
    return;
  }
  const ring = await readKeyRing(source);
  if (ring === undefined) throw new DataKeyRefused('the data keys of this node are missing');
  const missing = keys.filter(isNeeded).find((key) => !isProved(key, ring));
  if (missing !== undefined) {
    log.error({ version: missing.version, graceMs: VAULT.graceMs }, 'a data key is missing here');
  }
  vault.unlock(ring, known);
}
