// Seals of contract notes: the document is signed and kept the first time it is asked for, and
// final from then on. A stranger who holds a note can have its code checked.

import { present } from '../../../platform/assert.js';
import type { Call, Context } from '../../../platform/context.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { createFailureCount, refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { canonicalText, gatherDocument, type NoteDocument } from './document.js';
import type { DocumentRow } from './document-queries.js';
import {
  digestOf,
  makeCode,
  readCode,
  type SealCode,
  shortKeyId,
  verifyCode,
} from './seal-code.js';
import { sealingKey } from './seal-key.js';
import { insertSeal, type Seal, type SealedRow, sealedRow, storedSeal } from './seal-queries.js';

/** The seal of a note, made now when it has none; callers at once all get the first one's. */
export async function sealOf(context: Context, row: DocumentRow): Promise<Seal> {
  const stored = await storedSeal(context.db, row.id);
  if (stored !== undefined) return stored;
  const document = canonicalText(await gatherDocument(context.db, row));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const key = await sealingKey({ tx, vault: context.vault, now });
    const code = makeCode({ noteId: row.id, document }, key);
    await insertSeal(tx, row.id, { document, code, keyId: String(key.kid), sealedAt: now });
    return present(await storedSeal(tx, row.id), 'the seal was made here or before');
  });
}

/** Reads a stored document; its form is this program's own. */
export function readDocument(text: string): NoteDocument {
  const document: NoteDocument = JSON.parse(text);
  return document;
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
