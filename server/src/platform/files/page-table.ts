// Tables on the pages of a document: rows that break over pages and repeat their head.

import { FONT, heightOf, PAGE, type Pdf, write } from './pdf.js';

/** The colours of the paper. */
export const INK = {
  text: '#1a1d21',
  soft: '#59616b',
  line: '#c9ced6',
  tint: '#eef2f7',
  accent: '#14476b',
  alert: '#b3261e',
} as const;

/** Where drawing goes on. `onNewPage` draws the head of a further page and says where it ends. */
export interface Flow {
  readonly pdf: Pdf;
  y: number;
  readonly onNewPage: () => number;
}

export interface Column {
  readonly title: string;
  /** A part of the whole width; those of a table sum to 1. */
  readonly width: number;
  readonly right?: boolean;
}

const BOTTOM = PAGE.height - PAGE.margin - 14;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const PAD = 4;
const HEAD_HEIGHT = 17;

/** Begins a new page when less than so many points are left on this one. */
export function ensureRoom(flow: Flow, height: number): boolean {
  if (flow.y + height <= BOTTOM) return false;
  flow.pdf.addPage();
  flow.y = flow.onNewPage();
  return true;
}

/** Draws a table of texts and leaves the flow below it; no row is torn apart. */
export function drawTable(
  flow: Flow,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): void {
  ensureRoom(flow, HEAD_HEIGHT + 2 * 15);
  drawHead(flow, columns);
  for (const row of rows) {
    const height = rowHeight(flow.pdf, columns, row);
    if (ensureRoom(flow, height)) drawHead(flow, columns);
    flow.pdf.font(FONT.regular).fontSize(8.5).fillColor(INK.text);
    drawCells(flow, columns, row);
    flow.y += height;
    const right = PAGE.width - PAGE.margin;
    flow.pdf.moveTo(PAGE.margin, flow.y).lineTo(right, flow.y).lineWidth(0.4).stroke(INK.line);
  }
  flow.y += 12;
}

function drawHead(flow: Flow, columns: readonly Column[]): void {
  flow.pdf.rect(PAGE.margin, flow.y, WIDTH, HEAD_HEIGHT).fill(INK.tint);
  flow.pdf.font(FONT.bold).fontSize(8).fillColor(INK.soft);
  drawCells(
    flow,
    columns,
    columns.map(({ title }) => title),
  );
  flow.y += HEAD_HEIGHT;
}

function drawCells(flow: Flow, columns: readonly Column[], texts: readonly string[]): void {
  let x: number = PAGE.margin;
  for (const [index, column] of columns.entries()) {
    const width = column.width * WIDTH;
    write(flow.pdf, texts[index] ?? '', {
      x: x + PAD,
      y: flow.y + 2.5,
      width: width - 2 * PAD,
      align: column.right === true ? 'right' : 'left',
    });
    x += width;
  }
}

function rowHeight(pdf: Pdf, columns: readonly Column[], row: readonly string[]): number {
  pdf.font(FONT.regular).fontSize(8.5);
  const heights = columns.map(({ width }, index) =>
    heightOf(pdf, row[index] ?? '', width * WIDTH - 2 * PAD),
  );
  return Math.max(...heights) + 5;
}
