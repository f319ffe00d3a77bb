// Draws wealth statements. This module is separate because a background process loads it with all
// its imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { drawStatement, type StatementPaper } from './page.js';

/** Draws a statement in a background process. Refuses with 503 if too many drawings are pending. */
export function drawStatementInBackground(paper: StatementPaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'wealthStatementPdf' }, paper);
}

/** Draws a statement. The same content and seal always produce the same bytes. */
export function wealthStatementPdf(paper: StatementPaper): Promise<Buffer> {
  const { office, customer, figures, issuedAt } = paper.content;
  const info = {
    title: `Statement of wealth ${customer.code}`,
    author: office.firm,
    subject: `${figures.period.from} to ${figures.period.to}`,
    createdAt: issuedAt,
  };
  return drawPdf(info, (pdf) => drawStatement(pdf, paper));
}
