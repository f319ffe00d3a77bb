// How a certificate looks on paper: letterhead, whose it is, what it is worth, when interest is
// settled, and the terms.

import {
  drawContinuation,
  drawFeet,
  drawLetterhead,
  drawNotice,
  drawPairs,
  LEFT,
  type Sender,
  WIDTH,
} from '../../platform/files/letter.js';
import {
  type Column,
  drawTable,
  ensureRoom,
  type Flow,
  INK,
} from '../../platform/files/page-table.js';
import { FONT, heightOf, type Pdf, write } from '../../platform/files/pdf.js';

type Pairs = readonly (readonly [string, string])[];

/** All that a certificate shows, as text, so that a drawing thread can take it. */
export interface CertificatePaper {
  readonly sender: Sender;
  /** `CERTIFICATE OF DEPOSIT`. */
  readonly title: string;
  readonly number: string;
  /** When what it shows last changed: the same certificate has the same bytes. */
  readonly issuedAt: string;
  readonly holder: { readonly name: string; readonly address: string; readonly pairs: Pairs };
  readonly facts: Pairs;
  readonly statement: string;
  readonly headline: {
    readonly label: string;
    readonly figure: string;
    readonly words: string;
    readonly sums: Pairs;
  };
  readonly table: {
    readonly title: string;
    readonly columns: readonly Column[];
    readonly rows: readonly (readonly string[])[];
  };
  readonly terms: readonly string[];
  /** What happened since, with a word across every page. */
  readonly ended?: { readonly notice: string; readonly watermark: string };
}

/** Draws the whole certificate. */
export function drawCertificate(pdf: Pdf, paper: CertificatePaper): void {
  const { sender, number } = paper;
  const flow: Flow = { pdf, y: 46, onNewPage: () => continued(pdf, paper) };
  drawLetterhead(flow, sender, { title: paper.title, subtitle: `No. ${number}` });
  if (paper.ended !== undefined) drawNotice(flow, paper.ended.notice, INK.alert);
  drawHolder(flow, paper);
  drawStatement(flow, paper.statement);
  drawHeadline(flow, paper.headline);
  drawInterest(flow, paper.table);
  drawTerms(flow, paper.terms);
  drawFeet(pdf, `${sender.firm} · ${number}`, paper.ended?.watermark);
}

function continued(pdf: Pdf, { sender, title, number }: CertificatePaper): number {
  const words = `${title.charAt(0)}${title.slice(1).toLowerCase()} ${number}`;
  return drawContinuation(pdf, sender.firm, words);
}

function drawHolder(flow: Flow, { holder, facts }: CertificatePaper): void {
  const { pdf } = flow;
  const half = WIDTH / 2 - 12;
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
  write(pdf, 'Customer', { x: LEFT, y: flow.y });
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(11);
  write(pdf, holder.name, { x: LEFT, y: pdf.y, width: half });
  pdf.font(FONT.regular).fontSize(9);
  if (holder.address !== '') write(pdf, holder.address, { x: LEFT, y: pdf.y, width: half });
  const left = drawPairs({ pdf, x: LEFT, y: pdf.y + 6, width: half }, holder.pairs);
  const x = LEFT + WIDTH / 2 + 12;
  const right = drawPairs({ pdf, x, y: flow.y, width: half }, facts);
  flow.y = Math.max(left, right) + 12;
}

function drawStatement(flow: Flow, text: string): void {
  const { pdf } = flow;
  pdf.fillColor(INK.text).font(FONT.regular).fontSize(9.5);
  write(pdf, text, { x: LEFT, y: flow.y, width: WIDTH, lineGap: 1 });
  flow.y = pdf.y + 8;
}

function drawHeadline(flow: Flow, headline: CertificatePaper['headline']): void {
  const { pdf } = flow;
  ensureRoom(flow, 90);
  for (const [label, figure] of headline.sums) {
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
    write(pdf, label, { x: LEFT, y: flow.y });
    pdf.fillColor(INK.text);
    write(pdf, figure, { x: LEFT, y: flow.y, width: WIDTH - 4, align: 'right' });
    flow.y = pdf.y + 2;
  }
  flow.y += 3;
  pdf.rect(LEFT, flow.y, WIDTH, 24).fill(INK.tint);
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(11);
  write(pdf, headline.label, { x: LEFT + 6, y: flow.y + 4 });
  write(pdf, headline.figure, { x: LEFT, y: flow.y + 4, width: WIDTH - 4, align: 'right' });
  flow.y += 28;
  pdf.font(FONT.regular).fontSize(9);
  write(pdf, headline.words, { x: LEFT + 6, y: flow.y, width: WIDTH - 12 });
  flow.y = pdf.y + 14;
}

function drawInterest(flow: Flow, { title, columns, rows }: CertificatePaper['table']): void {
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
