// The PDF of a contract note, drawn from its sealed document and the note's current status.

import { type Call, seesOffice } from '../../../platform/context.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { FileReply } from '../../../platform/http/route.js';
import { documentRow, replacementNameOf } from './document-queries.js';
import { drawNoteInBackground } from './drawing.js';
import { readDocument, sealOf } from './seal.js';

/**
 * Returns the PDF of a note. Its bytes do not change until the note is reversed. Refuses with 404
 * if there is no such note.
 */
export async function contractNotePdf(call: Call, id: bigint): Promise<FileReply> {
  const row = await documentRow(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const seal = await sealOf(call.context, row);
  const note = readDocument(seal.document);
  const fate = { reversedAt: row.reversed_at, replacedBy: await replacementNameOf(call.db, id) };
  return pdfFile(call, {
    fileName: `contract-note-${row.name}.pdf`,
    bytes: await drawNoteInBackground({ note, seal, fate, verifyUrl: verifyUrl(call, seal.code) }),
  });
}

function verifyUrl({ context: { config } }: Call, code: string): string {
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return `${base.replace(/\/+$/, '')}/api/v1/order/contractnote/verify?c=${code}`;
}
