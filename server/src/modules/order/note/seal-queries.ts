// SQL for stored seals of contract notes, and their keys.

import type { JWK } from 'jose';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows } from '../../../platform/database/list-query.js';
import { sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { SealedText } from '../../../platform/vault/re-encrypt.js';
import type { SealCode } from './seal-code.js';

/** A sealed document as stored. */
export interface Seal {
  readonly document: string;
  readonly code: string;
  readonly keyId: string;
  readonly sealedAt: Instant;
}

const LARGEST_ID = 9_223_372_036_854_775_807n;

/** Reads the seal of a note; undefined if the note is not sealed. */
export async function storedSeal(on: Database | Tx, noteId: bigint): Promise<Seal | undefined> {
  const [seal] = await on.query<Seal>(sql`
    select document, code, key_id as "keyId", sealed_at as "sealedAt"
    from contract_note_seal where contract_note_id = ${noteId}`);
  return seal;
}

/** A seal with its key and its note's current state. */
interface SealedRow extends Seal {
  readonly publicJwk: JWK;
  readonly reversedAt: Instant | null;
  readonly replacedBy: string | null;
}

/** Reads the seal of the note that a code refers to; undefined if that note is not sealed. */
export async function sealedRow(db: Database, code: SealCode): Promise<SealedRow | undefined> {
  if (code.recordId > LARGEST_ID) return undefined;
  const [row] = await db.query<SealedRow>(sql`
    select z.document, z.code, z.key_id as "keyId", z.sealed_at as "sealedAt",
      k.public_jwk as "publicJwk", n.reversed_at as "reversedAt",
      (select r.name from contract_note r where r.order_id = n.order_id and r.replaces_id = n.id
        limit 1) as "replacedBy"
    from contract_note_seal z join note_seal_key k on k.id = z.key_id
    join contract_note n on n.id = z.contract_note_id where z.contract_note_id = ${code.recordId}`);
  return row;
}

/** A new key pair and its id. */
export interface KeyPair {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/** Serialises key creation until the commit. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse note seal key'))`);
}

/** A key as shown in its record. */
export interface KeyRow {
  readonly id: string;
  readonly public_jwk: JWK;
  readonly created_at: Instant;
  readonly seals: boolean;
}

/** Reads a page of keys, newest first. */
export function keysOf(
  on: Database | Tx,
  page: Pick<PageRequest, 'limit' | 'offset'>,
): Promise<KeyRow[]> {
  return on.query<KeyRow>(sql`
    select k.id, k.public_jwk, k.created_at,
      k.created_at = (select max(created_at) from note_seal_key) as seals
    from note_seal_key k order by k.created_at desc limit ${page.limit} offset ${page.offset}`);
}

/** Stores the seal of a note, unless another transaction has already stored one. */
export async function insertSeal(
  tx: Tx,
  noteId: bigint,
  { document, code, keyId, sealedAt }: Seal,
): Promise<void> {
  await tx.query(sql`
    insert into contract_note_seal (contract_note_id, document, code, key_id, sealed_at)
    values (${noteId}, ${document}, ${code}, ${keyId}, ${sealedAt})
    on conflict do nothing`);
}

/** Counts the stored keys. */
export function countKeys(db: Database): Promise<bigint> {
  return countRows(db, sql`select count(*) as count from note_seal_key`);
}

/** Reads the newest key, encrypted; undefined if there is none. */
export async function newestSealedKey(tx: Tx): Promise<SealedText | undefined> {
  const [key] = await tx.query<SealedText>(sql`
    select id, private_sealed as sealed from note_seal_key order by created_at desc limit 1`);
  return key;
}

/** Locks the keys that are not encrypted with the current data key, as their prefix shows. */
export function lockKeysWithout(tx: Tx, prefix: string): Promise<SealedText[]> {
  return tx.query<SealedText>(sql`
    select id, private_sealed as sealed from note_seal_key
    where not starts_with(private_sealed, ${prefix}) for update`);
}

/** Stores a key after re-encryption. */
export async function updateSealedKey(tx: Tx, { id, sealed }: SealedText): Promise<void> {
  await tx.query(sql`update note_seal_key set private_sealed = ${sealed} where id = ${id}`);
}

/**
 * Stores a key with a time later than that of every other key, even if this node's clock is slow.
 */
export async function insertKey(
  tx: Tx,
  { id, publicJwk }: Pick<KeyPair, 'id' | 'publicJwk'>,
  { sealed, now }: { readonly sealed: string; readonly now: Instant },
): Promise<void> {
  await tx.query(sql`
    insert into note_seal_key (id, public_jwk, private_sealed, created_at)
    select ${id}, ${toJson(publicJwk)}, ${sealed},
      greatest(${now}::timestamptz, max(created_at) + interval '1 millisecond')
    from note_seal_key`);
}
