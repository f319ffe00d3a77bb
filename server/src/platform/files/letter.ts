// The layout of an office's letters, such as contract notes and certificates: head, label-value
// pairs, notices and footer.

import { type Flow, INK } from './page-table.js';
import { FONT, heightOf, PAGE, type Pdf, widthOf, write } from './pdf.js';

/** The left and right edges of the text, in points. */
export const LEFT = PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;
export const WIDTH = RIGHT - LEFT;

/**
 * The sender of a letter. Empty members are omitted. Line feeds separate the lines of the address.
 */
export interface Sender {
  readonly firm: string;
  readonly label: string;
  readonly code: string;
  readonly address: string;
  readonly contact: string;
  readonly registration: string;
}

/** The title on the right of the head, such as `CONTRACT NOTE`, and the line below it. */
interface LetterTitle {
  readonly title: string;
  readonly subtitle: string;
}

/** Draws the head of the first page. */
export function drawLetterhead(flow: Flow, sender: Sender, { title, subtitle }: LetterTitle): void {
  const { pdf } = flow;
  const column = WIDTH * 0.62;
  pdf.fillColor(INK.accent).font(FONT.bold).fontSize(15);
  write(pdf, sender.firm, { x: LEFT, y: flow.y - 4, width: column });
  const address = sender.address.split('\n').join(', ');
  const lines = [address, sender.contact, sender.registration];
  const own = sender.firm === sender.label ? '' : `${sender.label} (${sender.code})`;
  const small = [own, ...lines].filter((line) => line !== '').join('\n');
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
  if (small !== '') write(pdf, small, { x: LEFT, y: pdf.y, width: column, lineGap: 0.5 });
  const bottom = pdf.y;
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(15);
  write(pdf, title, { x: LEFT, y: flow.y - 4, width: WIDTH, align: 'right' });
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
  write(pdf, subtitle, { x: LEFT, y: pdf.y, width: WIDTH, align: 'right' });
  flow.y = Math.max(bottom, pdf.y) + 6;
  pdf.moveTo(LEFT, flow.y).lineTo(RIGHT, flow.y).lineWidth(1.5).stroke(INK.accent);
  flow.y += 12;
}

/** Draws the head of a continuation page and returns its lower edge. */
export function drawContinuation(pdf: Pdf, firm: string, text: string): number {
  const y = PAGE.margin;
  pdf.fillColor(INK.accent).font(FONT.bold).fontSize(9);
  write(pdf, firm, { x: LEFT, y });
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
  write(pdf, `${text}, continued`, { x: LEFT, y, width: WIDTH, align: 'right' });
  const line = pdf.y + 4;
  pdf.moveTo(LEFT, line).lineTo(RIGHT, line).lineWidth(0.75).stroke(INK.accent);
  return line + 12;
}

/** Draws text in a frame. */
export function drawNotice(flow: Flow, text: string, colour: string): void {
  const { pdf } = flow;
  pdf.font(FONT.bold).fontSize(9);
  const height = heightOf(pdf, text, WIDTH - 16) + 10;
  pdf.rect(LEFT, flow.y, WIDTH, height).lineWidth(0.75).stroke(colour);
  pdf.fillColor(colour);
  write(pdf, text, { x: LEFT + 8, y: flow.y + 5, width: WIDTH - 16 });
  flow.y += height + 10;
}

/** The position of a column of label-value pairs. */
interface PairPlace {
  readonly pdf: Pdf;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Labels with their values. */
export type Pairs = readonly (readonly [string, string])[];

/**
 * Draws labels with their values and returns the lower edge. Labels without a value are omitted.
 */
function drawPairs(place: PairPlace, pairs: Pairs): number {
  const { pdf, x, width } = place;
  let { y } = place;
  const label = 92;
  for (const [name, value] of pairs) {
    if (value === '') continue;
    pdf.font(FONT.regular).fontSize(8.5);
    pdf.fillColor(INK.soft);
    write(pdf, name, { x, y, width: label });
    pdf.fillColor(INK.text);
    write(pdf, value, { x: x + label, y, width: width - label });
    y = pdf.y + 1.5;
  }
  return y;
}

/** The addressee of a letter. An empty address is omitted. */
export interface LetterHolder {
  readonly name: string;
  readonly address: string;
  readonly pairs?: Pairs;
}

/** Draws the customer on the left and the facts on the right. */
export function drawHolder(flow: Flow, holder: LetterHolder, facts: Pairs): void {
  const { pdf } = flow;
  const { name, address, pairs = [] } = holder;
  const half = WIDTH / 2 - 12;
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
  write(pdf, 'Customer', { x: LEFT, y: flow.y });
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(11);
  write(pdf, name, { x: LEFT, y: pdf.y, width: half });
  pdf.font(FONT.regular).fontSize(9);
  if (address !== '') write(pdf, address, { x: LEFT, y: pdf.y, width: half });
  const left = drawPairs({ pdf, x: LEFT, y: pdf.y + 6, width: half }, pairs);
  const x = LEFT + WIDTH / 2 + 12;
  const right = drawPairs({ pdf, x, y: flow.y, width: half }, facts);
  flow.y = Math.max(left, right) + 12;
}

/** Draws labels and right-aligned amounts, one below the other. */
export function drawSums(flow: Flow, sums: Pairs): void {
  const { pdf } = flow;
  for (const [label, figure] of sums) {
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
    write(pdf, label, { x: LEFT, y: flow.y });
    pdf.fillColor(INK.text);
    write(pdf, figure, { x: LEFT, y: flow.y, width: WIDTH - 4, align: 'right' });
    flow.y = pdf.y + 2;
  }
  flow.y += 3;
}

/** The total of a letter. `words` is the amount in words. */
export interface LetterTotal {
  readonly label: string;
  readonly figure: string;
  readonly words: string;
}

/** Draws the total on a coloured band. Further content belongs below `pdf.y`. */
export function drawTotal(flow: Flow, { label, figure, words }: LetterTotal): void {
  const { pdf } = flow;
  pdf.rect(LEFT, flow.y, WIDTH, 24).fill(INK.tint);
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(11);
  write(pdf, label, { x: LEFT + 6, y: flow.y + 4 });
  write(pdf, figure, { x: LEFT, y: flow.y + 4, width: WIDTH - 4, align: 'right' });
  flow.y += 28;
  pdf.font(FONT.regular).fontSize(9);
  write(pdf, words, { x: LEFT + 6, y: flow.y, width: WIDTH - 12 });
}

/** Draws the footer of every page, and an optional watermark across it. Must be called last. */
export function drawFeet(pdf: Pdf, text: string, watermark?: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const y = PAGE.height - 34;
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(7.5);
    write(pdf, text, { x: LEFT, y, lineBreak: false });
    const place = `Page ${page + 1} of ${count}`;
    write(pdf, place, { x: RIGHT - widthOf(pdf, place), y, lineBreak: false });
    if (watermark !== undefined) drawWatermark(pdf, watermark);
  }
}

function drawWatermark(pdf: Pdf, word: string): void {
  const size = 110;
  pdf.save().rotate(-52, { origin: [PAGE.width / 2, PAGE.height / 2] });
  pdf.font(FONT.bold).fontSize(size).fillColor(INK.alert, 0.16);
  const x = (PAGE.width - widthOf(pdf, word)) / 2;
  write(pdf, word, { x, y: PAGE.height / 2 - size * 0.7, lineBreak: false });
  pdf.restore().fillOpacity(1);
}
