// The operations of contract notes as documents: the PDF, the check of its seal, the letterhead.

import { PUBLIC, type Route, raw, read, write } from '../../platform/http/route.js';
import { updateLetterhead } from './letterhead.js';
import {
  LetterheadBody,
  LetterheadRecord,
  NoteVerification,
  VerifyQuery,
} from './note-document-schema.js';
import { contractNotePdf } from './note-pdf.js';
import { verifyNote } from './note-seal.js';
import { IdParams } from './schema.js';

export const noteDocumentRoutes: readonly Route[] = [
  read({
    path: 'order/contractnote/pdf/id/{id}',
    operation: 'getContractNotePdf',
    summary: 'The PDF of a contract note',
    description:
      'Sealed with a signature that its QR code checks. The same note gives the same bytes; one ' +
      'that was reversed since says so on every page.',
    permission: 'order.contract-note.read',
    params: IdParams,
    run: (call, { params }) => contractNotePdf(call, params.id),
  }),
  raw({
    method: 'GET',
    path: 'order/contractnote/verify',
    operation: 'verifyContractNote',
    summary: 'Check the seal of a contract note',
    description:
      'What the QR code on a note asks; anybody may. Few requests a minute for each address.',
    permission: PUBLIC,
    sensitive: true,
    query: VerifyQuery,
    reply: NoteVerification,
    run: (call, { query }) => verifyNote(call, query.c),
  }),
  write({
    method: 'PUT',
    path: 'order/letterhead/update',
    operation: 'updateLetterhead',
    summary: "Set the letterhead of a business office's documents",
    permission: 'system.letterhead.update',
    body: LetterheadBody,
    reply: LetterheadRecord,
    example: {
      businessOffice: '0000000001',
      firmName: 'Example Securities Limited',
      address: '1 Broad Street\nLagos\nNigeria',
      contact: '+234 1 555 0100 · notes@example.com',
      registration: 'RC 000001 · Dealing member of NGX',
    },
    run: (work, { body }) => updateLetterhead(work, body),
  }),
];
