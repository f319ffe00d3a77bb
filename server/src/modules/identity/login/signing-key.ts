// The keys that sign access tokens: one signs, those before it verify until their last token
// expired.
// They live in the database so that every node has them, the private halves sealed by the vault:
// who reads a copy of it signs nothing.

import type { JWK } from 'jose';
import { present } from '../../../platform/assert.js';
import type { Context } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import { makeKeyPair } from '../../../platform/token.js';
import { fewSealedTexts, type SealedText } from '../../../platform/vault/re-encrypt.js';
import { TOKEN } from '../limits.js';

interface KeyRow {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateSealed: string;
  readonly signs: boolean;
}

/** The keys as this process last read them. */
export interface KeyRing {
  /** The key that signs now; makes the first one. */
  readonly signing: (context: Context) => Promise<JWK>;
  /** The public key with this id, or undefined. */
  readonly find: (context: Context, id: string) => Promise<JWK | undefined>;
  /** All public keys that verify. */
  readonly all: (context: Context) => Promise<readonly JWK[]>;
}

/** Makes an empty ring; it reads the database when it meets a key that it does not know. */
export function createKeyRing(): KeyRing {
  let keys: readonly KeyRow[] = [];
  let readAtMs = 0;
  const fresh = async (context: Context, ageMs: number): Promise<readonly KeyRow[]> => {
    const nowMs = context.clock.millis();
    if (nowMs - readAtMs >= ageMs) {
      readAtMs = nowMs;
      keys = await readKeys(context.db, context.clock.now());
    }
    return keys;
  };
  return {
    signing: async (context) => {
      const known = (await fresh(context, TOKEN.keyReloadEveryMs)).find((key) => key.signs);
      if (known) return privateJwkOf(context, known);
      await rotateWhenDue(context);
      keys = await readKeys(context.db, context.clock.now());
      return privateJwkOf(
        context,
        present(
          keys.find(({ signs }) => signs),
          'one was just made',
        ),
      );
    },
    // Tokens with made-up key ids must not cost a query each, so reading again has a pace.
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

function privateJwkOf({ vault }: Context, { id, privateSealed }: KeyRow): JWK {
  return JSON.parse(vault.open(placeOf(id), privateSealed));
}

/** The private keys, for the exchange of the data key. */
export const sealedSigningKeys = fewSealedTexts({
  name: 'signing_key',
  placeOf,
  lockOthers: (tx, prefix) =>
    tx.query<SealedText>(sql`
      select id, private_sealed as sealed from signing_key
      where not starts_with(private_sealed, ${prefix}) for update`),
  store: async (tx, { id, sealed }) => {
    await tx.query(sql`update signing_key set private_sealed = ${sealed} where id = ${id}`);
  },
});

function readKeys(db: Database, now: Instant): Promise<KeyRow[]> {
  return db.query<KeyRow>(sql`
    select id, public_jwk as "publicJwk", private_sealed as "privateSealed",
      verifies_until is null as signs
    from signing_key where verifies_until is null or verifies_until > ${now}
    order by created_at desc limit ${TOKEN.keysMax}`);
}

/**
 * Makes a new signing key when there is none or the present one is old; returns whether it did.
 * Tokens of the old one stay valid for their life.
 */
export async function rotateWhenDue(context: Context): Promise<boolean> {
  const oldestAge = `${TOKEN.signingKeyDays} days`;
  const pair = await makeKeyPair();
  const sealed = context.vault.seal(placeOf(pair.id), toJson(pair.privateJwk));
  const now = context.clock.now();
  return context.db.transaction(async (tx: Tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse signing key'))`);
    const [young] = await tx.query(sql`
      select from signing_key
      where verifies_until is null and created_at > ${now}::timestamptz - ${oldestAge}::interval`);
    if (young) return false;
    const kept = TOKEN.accessSeconds + TOKEN.signingKeyMarginSeconds;
    await tx.query(sql`
      update signing_key
      set verifies_until = ${now}::timestamptz + make_interval(secs => ${kept}::int)
      where verifies_until is null`);
    await tx.query(sql`
      insert into signing_key (id, public_jwk, private_sealed, created_at)
      values (${pair.id}, ${toJson(pair.publicJwk)}, ${sealed}, ${now})`);
    await tx.query(sql`delete from signing_key where verifies_until < ${now}`);
    return true;
  });
}
