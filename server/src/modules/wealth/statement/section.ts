// Draws the headings and paragraphs between the tables and charts in a statement.

import { LEFT, RIGHT, WIDTH } from '../../../platform/files/letter.js';
import { ensureRoom, type Flow, INK } from '../../../platform/files/page-table.js';
import { FONT, heightOf, write } from '../../../platform/files/pdf.js';

const HEADING_HEIGHT = 30;

/** Draws the heading of a section. `room` is the height that must fit below it on the page. */
export function drawSection(flow: Flow, title: string, room: number): void {
  if (!ensureRoom(flow, HEADING_HEIGHT + room)) flow.y += 6;
  const { pdf } = flow;
  pdf.fillColor(INK.accent).font(FONT.bold).fontSize(12);
  write(pdf, title, { x: LEFT, y: flow.y });
  const line = pdf.y + 2;
  pdf.moveTo(LEFT, line).lineTo(RIGHT, line).lineWidth(0.8).stroke(INK.accent);
  flow.y = line + 8;
}

/** Draws the heading of a table or chart, with a figure on the right. */
export function drawSubheading(flow: Flow, title: string, figure = ''): void {
  ensureRoom(flow, 64);
  const { pdf } = flow;
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(9.5);
  write(pdf, title, { x: LEFT, y: flow.y });
  const next = pdf.y;
  if (figure !== '') write(pdf, figure, { x: LEFT, y: flow.y, width: WIDTH - 4, align: 'right' });
  flow.y = next + 4;
}

/** Draws a paragraph in small type. */
export function drawParagraph(flow: Flow, text: string): void {
  const { pdf } = flow;
  pdf.font(FONT.regular).fontSize(8.5);
  ensureRoom(flow, heightOf(pdf, text, WIDTH) + 4);
  pdf.font(FONT.regular).fontSize(8.5).fillColor(INK.text);
  write(pdf, text, { x: LEFT, y: flow.y, width: WIDTH });
  flow.y = pdf.y + 4;
}
