// Draws account statements. This module is separate because a background process loads it with all
// its imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { drawStatement, type StatementPaper } from './statement-page.js';

/** Draws a statement in a background process. Replies with 503 if the queue is full. */
export function drawStatementInBackground(paper: StatementPaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'statementPdf' }, paper);
}

/** Draws a statement. The same content always produces the same bytes. */
export function statementPdf(paper: StatementPaper): Promise<Buffer> {
  const info = {
    title: `Statement of account ${paper.accountName}`,
    author: paper.sender.firm,
    subject: paper.period,
    createdAt: paper.issuedAt,
  };
  return drawPdf(info, (pdf) => drawStatement(pdf, paper));
}
