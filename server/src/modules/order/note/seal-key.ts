// The keys that seal contract notes and wealth statements. New seals are made with the newest key.
// Older keys are kept to verify existing seals, because a document may be presented years later.

import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Static } from '@sinclair/typebox';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import type { Outcome } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { fewSealedTexts } from '../../../platform/vault/re-encrypt.js';
import type { Vault } from '../../../platform/vault/vault.js';
import type { SealKeyQuery } from './document-schema.js';
import {
  countKeys,
  insertKey,
  type KeyPair,
  type KeyRow,
  keysOf,
  lockKeys,
  lockKeysWithout,
  newestSealedKey,
  updateSealedKey,
} from './seal-queries.js';

/** The data needed to read and store keys. */
interface Keeping {
  readonly tx: Tx;
  readonly vault: Vault;
  readonly now: Instant;
}

/** Returns the key currently used for sealing, and creates it if there is none. */
export async function sealingKey(on: Keeping): Promise<JWK> {
  const found = await newestKey(on);
  if (found !== undefined) return found;
  const pair = await makeKeyPair();
  await lockKeys(on.tx);
  return (await newestKey(on)) ?? (await storeKey(on, pair)).privateJwk;
}

/**
 * Creates a new sealing key, for example when the old one has reached the firm's maximum age or may
 * have leaked. Existing seals remain valid: each is verified with the key that made it.
 */
export async function rotateSealKey(work: Work): Promise<Outcome> {
  const pair = await makeKeyPair();
  await lockKeys(work.tx);
  await storeKey({ tx: work.tx, vault: work.context.vault, now: work.now }, pair);
  const [key] = await keysOf(work.tx, { limit: 1, offset: 0 });
  return {
    msgCode: 'NOTE_SEAL_KEY_ROTATED',
    name: pair.id,
    created: true,
    result: toKeyRecord(present(key, 'the new key can be read')),
  };
}

/** Lists the public keys; the sealing key comes first. */
export async function sealKeys({ db }: Call, query: Static<typeof SealKeyQuery>) {
  const keys = await keysOf(db, pageOf(query, PAGE_BS));
  return { count: await countKeys(db), result: keys.map(toKeyRecord) };
}

const makePair = promisify(generateKeyPair);

// Ed25519 signatures use no random number, so a note's seal can be recreated from its document.
async function makeKeyPair(): Promise<KeyPair> {
  const pair = await makePair('ed25519');
  const publicJwk = pair.publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ ...publicJwk });
  const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), kid };
  return { id: kid, publicJwk: { ...publicJwk, kid }, privateJwk };
}

const placeOf = (id: string): string => `note_seal_key.private_sealed.${id}`;

async function newestKey({ tx, vault }: Keeping): Promise<JWK | undefined> {
  const key = await newestSealedKey(tx);
  return key && JSON.parse(vault.open(placeOf(key.id), key.sealed));
}

/** The private keys, for re-encryption when the data key changes. */
export const sealedNoteKeys = fewSealedTexts({
  name: 'note_seal_key',
  placeOf,
  lockOthers: lockKeysWithout,
  store: updateSealedKey,
});

async function storeKey({ tx, vault, now }: Keeping, pair: KeyPair): Promise<KeyPair> {
  const sealed = vault.seal(placeOf(pair.id), toJson(pair.privateJwk));
  await insertKey(tx, pair, { sealed, now });
  return pair;
}

function toKeyRecord(row: KeyRow): object {
  return {
    name: row.id,
    active: row.seals,
    publicJwk: row.public_jwk,
    createdDttm: row.created_at,
  };
}
