// HTTP operations on contract notes as documents: the PDF, and the check of its seal.

import { PAGE_BS } from '../../../platform/http/reply/paging.js';
import { list, PUBLIC, type Route, raw, read, write } from '../../../platform/http/route.js';
import { IdParams } from '../schema.js';
import { NoteVerification, SealKeyQuery, SealKeyRecord, VerifyQuery } from './document-schema.js';
import { contractNotePdf } from './pdf.js';
import { verifyNote } from './seal.js';
import { rotateSealKey, sealKeys } from './seal-key.js';

export const noteDocumentRoutes: readonly Route[] = [
  read({
    path: 'order/contractnote/pdf/id/{id}',
    operation: 'getContractNotePdf',
    produces: 'application/pdf',
    summary: 'The PDF of a contract note',
    description:
      'Sealed with a signature that can be checked with its QR code. Its bytes do not change. ' +
      'After a reversal every page shows that it was reversed.',
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
      'The QR code on a note leads to this operation, which needs no login. Wrong codes are ' +
      'rate-limited per address.',
    permission: PUBLIC,
    sensitive: true,
    query: VerifyQuery,
    reply: NoteVerification,
    run: (call, { query }) => verifyNote(call, query.c),
  }),
  list({
    path: 'order/note-seal-key/list',
    operation: 'listNoteSealKeys',
    summary: 'List the keys that seal contract notes',
    description:
      'Public keys only, without login, so that anyone can check a seal offline. The sealing key ' +
      'comes first.',
    permission: PUBLIC,
    query: SealKeyQuery,
    reply: SealKeyRecord,
    paging: PAGE_BS,
    run: (call, { query }) => sealKeys(call, query),
  }),
  write({
    method: 'POST',
    path: 'order/note-seal-key/rotate',
    operation: 'rotateNoteSealKey',
    summary: 'Create a new key for sealing contract notes',
    description: 'Existing seals remain valid: every key verifies its own seals forever.',
    permission: 'system.note-seal-key.rotate',
    reply: SealKeyRecord,
    run: (work) => rotateSealKey(work),
  }),
];
