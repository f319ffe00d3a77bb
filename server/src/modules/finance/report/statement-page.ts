// Layout of an account statement: letterhead, holder, sums, and every line.

import {
  drawContinuation,
  drawFeet,
  drawHolder,
  drawLetterhead,
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
import { FONT, type Pdf, write } from '../../../platform/files/pdf.js';

/**
 * A statement's content. All values are strings, so that it can be sent to a background process.
 */
export interface StatementPaper {
  readonly sender: Sender;
  readonly accountName: string;
  /** The period as text, such as `1 January 2026 to 31 March 2026`. */
  readonly period: string;
  /** The date of issue, which is also the file's date. */
  readonly issuedAt: string;
  readonly holder: LetterHolder;
  readonly facts: Pairs;
  readonly sums: Pairs;
  readonly closing: LetterTotal;
  /**
   * The columns are date, value date, description with its reference, debit, credit and balance.
   */
  readonly rows: readonly (readonly string[])[];
  readonly notice: string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Date', width: 0.115 },
  { title: 'Value date', width: 0.115 },
  { title: 'Description', width: 0.32 },
  { title: 'Debit', width: 0.145, right: true },
  { title: 'Credit', width: 0.145, right: true },
  { title: 'Balance', width: 0.16, right: true },
];

/** Draws the whole statement. */
export function drawStatement(pdf: Pdf, paper: StatementPaper): void {
  const { sender, accountName, period } = paper;
  const onNewPage = () => drawContinuation(pdf, sender.firm, `Statement of account ${accountName}`);
  const flow: Flow = { pdf, y: 46, onNewPage };
  drawLetterhead(flow, sender, { title: 'STATEMENT OF ACCOUNT', subtitle: period });
  drawHolder(flow, paper.holder, paper.facts);
  drawStrip(flow, paper);
  drawTable(flow, COLUMNS, paper.rows);
  drawClosing(flow, paper);
  drawFeet(pdf, `${sender.firm} · ${accountName}`);
}

// The sums come first because people seldom read to the end of a long statement.
function drawStrip(flow: Flow, { sums }: StatementPaper): void {
  const { pdf } = flow;
  const width = WIDTH / sums.length;
  pdf.rect(LEFT, flow.y, WIDTH, 36).fill(INK.tint);
  for (const [index, [label, figure]] of sums.entries()) {
    const place = { x: LEFT + index * width + 8, width: width - 16 };
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
    write(pdf, label, { ...place, y: flow.y + 5 });
    pdf.fillColor(INK.text).font(FONT.bold).fontSize(10);
    write(pdf, figure, { ...place, y: flow.y + 17 });
  }
  flow.y += 48;
}

function drawClosing(flow: Flow, { closing, notice }: StatementPaper): void {
  const { pdf } = flow;
  ensureRoom(flow, 90);
  drawTotal(flow, closing);
  pdf.fillColor(INK.soft).fontSize(8);
  write(pdf, notice, { x: LEFT, y: pdf.y + 12, width: WIDTH });
  flow.y = pdf.y + 8;
}
