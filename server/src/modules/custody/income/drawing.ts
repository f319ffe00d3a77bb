// Draws statements of income. This module is separate because a background process loads it with
// all its imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { drawIncome, type IncomePaper } from './page.js';

/** Draws a statement of income in a background process. Replies 503 if the queue is full. */
export function drawIncomeInBackground(paper: IncomePaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'incomePaperPdf' }, paper);
}

/** Draws a statement of income; the same content always gives the same bytes. */
export function incomePaperPdf(paper: IncomePaper): Promise<Buffer> {
  const info = {
    title: `Income of customer ${paper.customerName}`,
    author: paper.sender.firm,
    subject: paper.period,
    createdAt: paper.issuedAt,
  };
  return drawPdf(info, (pdf) => drawIncome(pdf, paper));
}
