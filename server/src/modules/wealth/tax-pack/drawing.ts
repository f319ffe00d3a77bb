// Draws tax packs. This module is separate because a background process loads it with all its
// imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { drawPack, type PackPaper } from './page.js';

/** Draws a pack in a background process. Refuses with 503 if too many drawings are pending. */
export function drawPackInBackground(paper: PackPaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'taxPackPdf' }, paper);
}

/** Draws a pack. The same content and seal always produce the same bytes. */
export function taxPackPdf(paper: PackPaper): Promise<Buffer> {
  const { office, customer, figures, issuedAt } = paper.content;
  const info = {
    title: `Tax pack ${customer.code}`,
    author: office.firm,
    subject: `${figures.from} to ${figures.until}`,
    createdAt: issuedAt,
  };
  return drawPdf(info, (pdf) => drawPack(pdf, paper));
}
