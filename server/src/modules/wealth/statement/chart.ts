// The charts in a statement. Shapes and labels make them readable without colour.

import { LEFT, RIGHT, WIDTH } from '../../../platform/files/letter.js';
import { ensureRoom, type Flow, INK } from '../../../platform/files/page-table.js';
import { FONT, type Pdf, widthOf, write } from '../../../platform/files/pdf.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { groupedMoney } from '../../../platform/money/grouped.js';
import { ratioOf } from '../../../platform/money/ratio.js';
import type { CurvePoint, Share } from './content.js';
import { compactAmount, niceTicks } from './scale.js';

/**
 * A column of a waterfall chart, which is a total from zero or a step from the end of the previous
 * column.
 */
interface WaterfallColumn {
  readonly label: string;
  readonly amount: string;
  readonly isTotal: boolean;
}

const LABEL_SIZE = 7;
const WATERFALL_HEIGHT = 118;

/** Draws the steps from one total to another. Rising steps are filled; falling steps are empty. */
export function drawWaterfall(
  flow: Flow,
  columns: readonly WaterfallColumn[],
  currency: string,
): void {
  ensureRoom(flow, WATERFALL_HEIGHT + 48);
  const { pdf } = flow;
  const spans = spansOf(columns);
  const ends = spans.flatMap(({ from, to }) => [from, to]);
  const base = baseOf(columns, ends);
  const top = Decimal.max(...ends);
  const place = placer({ from: base, to: top }, { y: flow.y + 14, height: WATERFALL_HEIGHT });
  const width = WIDTH / columns.length;
  for (const [index, column] of columns.entries()) {
    const { from, to } = spans[index] ?? { from: base, to: base };
    const x = LEFT + index * width;
    const [high, low] = [
      place(Decimal.max(from, to)),
      place(Decimal.max(base, Decimal.min(from, to))),
    ];
    const bar = {
      x: x + width * 0.16,
      y: high,
      width: width * 0.68,
      height: Math.max(0.8, low - high),
    };
    drawBar(pdf, bar, column);
    const next = columns[index + 1];
    if (next !== undefined)
      drawConnector(pdf, { x: bar.x + bar.width, y: place(to), to: x + width * 1.16 });
    drawColumnTexts(pdf, { column, currency, x, width, high, bottom: place(base) });
  }
  const bottom = place(base);
  pdf.moveTo(LEFT, bottom).lineTo(RIGHT, bottom).lineWidth(0.6).stroke(INK.soft);
  flow.y = bottom + 26;
  if (base.greaterThan(0)) {
    small(pdf, `The scale begins at ${groupedMoney(base.toFixed(), currency)}.`, flow.y);
    flow.y += 11;
  }
  flow.y += 6;
}

interface Span {
  readonly from: Decimal;
  readonly to: Decimal;
}

function spansOf(columns: readonly WaterfallColumn[]): Span[] {
  let level = new Decimal(0);
  return columns.map(({ amount, isTotal }) => {
    const from = isTotal ? new Decimal(0) : level;
    level = from.plus(amount);
    return { from, to: level };
  });
}

// On a scale from zero, small steps in a large total would be invisible, so the scale then begins
// above zero.
function baseOf(columns: readonly WaterfallColumn[], ends: readonly Decimal[]): Decimal {
  const levels = spansOf(columns).map(({ to }) => to);
  const [low, high] = [Decimal.min(...levels), Decimal.max(...levels)];
  const isFar = low.greaterThan(high.times(0.6)) && high.greaterThan(low);
  if (!isFar) return Decimal.min(0, ...ends);
  const room = high.minus(low).times(0.35);
  const [first = low] = niceTicks(low.minus(room), high, 6);
  return Decimal.max(0, first);
}

interface Area {
  readonly y: number;
  readonly height: number;
}

// Returns the vertical position of an amount, in points.
function placer({ from, to }: Span, { y, height }: Area): (amount: Decimal) => number {
  const range = to.minus(from);
  return (amount) => y + height - ratioOf(amount.minus(from), range) * height;
}

interface Box extends Area {
  readonly x: number;
  readonly width: number;
}

function drawBar(
  pdf: Pdf,
  { x, y, width, height }: Box,
  { isTotal, amount }: WaterfallColumn,
): void {
  const isFalling = amount.startsWith('-');
  pdf.rect(x, y, width, height).lineWidth(0.8);
  if (isTotal) pdf.fillAndStroke(INK.accent, INK.accent);
  else if (isFalling) pdf.fillAndStroke('#ffffff', INK.accent);
  else pdf.fillAndStroke('#a9bfd0', INK.accent);
}

function drawConnector(
  pdf: Pdf,
  { x, y, to }: { readonly x: number; readonly y: number; readonly to: number },
): void {
  pdf.save().dash(1.5, { space: 1.5 });
  pdf.moveTo(x, y).lineTo(to, y).lineWidth(0.5).stroke(INK.soft);
  pdf.restore();
}

