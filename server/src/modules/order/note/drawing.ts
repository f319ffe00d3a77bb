// Draws sealed contract notes. This is a separate file because a background process loads it with
// all its imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { drawNote, type NotePaper } from './page.js';

/** Draws a note in a background process. Refuses with 503 if too many drawings are pending. */
export function drawNoteInBackground(paper: NotePaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'notePdf' }, paper);
}

/** Draws a note. The same seal, status and address always produce the same bytes. */
export function notePdf(paper: NotePaper): Promise<Buffer> {
  const { note } = paper;
  const info = {
    title: `Contract note ${note.number}`,
    author: note.office.firm,
    subject: `${note.side} ${note.quantity} ${note.security.code}, ${note.tradeDate}`,
    createdAt: note.issuedAt,
  };
  return drawPdf(info, (pdf) => drawNote(pdf, paper));
}
