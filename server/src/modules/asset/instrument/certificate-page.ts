// Layout of a certificate: letterhead, holder, value, interest table, and terms.

import {
  drawContinuation,
  drawFeet,
  drawHolder,
  drawLetterhead,
  drawNotice,
  drawSums,
  drawTotal,
  LEFT,
  type LetterHolder,
  type LetterTotal,
  type Pairs,
  type Sender,
  WIDTH,
} from '../../../platform/files/letter.js';
import {
  type Column,
  drawTable,
  ensureRoom,
  type Flow,
  INK,
} from '../../../platform/files/page-table.js';
import { FONT, heightOf, type Pdf, write } from '../../../platform/files/pdf.js';

/**
 * The content of a certificate. All values are strings, so that it can be sent to a background
 * process.
 */
export interface CertificateContent {
  readonly sender: Sender;
  /** The heading, such as `CERTIFICATE OF DEPOSIT`. */
  readonly title: string;
  readonly number: string;
  /**
   * Time of the last change to the content. Used as the date of the file, so that an unchanged
   * certificate has the same bytes.
   */
  readonly issuedAt: string;
  readonly holder: LetterHolder;
  readonly facts: Pairs;
  readonly statement: string;
  readonly headline: LetterTotal & { readonly sums: Pairs };
  readonly table: {
    readonly title: string;
    readonly columns: readonly Column[];
    readonly rows: readonly (readonly string[])[];
  };
  readonly terms: readonly string[];
  /** How the instrument ended, and the watermark across every page. */
  readonly ended?: { readonly notice: string; readonly watermark: string };
}

/** Draws the whole certificate. */
export function drawCertificate(pdf: Pdf, paper: CertificateContent): void {
  const { sender, number } = paper;
  const flow: Flow = { pdf, y: 46, onNewPage: () => continued(pdf, paper) };
  drawLetterhead(flow, sender, { title: paper.title, subtitle: `No. ${number}` });
  if (paper.ended !== undefined) drawNotice(flow, paper.ended.notice, INK.alert);
  drawHolder(flow, paper.holder, paper.facts);
  drawStatement(flow, paper.statement);
  drawHeadline(flow, paper.headline);
  drawInterest(flow, paper.table);
  drawTerms(flow, paper.terms);
  drawFeet(pdf, `${sender.firm} · ${number}`, paper.ended?.watermark);
}

function continued(pdf: Pdf, { sender, title, number }: CertificateContent): number {
  const words = `${title.charAt(0)}${title.slice(1).toLowerCase()} ${number}`;
  return drawContinuation(pdf, sender.firm, words);
}

function drawStatement(flow: Flow, text: string): void {
  const { pdf } = flow;
  pdf.fillColor(INK.text).font(FONT.regular).fontSize(9.5);
  write(pdf, text, { x: LEFT, y: flow.y, width: WIDTH, lineGap: 1 });
  flow.y = pdf.y + 8;
}

function drawHeadline(flow: Flow, headline: CertificateContent['headline']): void {
  ensureRoom(flow, 90);
  drawSums(flow, headline.sums);
  drawTotal(flow, headline);
  flow.y = flow.pdf.y + 14;
}

function drawInterest(flow: Flow, { title, columns, rows }: CertificateContent['table']): void {
  if (rows.length === 0) return;
  drawHeading(flow, title);
  drawTable(flow, columns, rows);
}

function drawTerms(flow: Flow, terms: readonly string[]): void {
  const { pdf } = flow;
  drawHeading(flow, 'Terms');
  for (const term of terms) {
    pdf.fillColor(INK.text).font(FONT.regular).fontSize(8.5);
    ensureRoom(flow, heightOf(pdf, term, WIDTH - 10) + 3);
    pdf.fillColor(INK.text).font(FONT.regular).fontSize(8.5);
    write(pdf, '•', { x: LEFT, y: flow.y });
    write(pdf, term, { x: LEFT + 10, y: flow.y, width: WIDTH - 10 });
    flow.y = pdf.y + 3;
  }
}

function drawHeading(flow: Flow, text: string): void {
  const { pdf } = flow;
  ensureRoom(flow, 60);
  pdf.fillColor(INK.accent).font(FONT.bold).fontSize(10);
  write(pdf, text, { x: LEFT, y: flow.y });
  flow.y = pdf.y + 4;
}
