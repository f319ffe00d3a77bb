// The first page of a statement: wealth at both ends, the bridge, the returns, and the curve.

import { LEFT, WIDTH } from '../../../platform/files/letter.js';
import { ensureRoom, type Flow, INK } from '../../../platform/files/page-table.js';
import { FONT, write } from '../../../platform/files/pdf.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { groupedMoney } from '../../../platform/money/grouped.js';
import { drawCurve, drawWaterfall } from './chart.js';
import type { Rate, StatementFigures } from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { STEP_WORDS, UNAVAILABLE_WORDS } from './words.js';

const BAND_HEIGHT = 46;

/** Draws the summary. */
export function drawSummary(flow: Flow, figures: StatementFigures): void {
  const { summary, period, currency } = figures;
  const money = (amount: string) => groupedMoney(amount, currency);
  drawSection(flow, 'Summary', BAND_HEIGHT);
  drawBand(flow, [
    [
      `Wealth on ${period.to}`,
      valueText(summary.closing, summary.closingUnvalued, currency),
      unvaluedNote(summary.closingUnvalued, `in ${currency}`),
    ],
    [
      `Wealth on ${period.opening}`,
      valueText(summary.opening, summary.openingUnvalued, currency),
      unvaluedNote(summary.openingUnvalued, 'at the close'),
    ],
    [
      'Change',
      summary.change === undefined ? '–' : signed(money(summary.change)),
      summary.change === undefined ? 'not known' : 'in the period',
    ],
    ['Return, time-weighted', percentText(summary.timeWeighted), rateNote(summary.timeWeighted)],
    ['Return, money-weighted', percentText(summary.moneyWeighted), rateNote(summary.moneyWeighted)],
  ]);
  if (summary.liabilities !== '0') {
    const owed = money(summary.liabilities.slice(1));
    drawParagraph(flow, `Assets ${money(summary.assets)}, less ${owed} owed.`);
  }
  drawBridge(flow, figures);
  if (summary.curve.length > 1) {
    drawSubheading(flow, 'Value, and net payments in');
    drawCurve(flow, summary.curve);
  }
}

function drawBridge(flow: Flow, { summary, period, currency }: StatementFigures): void {
  if (summary.bridge === undefined) {
    const text = 'The change cannot be explained in steps, because a price or a rate is missing.';
    drawParagraph(flow, text);
    return;
  }
  if (summary.bridge.length === 0) return;
  drawSubheading(flow, `What changed your wealth, in ${currency}`);
  const total = (label: string, amount: string) => ({ label, amount, isTotal: true });
  drawWaterfall(
    flow,
    [
      total(period.opening, summary.opening),
      ...summary.bridge.map(({ step, amount }) => ({
        ...{ label: STEP_WORDS[step], amount, isTotal: false },
      })),
      total(period.to, summary.closing),
    ],
    currency,
  );
}

/** A figure with its label and a note below it. */
type BandFigure = readonly [label: string, figure: string, note: string];

function drawBand(flow: Flow, figures: readonly BandFigure[]): void {
  ensureRoom(flow, BAND_HEIGHT);
  const { pdf } = flow;
  const width = WIDTH / figures.length;
  pdf.rect(LEFT, flow.y, WIDTH, BAND_HEIGHT).fill(INK.tint);
  for (const [index, [label, figure, note]] of figures.entries()) {
    const place = { x: LEFT + index * width + 6, width: width - 8 };
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(7.5);
    write(pdf, label, { ...place, y: flow.y + 5 });
    pdf.fillColor(INK.text).font(FONT.bold);
    pdf.fontSize(figure.length > 15 ? 8.5 : 10.5);
    write(pdf, figure, { ...place, y: flow.y + 17 });
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(7);
    write(pdf, note, { ...place, y: flow.y + 32, lineBreak: false });
  }
  flow.y += BAND_HEIGHT + 10;
}

// A sum of positions that all lack a value is unknown, not zero.
function valueText(amount: string, unvalued: number, currency: string): string {
  return unvalued > 0 && amount === '0' ? '–' : groupedMoney(amount, currency);
}

function unvaluedNote(unvalued: number, usual: string): string {
  return unvalued === 0 ? usual : `without ${counted(unvalued, 'position')}`;
}

function signed(amount: string): string {
  return amount.startsWith('-') || /^[0.,]*$/.test(amount) ? amount : `+${amount}`;
}

/** Formats a return as text, or as a dash if it is not available. */
export function percentText({ percent }: Rate): string {
  return percent === undefined ? '–' : `${percent}%`;
}

// A return over less than one year has no annual return.
function rateNote({ reason, annualPercent }: Rate): string {
  if (reason !== undefined) return UNAVAILABLE_WORDS[reason];
  return annualPercent === undefined ? 'in the period' : `${annualPercent}% per year`;
}
