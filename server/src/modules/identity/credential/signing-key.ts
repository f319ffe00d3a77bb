// The keys that sign access tokens. One key signs; earlier keys verify the tokens that they signed
// until the last of these has expired. The keys are stored in the database, so that every node has
// them. The vault encrypts the private keys, so that a copy of the database is not enough to sign
// tokens.

import type { JWK } from 'jose';
import { present } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import { toJson } from '../../../platform/json/json.js';
import { makeKeyPair } from '../../../platform/token.js';
import { fewSealedTexts } from '../../../platform/vault/re-encrypt.js';
import { TOKEN } from '../limits.js';
import {
  deleteExpiredKeys,
  hasYoungKey,
  insertSigningKey,
  lockKeysToSeal,
  lockRotation,
  retireKeys,
  type SigningKeyRow,
  selectSigningKeys,
  updateSealedKey,
} from './signing-key-queries.js';

/** The keys that this process last read. */
export interface KeyRing {
  /** Returns the current signing key. Creates the first key if necessary. */
  readonly signing: (context: Context) => Promise<JWK>;
  /** Returns the public key with this id, or undefined. */
  readonly find: (context: Context, id: string) => Promise<JWK | undefined>;
  /** Returns all public keys that verify tokens. */
  readonly all: (context: Context) => Promise<readonly JWK[]>;
}

/** Creates an empty ring. It reads the database when a token names an unknown key. */
export function createKeyRing(): KeyRing {
  let keys: readonly SigningKeyRow[] = [];
  let readAtMs = 0;
  const fresh = async (context: Context, ageMs: number): Promise<readonly SigningKeyRow[]> => {
    const nowMs = context.clock.millis();
    if (nowMs - readAtMs >= ageMs) {
      readAtMs = nowMs;
      keys = await selectSigningKeys(context.db, context.clock.now());
    }
    return keys;
  };
  return {
    signing: async (context) => {
      const known = (await fresh(context, TOKEN.keyReloadEveryMs)).find((key) => key.signs);
      if (known) return privateJwkOf(context, known);
      await rotateWhenDue(context);
      keys = await selectSigningKeys(context.db, context.clock.now());
      return privateJwkOf(
        context,
        present(
          keys.find(({ signs }) => signs),
          'a key was just created',
        ),
      );
    },
    // Tokens with forged key ids must not each cause a query, so re-reads are rate-limited.
    find: async (context, id) => {
      const known = keys.find((key) => key.id === id);
      if (known && context.clock.millis() - readAtMs < TOKEN.keyRereadMs) return known.publicJwk;
      const read = await fresh(context, TOKEN.keyReloadEveryMs);
      return read.find((key) => key.id === id)?.publicJwk;
    },
    all: async (context) => {
      const read = await fresh(context, TOKEN.keyReloadEveryMs);
      return read.map((key) => key.publicJwk);
    },
  };
}

const placeOf = (id: string): string => `signing_key.private_sealed.${id}`;

function privateJwkOf({ vault }: Context, { id, privateSealed }: SigningKeyRow): JWK {
  return JSON.parse(vault.open(placeOf(id), privateSealed));
}

/** The encrypted private keys, which are re-encrypted under each new data key. */
export const sealedSigningKeys = fewSealedTexts({
  name: 'signing_key',
  placeOf,
  lockOthers: lockKeysToSeal,
  store: updateSealedKey,
});

/**
 * Creates a signing key if there is none or if the current one is due for rotation, and returns
 * whether it did. Tokens signed by the old key remain valid until they expire.
 */
export async function rotateWhenDue(context: Context): Promise<boolean> {
  const pair = await makeKeyPair();
  const privateSealed = context.vault.seal(placeOf(pair.id), toJson(pair.privateJwk));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    await lockRotation(tx);
    if (await hasYoungKey(tx, now)) return false;
    await retireKeys(tx, now);
    const publicJwk = toJson(pair.publicJwk);
    await insertSigningKey(tx, { id: pair.id, publicJwk, privateSealed }, now);
    await deleteExpiredKeys(tx, now);
    return true;
  });
}
