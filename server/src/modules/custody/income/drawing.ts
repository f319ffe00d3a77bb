// Draws income statements. This module is separate because a background process loads it with all
// its imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { drawIncome, type IncomePaper } from './page.js';

/** Draws an income statement in a background process. Replies with 503 if the queue is full. */
export function drawIncomeInBackground(paper: IncomePaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'incomePaperPdf' }, paper);
}

/** Draws an income statement. The same content always produces the same bytes. */
export function incomePaperPdf(paper: IncomePaper): Promise<Buffer> {
  const info = {
    title: `Income of customer ${paper.customerName}`,
    author: paper.sender.firm,
    subject: paper.period,
    createdAt: paper.issuedAt,
  };
  return drawPdf(info, (pdf) => drawIncome(pdf, paper));
}
