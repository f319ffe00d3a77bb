// Layout of a customer's income statement: letterhead, holder, sums, payments and forecast.

import {
  drawContinuation,
  drawFeet,
  drawHolder,
  drawLetterhead,
  drawSums,
  LEFT,
  type LetterHolder,
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
 * The content of the document. All values are strings, so that it can be sent to a background
 * process.
 */
export interface IncomePaper {
  readonly sender: Sender;
  readonly customerName: string;
  /** The period as text, such as `1 January 2026 to 31 March 2026`. */
  readonly period: string;
  /** The date of issue, which is also in the file name. */
  readonly issuedAt: string;
  readonly holder: LetterHolder;
  readonly facts: Pairs;
  readonly sums: Pairs;
  /** The columns are kind, number of payments, gross, tax, withheld and net. */
  readonly kinds: readonly (readonly string[])[];
  /** The columns are date, description, gross, tax and net. */
  readonly payments: readonly (readonly string[])[];
  /** The rows have the same columns as `payments`. */
  readonly forecast: readonly (readonly string[])[];
  readonly notice: string;
}

const KIND_COLUMNS: readonly Column[] = [
  { title: 'Kind', width: 0.28 },
  { title: 'Payments', width: 0.12, right: true },
  { title: 'Gross', width: 0.15, right: true },
  { title: 'Tax', width: 0.15, right: true },
  { title: 'Withheld', width: 0.15, right: true },
  { title: 'Net', width: 0.15, right: true },
];

const PAYMENT_COLUMNS: readonly Column[] = [
  { title: 'Date', width: 0.12 },
  { title: 'Description', width: 0.43 },
  { title: 'Gross', width: 0.15, right: true },
  { title: 'Tax', width: 0.15, right: true },
  { title: 'Net', width: 0.15, right: true },
];

/** Draws the whole document. */
export function drawIncome(pdf: Pdf, paper: IncomePaper): void {
  const { sender, customerName, period } = paper;
  const onNewPage = () => drawContinuation(pdf, sender.firm, `Income of customer ${customerName}`);
  const flow: Flow = { pdf, y: 46, onNewPage };
  drawLetterhead(flow, sender, { title: 'STATEMENT OF INCOME', subtitle: period });
  drawHolder(flow, paper.holder, paper.facts);
  drawSums(flow, paper.sums);
  drawPart(flow, { title: 'Income by kind', columns: KIND_COLUMNS, rows: paper.kinds });
  drawPart(flow, { title: 'Payments', columns: PAYMENT_COLUMNS, rows: paper.payments });
  drawPart(flow, {
    title: 'Expected in the next 12 months',
    columns: PAYMENT_COLUMNS,
    rows: paper.forecast,
  });
  drawNotice(flow, paper.notice);
  drawFeet(pdf, `${sender.firm} · ${customerName}`);
}

interface Part {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

function drawPart(flow: Flow, { title, columns, rows }: Part): void {
  ensureRoom(flow, 60);
  const { pdf } = flow;
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(10);
  write(pdf, title, { x: LEFT, y: flow.y + 8, width: WIDTH });
  flow.y = pdf.y + 6;
  if (rows.length > 0) {
    drawTable(flow, columns, rows);
    return;
  }
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
  write(pdf, 'None.', { x: LEFT, y: flow.y, width: WIDTH });
  flow.y = pdf.y + 6;
}

function drawNotice(flow: Flow, notice: string): void {
  ensureRoom(flow, 50);
  const { pdf } = flow;
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
  write(pdf, notice, { x: LEFT, y: flow.y + 12, width: WIDTH });
  flow.y = pdf.y + 8;
}
