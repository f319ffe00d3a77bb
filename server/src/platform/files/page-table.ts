// Tables in PDF documents. Rows continue on the next page below a repeated head.

import { FONT, heightOf, PAGE, type Pdf, widthOf, write } from './pdf.js';

/** The colours of the text and the lines. */
export const INK = {
  text: '#1a1d21',
  soft: '#59616b',
  line: '#c9ced6',
  tint: '#eef2f7',
  accent: '#14476b',
  alert: '#b3261e',
} as const;

/**
 * The current drawing position. `onNewPage` draws the head of a continuation page and returns its
 * lower edge.
 */
export interface Flow {
  readonly pdf: Pdf;
  y: number;
  readonly onNewPage: () => number;
}

export interface Column {
  readonly title: string;
  /** The column's share of the full width. The shares of a table add up to 1. */
  readonly width: number;
  /**
   * True for numbers. They are right-aligned, and drawn smaller rather than broken if they are too
   * wide.
   */
  readonly right?: boolean;
}

const BOTTOM = PAGE.height - PAGE.margin - 14;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const PAD = 4;
const HEAD_HEIGHT = 17;
const HEAD_SIZE = 8;
const BODY_SIZE = 8.5;

/** Starts a new page if fewer than `height` points are left on this one. */
export function ensureRoom(flow: Flow, height: number): boolean {
  if (flow.y + height <= BOTTOM) return false;
  flow.pdf.addPage();
  flow.y = flow.onNewPage();
  return true;
}

/** Draws a table and moves the flow below it. Rows are not split across pages. */
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
    flow.pdf.font(FONT.regular).fillColor(INK.text);
    drawCells(flow, columns, { texts: row, size: BODY_SIZE });
    flow.y += height;
    const right = PAGE.width - PAGE.margin;
    flow.pdf.moveTo(PAGE.margin, flow.y).lineTo(right, flow.y).lineWidth(0.4).stroke(INK.line);
  }
  flow.y += 12;
}

function drawHead(flow: Flow, columns: readonly Column[]): void {
  flow.pdf.rect(PAGE.margin, flow.y, WIDTH, HEAD_HEIGHT).fill(INK.tint);
  flow.pdf.font(FONT.bold).fillColor(INK.soft);
  drawCells(flow, columns, { texts: columns.map(({ title }) => title), size: HEAD_SIZE });
  flow.y += HEAD_HEIGHT;
}

/** The cells of one row as text, and their font size in points. */
interface Cells {
  readonly texts: readonly string[];
  readonly size: number;
}

function drawCells(flow: Flow, columns: readonly Column[], { texts, size }: Cells): void {
  let x: number = PAGE.margin;
  for (const [index, column] of columns.entries()) {
    const width = column.width * WIDTH;
    const text = texts[index] ?? '';
    flow.pdf.fontSize(sizeOf(flow.pdf, text, { column, size }));
    write(flow.pdf, text, {
      x: x + PAD,
      y: flow.y + 2.5,
      width: width - 2 * PAD,
      align: column.right === true ? 'right' : 'left',
    });
    x += width;
  }
}

/**
 * Returns the font size of a cell. Numbers are drawn smaller and never broken, because a number on
 * two lines would be read as two numbers.
 */
function sizeOf(
  pdf: Pdf,
  text: string,
  { column, size }: { readonly column: Column; readonly size: number },
): number {
  if (column.right !== true) return size;
  pdf.fontSize(size);
  // Slightly less than the width, because pdfkit breaks lines by rounded widths.
  const room = column.width * WIDTH - 2 * PAD - 0.5;
  return size * Math.min(1, room / widthOf(pdf, text));
}

function rowHeight(pdf: Pdf, columns: readonly Column[], row: readonly string[]): number {
  pdf.font(FONT.regular);
  const heights = columns.map((column, index) => {
    const text = row[index] ?? '';
    pdf.fontSize(sizeOf(pdf, text, { column, size: BODY_SIZE }));
    return heightOf(pdf, text, column.width * WIDTH - 2 * PAD);
  });
  return Math.max(...heights) + 5;
}
