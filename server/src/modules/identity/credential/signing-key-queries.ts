// SQL for signing keys.

import type { JWK } from 'jose';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { SealedText } from '../../../platform/vault/re-encrypt.js';
import { TOKEN } from '../limits.js';

export interface SigningKeyRow {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateSealed: string;
  readonly signs: boolean;
}

/** Reads the keys that sign or verify now, newest first. */
export function selectSigningKeys(db: Database, now: Instant): Promise<SigningKeyRow[]> {
  return db.query<SigningKeyRow>(sql`
    select id, public_jwk as "publicJwk", private_sealed as "privateSealed",
      verifies_until is null as signs
    from signing_key where verifies_until is null or verifies_until > ${now}
    order by created_at desc limit ${TOKEN.keysMax}`);
}

/** Locks key rotation, so that only one node rotates keys at a time. */
export async function lockRotation(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse signing key'))`);
}

/** Returns whether the signing key is not yet due for rotation. */
export async function hasYoungKey(tx: Tx, now: Instant): Promise<boolean> {
  const oldestAge = `${TOKEN.signingKeyDays} days`;
  const [young] = await tx.query(sql`
    select from signing_key
    where verifies_until is null and created_at > ${now}::timestamptz - ${oldestAge}::interval`);
  return young !== undefined;
}

/** Stops the current key from signing. It still verifies tokens until the last one has expired. */
export async function retireKeys(tx: Tx, now: Instant): Promise<void> {
  const seconds = TOKEN.accessSecondsMax + TOKEN.signingKeyMarginSeconds;
  await tx.query(sql`
    update signing_key
    set verifies_until = ${now}::timestamptz + make_interval(secs => ${seconds}::int)
    where verifies_until is null`);
}

/** Stores a new key. `publicJwk` is JSON text. */
export async function insertSigningKey(
  tx: Tx,
  row: { readonly id: string; readonly publicJwk: string; readonly privateSealed: string },
  now: Instant,
): Promise<void> {
  await tx.query(sql`
    insert into signing_key (id, public_jwk, private_sealed, created_at)
    values (${row.id}, ${row.publicJwk}, ${row.privateSealed}, ${now})`);
}

/** Deletes keys that no longer verify tokens. */
export async function deleteExpiredKeys(tx: Tx, now: Instant): Promise<void> {
  await tx.query(sql`delete from signing_key where verifies_until < ${now}`);
}

/** Locks the keys that are not encrypted with the data key that has this prefix. */
export function lockKeysToSeal(tx: Tx, prefix: string): Promise<SealedText[]> {
  return tx.query<SealedText>(sql`
    select id, private_sealed as sealed from signing_key
    where not starts_with(private_sealed, ${prefix}) for update`);
}

/** Stores a key that has been re-encrypted. */
export async function updateSealedKey(tx: Tx, { id, sealed }: SealedText): Promise<void> {
  await tx.query(sql`update signing_key set private_sealed = ${sealed} where id = ${id}`);
}