function drawColumnTexts(
  pdf: Pdf,
  at: {
    readonly column: WaterfallColumn;
    readonly currency: string;
    readonly x: number;
    readonly width: number;
    readonly high: number;
    readonly bottom: number;
  },
): void {
  const { column, currency, x, width, high, bottom } = at;
  const sign = column.isTotal || column.amount.startsWith('-') ? '' : '+';
  const figure = `${sign}${groupedMoney(column.amount, currency)}`;
  pdf.font(column.isTotal ? FONT.bold : FONT.regular).fillColor(INK.text);
  centred(pdf, figure, { x, y: high - 11, width });
  pdf.font(FONT.regular).fillColor(INK.soft);
  centred(pdf, column.label, { x, y: bottom + 3, width });
}

// Writes centred text in up to two lines, in a smaller size if it is too wide.
function centred(
  pdf: Pdf,
  text: string,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const room = width - 2;
  const lines = linesOf(pdf.fontSize(LABEL_SIZE), text, room);
  for (const [index, line] of lines.entries()) {
    pdf.fontSize(LABEL_SIZE);
    pdf.fontSize(LABEL_SIZE * Math.min(1, room / widthOf(pdf, line)));
    const left = x + (width - widthOf(pdf, line)) / 2;
    write(pdf, line, { x: left, y: y + index * 9, lineBreak: false });
  }
}

function linesOf(pdf: Pdf, text: string, room: number): readonly string[] {
  const at = text.indexOf(' ', Math.floor(text.length / 3));
  if (widthOf(pdf, text) <= room || at < 0) return [text];
  return [text.slice(0, at), text.slice(at + 1)];
}

const CURVE_HEIGHT = 112;
const AXIS_WIDTH = 52;

/** Draws the value as a solid line, and the amount paid in as a dashed line. */
export function drawCurve(flow: Flow, points: readonly CurvePoint[]): void {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return;
  ensureRoom(flow, CURVE_HEIGHT + 36);
  const { pdf } = flow;
  drawLegend(flow);
  const amounts = points.flatMap(({ value, netPaidIn }) => [value, netPaidIn].map(toDecimal));
  const ticks = niceTicks(Decimal.min(...amounts), Decimal.max(...amounts), 4);
  const range = { from: ticks[0] ?? new Decimal(0), to: ticks.at(-1) ?? new Decimal(1) };
  const place = placer(range, { y: flow.y, height: CURVE_HEIGHT });
  drawTicks(pdf, ticks, place);
  const x = (index: number) =>
    LEFT + AXIS_WIDTH + (index / (points.length - 1)) * (WIDTH - AXIS_WIDTH - 4);
  const trace = (of: (point: CurvePoint) => string) => {
    for (const [index, point] of points.entries()) {
      const y = place(new Decimal(of(point)));
      if (index === 0) pdf.moveTo(x(index), y);
      else pdf.lineTo(x(index), y);
    }
  };
  pdf.save().dash(3, { space: 2 });
  trace(({ netPaidIn }) => netPaidIn);
  pdf.lineWidth(1).stroke(INK.soft).restore();
  trace(({ value }) => value);
  pdf.lineWidth(1.6).lineJoin('round').stroke(INK.accent);
  flow.y += CURVE_HEIGHT + 4;
  drawDates(flow, points, x);
  flow.y += 16;
}

function toDecimal(text: string): Decimal {
  return new Decimal(text);
}

function drawLegend(flow: Flow): void {
  const { pdf } = flow;
  const y = flow.y + 4;
  pdf.moveTo(LEFT + AXIS_WIDTH, y).lineTo(LEFT + AXIS_WIDTH + 22, y);
  pdf.lineWidth(1.6).stroke(INK.accent);
  const second = LEFT + AXIS_WIDTH + 80;
  pdf.save().dash(3, { space: 2 });
  pdf
    .moveTo(second, y)
    .lineTo(second + 22, y)
    .lineWidth(1)
    .stroke(INK.soft)
    .restore();
  pdf.font(FONT.regular).fontSize(LABEL_SIZE).fillColor(INK.soft);
  write(pdf, 'Value', { x: LEFT + AXIS_WIDTH + 26, y: flow.y - 1, lineBreak: false });
  const paid = 'Value at the beginning of the chart plus payments in, less payments out';
  write(pdf, paid, { x: second + 26, y: flow.y - 1, lineBreak: false });
  flow.y += 14;
}

function drawTicks(pdf: Pdf, ticks: readonly Decimal[], place: (amount: Decimal) => number): void {
  for (const tick of ticks) {
    const y = place(tick);
    pdf
      .moveTo(LEFT + AXIS_WIDTH, y)
      .lineTo(RIGHT, y)
      .lineWidth(0.4)
      .stroke(INK.line);
    pdf.font(FONT.regular).fontSize(LABEL_SIZE).fillColor(INK.soft);
    const text = compactAmount(tick);
    write(pdf, text, { x: LEFT, y: y - 5, width: AXIS_WIDTH - 6, align: 'right' });
  }
}

