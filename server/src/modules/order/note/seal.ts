// Seals of contract notes: the document is signed and kept the first time it is asked for, and
// final from then on. A stranger who holds a note can have its code checked.

import type { JWK } from 'jose';
import { present } from '../../../platform/assert.js';
import type { Call, Context } from '../../../platform/context.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { createFailureCount, refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { canonicalText, type DocumentRow, gatherDocument, type NoteDocument } from './document.js';
import {
  digestOf,
  makeCode,
  readCode,
  type SealCode,
  shortKeyId,
  verifyCode,
} from './seal-code.js';
import { sealingKey } from './seal-key.js';

/** A sealed document as it is stored. */
export interface Seal {
  readonly document: string;
  readonly code: string;
  readonly keyId: string;
  readonly sealedAt: Instant;
}

const LARGEST_ID = 9_223_372_036_854_775_807n;

/** The seal of a note, made now when it has none; callers at once all get the first one's. */
export async function sealOf(context: Context, row: DocumentRow): Promise<Seal> {
  const stored = await storedSeal(context.db, row.id);
  if (stored !== undefined) return stored;
  const document = canonicalText(await gatherDocument(context.db, row));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const key = await sealingKey({ tx, vault: context.vault, now });
    const code = makeCode({ noteId: row.id, document }, key);
    await tx.query(sql`
      insert into contract_note_seal (contract_note_id, document, code, key_id, sealed_at)
      values (${row.id}, ${document}, ${code}, ${String(key.kid)}, ${now})
      on conflict do nothing`);
    return present(await storedSeal(tx, row.id), 'the seal was made here or before');
  });
}

async function storedSeal(on: Database | Tx, noteId: bigint): Promise<Seal | undefined> {
  const [seal] = await on.query<Seal>(sql`
    select document, code, key_id as "keyId", sealed_at as "sealedAt"
    from contract_note_seal where contract_note_id = ${noteId}`);
  return seal;
}

/** Reads a stored document; its form is this program's own. */
export function readDocument(text: string): NoteDocument {
  const document: NoteDocument = JSON.parse(text);
  return document;
}

interface SealedRow extends Seal {
  readonly publicJwk: JWK;
  readonly reversedAt: Instant | null;
  readonly replacedBy: string | null;
}

const wrongCodes = createFailureCount();

/**
 * Whether a code is genuine, and what the note that it stands for says: enough to compare with a
 * paper, with the customer's name masked. Anything that is not exactly a code of ours is answered
 * alike.
 */
export async function verifyNote(call: Call, text: string): Promise<object> {
  const code = readCode(text);
  const row = code === undefined ? undefined : await sealedRow(call.db, code);
  if (code === undefined || row === undefined || !isGenuine(code, row)) {
    const address = networkOf(call.request?.credentials.address ?? '');
    refuseTooMany(wrongCodes, address, call.context.clock.millis());
    return { genuine: false };
  }
  const note = readDocument(row.document);
  return {
    genuine: true,
    name: note.number,
    businessOffice: note.office.label,
    customerLabel: maskedName(note.customer.name),
    orderType: note.side,
    securityName: note.security.code,
    exchange: note.security.exchange,
    quantity: note.quantity,
    currency: note.currency,
    tradeDate: note.tradeDate,
    settlementDate: note.settlementDate,
    netAmount: new Decimal(note.netAmount),
    reversed: row.reversedAt !== null,
    reversedDttm: row.reversedAt ?? undefined,
    replacedByName: row.replacedBy ?? undefined,
    sealedDttm: row.sealedAt,
  };
}

async function sealedRow(db: Database, code: SealCode): Promise<SealedRow | undefined> {
  if (code.noteId > LARGEST_ID) return undefined;
  const [row] = await db.query<SealedRow>(sql`
    select z.document, z.code, z.key_id as "keyId", z.sealed_at as "sealedAt",
      k.public_jwk as "publicJwk", n.reversed_at as "reversedAt",
      (select r.name from contract_note r where r.order_id = n.order_id and r.replaces_id = n.id
        limit 1) as "replacedBy"
    from contract_note_seal z join note_seal_key k on k.id = z.key_id
    join contract_note n on n.id = z.contract_note_id where z.contract_note_id = ${code.noteId}`);
  return row;
}

// The signature vouches for the digest, the digest for the document that is kept.
function isGenuine(code: SealCode, row: SealedRow): boolean {
  return (
    code.keyId === shortKeyId(row.keyId) &&
    verifyCode(code, row.publicJwk) &&
    code.digest === digestOf(row.document)
  );
}

/** `Babatunde Adeyemi` as `B•••• A••••`: who has the paper recognises it, nobody else learns it. */
export function maskedName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words
    .map((word) => `${[...new Intl.Segmenter().segment(word)][0]?.segment}••••`)
    .join(' ');
}
