// Seals contract notes. A document is signed and stored at the first request, and is final from
// then on. Anyone who has a note can check its code.

import { present } from '../../../platform/assert.js';
import type { Call, Context } from '../../../platform/context.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { createFailureCount, refuseTooMany } from '../../../platform/http/request/failure-count.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { canonicalText, collectDocument, type NoteDocument } from './document.js';
import type { DocumentRow } from './document-queries.js';
import { isGenuine, makeCode, readCode } from './seal-code.js';
import { sealingKey } from './seal-key.js';
import { insertSeal, type Seal, sealedRow, storedSeal } from './seal-queries.js';

/**
 * Returns a note's seal, creating it if there is none. Concurrent callers all get the seal that was
 * stored first.
 */
export async function sealOf(context: Context, row: DocumentRow): Promise<Seal> {
  const stored = await storedSeal(context.db, row.id);
  if (stored !== undefined) return stored;
  const document = canonicalText(await collectDocument(context.db, row));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const key = await sealingKey({ tx, vault: context.vault, now });
    const code = makeCode({ kind: 'contract note', recordId: row.id, document }, key);
    await insertSeal(tx, row.id, { document, code, keyId: String(key.kid), sealedAt: now });
    return present(await storedSeal(tx, row.id), 'the seal was made here or earlier');
  });
}

/** Parses a stored document. Only this program writes such documents. */
export function readDocument(text: string): NoteDocument {
  const document: NoteDocument = JSON.parse(text);
  return document;
}

const wrongCodes = createFailureCount();

/**
 * Returns whether a code is genuine and, if so, enough of its note's content to compare with a
 * printed note. The customer's name is masked. The answer is the same for every text that is not a
 * genuine code.
 */
export async function verifyNote(call: Call, text: string): Promise<object> {
  const code = readCode(text);
  const row = code === undefined ? undefined : await sealedRow(call.db, code);
  if (code === undefined || row === undefined || !isGenuine(code, 'contract note', row)) {
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

/**
 * Masks a name: `Babatunde Adeyemi` becomes `B•••• A••••`, recognizable only to someone who has the
 * note.
 */
export function maskedName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words
    .map((word) => `${[...new Intl.Segmenter().segment(word)][0]?.segment}••••`)
    .join(' ');
}