const DATES_SHOWN = 5;

// Returns the dates of a few points, including the first and the last.
function drawDates(
  { pdf, y }: Flow,
  points: readonly CurvePoint[],
  x: (index: number) => number,
): void {
  const count = Math.min(DATES_SHOWN, points.length);
  for (let part = 0; part < count; part += 1) {
    const index = Math.round((part / (count - 1)) * (points.length - 1));
    const text = points[index]?.date ?? '';
    const width = widthOf(pdf, text);
    const left = Math.min(RIGHT - width, Math.max(LEFT + AXIS_WIDTH, x(index) - width / 2));
    write(pdf, text, { x: left, y, lineBreak: false });
  }
}

/** The bars of a chart, with a label for each row. */
interface Bars {
  readonly shares: readonly Share[];
  readonly currency: string;
  /** The maximum number of rows. The remaining ones are combined into one more row. */
  readonly most: number;
}

const BAR_ROW = 14;
const BAR_LABEL = 170;
const BAR_WIDTH = 160;

/** Draws the parts of the assets as bars with their percentage and value. */
export function drawBars(flow: Flow, bars: Bars): void {
  const rows = rowsOf(bars);
  const most = Decimal.max(1, ...rows.map(({ percent }) => new Decimal(percent)));
  for (const { label, value, percent } of rows) {
    ensureRoom(flow, BAR_ROW);
    const { pdf } = flow;
    pdf.font(FONT.regular).fontSize(8.5).fillColor(INK.text);
    write(pdf, fitted(pdf, label, BAR_LABEL - 8), { x: LEFT, y: flow.y, lineBreak: false });
    const width = ratioOf(new Decimal(percent), most) * BAR_WIDTH;
    pdf.rect(LEFT + BAR_LABEL, flow.y + 2, Math.max(0.6, width), 8).fill(INK.accent);
    pdf.fillColor(INK.text);
    write(pdf, `${percent}%`, { x: LEFT, y: flow.y, width: WIDTH - 108, align: 'right' });
    const figure = groupedMoney(value, bars.currency);
    write(pdf, figure, { x: LEFT, y: flow.y, width: WIDTH, align: 'right' });
    flow.y += BAR_ROW;
  }
  flow.y += 8;
}

function rowsOf({ shares, most, currency }: Bars): readonly Share[] {
  if (shares.length <= most) return shares;
  const rest = shares.slice(most - 1);
  const sum = (of: (share: Share) => string) =>
    rest.reduce((total, share) => total.plus(of(share)), new Decimal(0));
  return [
    ...shares.slice(0, most - 1),
    {
      label: `${rest.length} others`,
      value: groupedMoney(sum(({ value }) => value).toFixed(), currency).replaceAll(',', ''),
      percent: sum(({ percent }) => percent).toFixed(2),
    },
  ];
}

/** Truncates text to a width, with an ellipsis. */
function fitted(pdf: Pdf, text: string, room: number): string {
  if (widthOf(pdf, text) <= room) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.length > 1 && widthOf(pdf, `${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

const COLUMNS_HEIGHT = 64;

/** Draws amounts by month as columns. */
export function drawMonths(
  flow: Flow,
  months: readonly { readonly month: string; readonly value: string }[],
): void {
  ensureRoom(flow, COLUMNS_HEIGHT + 40);
  const { pdf } = flow;
  const most = Decimal.max(1, ...months.map(({ value }) => new Decimal(value)));
  const width = WIDTH / months.length;
  const bottom = flow.y + 12 + COLUMNS_HEIGHT;
  for (const [index, { month, value }] of months.entries()) {
    const x = LEFT + index * width;
    const amount = new Decimal(value);
    const height = ratioOf(amount, most) * COLUMNS_HEIGHT;
    if (!amount.isZero()) {
      pdf.rect(x + width * 0.2, bottom - height, width * 0.6, height).fill(INK.accent);
      pdf.font(FONT.regular).fillColor(INK.text);
      centred(pdf, compactAmount(amount), { x, y: bottom - height - 10, width });
    }
    pdf.font(FONT.regular).fillColor(INK.soft);
    centred(pdf, month, { x, y: bottom + 3, width });
  }
  pdf.moveTo(LEFT, bottom).lineTo(RIGHT, bottom).lineWidth(0.6).stroke(INK.soft);
  flow.y = bottom + 22;
}

function small(pdf: Pdf, text: string, y: number): void {
  pdf.font(FONT.regular).fontSize(LABEL_SIZE).fillColor(INK.soft);
  write(pdf, text, { x: LEFT, y, width: WIDTH });
}
