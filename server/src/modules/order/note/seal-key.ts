// The keys that seal contract notes: the newest seals, and all of them verify for ever, because a
// note is shown years after its trade.

import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Static } from '@sinclair/typebox';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { PAGE_BS, type PageRequest, pageOf } from '../../../platform/http/reply/paging.js';
import type { Outcome } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { fewSealedTexts, type SealedText } from '../../../platform/vault/re-encrypt.js';
import type { Vault } from '../../../platform/vault/vault.js';
import type { SealKeyQuery } from './document-schema.js';

/** What a key is kept with. */
interface Keeping {
  readonly tx: Tx;
  readonly vault: Vault;
  readonly now: Instant;
}

/** The key that seals now; the first is made by whoever needs it first. */
export async function sealingKey(on: Keeping): Promise<JWK> {
  const found = await newestKey(on);
  if (found !== undefined) return found;
  const pair = await makeKeyPair();
  await lockKeys(on.tx);
  return (await newestKey(on)) ?? (await storeKey(on, pair)).privateJwk;
}

/**
 * Makes a new sealing key, for when the old one is as old as the firm lets keys get, or somebody
 * saw it. What is sealed keeps its seal and verifies with the key that made it.
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
    result: toKeyRecord(present(key, 'a key that was made is there')),
  };
}

/** The public keys, the one that seals first. */
export async function sealKeys({ db }: Call, query: Static<typeof SealKeyQuery>) {
  const keys = await keysOf(db, pageOf(query, PAGE_BS));
  const [all] = await db.query<{ count: bigint }>(sql`select count(*) as count from note_seal_key`);
  return { count: all?.count ?? 0n, result: keys.map(toKeyRecord) };
}

interface KeyPair {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

const makePair = promisify(generateKeyPair);

// Ed25519 needs no chance to sign, so a note's seal can be made again from its document.
async function makeKeyPair(): Promise<KeyPair> {
  const pair = await makePair('ed25519');
  const publicJwk = pair.publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ ...publicJwk });
  const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), kid };
  return { id: kid, publicJwk: { ...publicJwk, kid }, privateJwk };
}

const placeOf = (id: string): string => `note_seal_key.private_sealed.${id}`;

async function newestKey({ tx, vault }: Keeping): Promise<JWK | undefined> {
  const [key] = await tx.query<SealedText>(sql`
    select id, private_sealed as sealed from note_seal_key order by created_at desc limit 1`);
  return key && JSON.parse(vault.open(placeOf(key.id), key.sealed));
}

/** The private keys, for the exchange of the data key. */
export const sealedNoteKeys = fewSealedTexts({
  name: 'note_seal_key',
  placeOf,
  lockOthers: (tx, prefix) =>
    tx.query<SealedText>(sql`
      select id, private_sealed as sealed from note_seal_key
      where not starts_with(private_sealed, ${prefix}) for update`),
  store: async (tx, { id, sealed }) => {
    await tx.query(sql`update note_seal_key set private_sealed = ${sealed} where id = ${id}`);
  },
});

async function lockKeys(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse note seal key'))`);
}

// Newer than every other key, whatever this node's clock says.
async function storeKey({ tx, vault, now }: Keeping, pair: KeyPair): Promise<KeyPair> {
  const sealed = vault.seal(placeOf(pair.id), toJson(pair.privateJwk));
  await tx.query(sql`
    insert into note_seal_key (id, public_jwk, private_sealed, created_at)
    select ${pair.id}, ${toJson(pair.publicJwk)}, ${sealed},
      greatest(${now}::timestamptz, max(created_at) + interval '1 millisecond')
    from note_seal_key`);
  return pair;
}

interface KeyRow {
  readonly id: string;
  readonly public_jwk: JWK;
  readonly created_at: Instant;
  readonly seals: boolean;
  readonly notes: bigint;
}

function keysOf(on: Database | Tx, page: Pick<PageRequest, 'limit' | 'offset'>): Promise<KeyRow[]> {
  return on.query<KeyRow>(sql`
    select k.id, k.public_jwk, k.created_at,
      k.created_at = (select max(created_at) from note_seal_key) as seals,
      (select count(*) from contract_note_seal s where s.key_id = k.id) as notes
    from note_seal_key k order by k.created_at desc limit ${page.limit} offset ${page.offset}`);
}

function toKeyRecord(row: KeyRow): object {
  return {
    name: row.id,
    active: row.seals,
    publicJwk: row.public_jwk,
    createdDttm: row.created_at,
    sealedNotes: row.notes,
  };
}
