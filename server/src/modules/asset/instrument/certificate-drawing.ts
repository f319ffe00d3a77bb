// Draws certificates. The background process loads this file with all its imports, so it is kept
// separate.

import { makeInBackground } from '../../../platform/files/background.js';
import { drawPdf } from '../../../platform/files/pdf.js';
import { type CertificateContent, drawCertificate } from './certificate-page.js';

/** Draws a certificate in a background process. Replies 503 if too many requests are waiting. */
export function drawCertificateInBackground(paper: CertificateContent): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'certificatePdf' }, paper);
}

/** Draws a certificate. The same content always produces the same bytes. */
export function certificatePdf(paper: CertificateContent): Promise<Buffer> {
  const info = {
    title: `${paper.title} ${paper.number}`,
    author: paper.sender.firm,
    subject: paper.statement,
    createdAt: paper.issuedAt,
  };
  return drawPdf(info, (pdf) => drawCertificate(pdf, paper));
}
