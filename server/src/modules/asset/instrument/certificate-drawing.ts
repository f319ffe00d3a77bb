// Draws certificates. A module of its own, because a background process loads it with
// all that it imports.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { type CertificatePaper, drawCertificate } from './certificate-page.js';

/** Draws a certificate in a background process. Refuses with 503 when too many wait to be drawn. */
export function drawCertificateInBackground(paper: CertificatePaper): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'certificatePdf' }, paper);
}

/** Draws a certificate; the same paper makes the same bytes. */
export function certificatePdf(paper: CertificatePaper): Promise<Buffer> {
  const info = {
    title: `${paper.title} ${paper.number}`,
    author: paper.sender.firm,
    subject: paper.statement,
    createdAt: paper.issuedAt,
  };
  return drawPdf(info, (pdf) => drawCertificate(pdf, paper));
}
