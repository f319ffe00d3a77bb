// The last page of a statement: the basis of the figures, how to object, and the seal.

import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Instant } from '../../../platform/database/database.js';
import { LEFT, RIGHT } from '../../../platform/files/letter.js';
import { ensureRoom, type Flow, INK } from '../../../platform/files/page-table.js';
import { drawQr, FONT, write } from '../../../platform/files/pdf.js';
import { grouped } from '../../../platform/money/grouped.js';
import type { Restated, StatementContent, StatementFigures } from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { priceSourceWords, RESTATEMENT_WORDS, UNVALUED_WORDS } from './words.js';

/** The content of a statement's seal. */
export interface PaperSeal {
  readonly code: string;
  readonly keyId: string;
  readonly digest: string;
  readonly verifyUrl: string;
}

const NAMED_MOST = 20;

/** Draws the notes. Prices and rates are listed up to a limit. */
export function drawRemarks(flow: Flow, content: StatementContent): void {
  const { remarks } = content.figures;
  drawSection(flow, 'Notes', 60);
  const named = (title: string, texts: readonly string[]) => {
    if (texts.length === 0) return;
    const more = texts.length - NAMED_MOST;
    drawSubheading(flow, title);
    const shown = texts.slice(0, NAMED_MOST);
    drawParagraph(flow, `${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}.`);
  };
  named(
    'Positions without a value. They are not included in any total.',
    remarks.unvalued.map(({ label, reason }) => `${label}: ${UNVALUED_WORDS[reason]}`),
  );
  named(
    'Prices that are older than usual',
    remarks.stale.map(
      ({ label, source, date, daysOld }) =>
        `${label}: ${priceSourceWords(source)}, ${date}, ${daysOld} business days old`,
    ),
  );
  named(
    'Issuers with more than a quarter of your assets',
    remarks.concentrated.map(({ label, percent }) => `${label}: ${percent}%`),
  );
  named(
    'Exchange rates',
    remarks.rates.map(
      ({ currency, rate, date }) =>
        `1 ${currency} = ${grouped(rate, 2)} ${content.figures.currency}, of ${date}`,
    ),
  );
  named('Restated values', remarks.restated.map(restatedText));
  drawMethod(flow, content.figures);
}

function restatedText({ from, to, foundOn, reason }: Restated): string {
  const dates = from === to ? from : `${from} to ${to}`;
  return `${dates}: ${RESTATEMENT_WORDS[reason]}, found at the close of ${foundOn}`;
}

function drawMethod(flow: Flow, { period }: StatementFigures): void {
  drawSubheading(flow, 'How the figures are calculated');
  drawParagraph(
    flow,
    `Each position is valued at the end of ${period.to}, based on its effective dates: ` +
      'securities at the last price on or before that date, deposits, bills and commercial paper ' +
      'with their accrued interest after tax, funds at the latest approved value per unit. Other ' +
      'currencies are converted line by line at the latest rate on or before the date. The ' +
      'time-weighted return links the returns of business days, so that the size of payments in ' +
      'and out has no effect; the money-weighted return is the rate at which all payments grow ' +
      'to the value at the end. Returns of less than a year are not annualised, and past returns ' +
      'do not predict future ones.',
  );
}

/** Draws the instructions for objections, and the seal on the same page. A preview has no seal. */
export function drawEnd(flow: Flow, content: StatementContent, seal: PaperSeal | undefined): void {
  ensureRoom(flow, OBJECTION_HEIGHT + (seal === undefined ? 0 : SEAL_HEIGHT));
  drawSubheading(flow, 'If you do not agree');
  drawParagraph(
    flow,
    'Please compare this statement with your records, and write to us within 30 days of its date ' +
      'if anything is wrong or missing. Contract notes and statements of account remain the ' +
      'evidence of individual trades and payments.',
  );
  if (seal !== undefined) drawSeal(flow, { ...content, how: HOW }, seal);
}

const OBJECTION_HEIGHT = 70;

/** The height of a seal in points. */
export const SEAL_HEIGHT = 122;

const HOW =
  'With the QR code you can ask the issuer whether this statement is genuine and whether it is ' +
  'still up to date. Compare the answer with this statement: number, period, currency and value.';

/** The time at which a document was issued, and the text that explains how to check its seal. */
interface Sealed {
  readonly issuedAt: Instant;
  readonly office: { readonly timeZone: string };
  readonly how: string;
}

/** Draws the seal of a document with its QR code. */
export function drawSeal(flow: Flow, content: Sealed, seal: PaperSeal): void {
  flow.y += 6;
  const { pdf } = flow;
  const size = 106;
  pdf.moveTo(LEFT, flow.y).lineTo(RIGHT, flow.y).lineWidth(0.5).stroke(INK.line);
  const top = flow.y + 10;
  drawQr(pdf, { text: seal.verifyUrl, x: LEFT, y: top, size });
  pdf.link(LEFT, top, size, size, seal.verifyUrl);
  const x = LEFT + size + 14;
  const width = RIGHT - x;
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(9);
  write(pdf, 'Sealed electronically', { x, y: top - 2 });
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(7.5);
  write(pdf, content.how, { x, y: pdf.y + 1, width });
  const { timeZone } = content.office;
  const issued = `Issued ${wallClock(content.issuedAt, timeZone)} (${timeZone})`;
  write(pdf, issued, { x, y: pdf.y + 3, width });
  write(pdf, `Content SHA-256: ${seal.digest}`, { x, y: pdf.y + 1, width });
  write(pdf, `Ed25519 key: ${seal.keyId}`, { x, y: pdf.y + 1, width });
  pdf.fontSize(6);
  write(pdf, `Code: ${seal.code}`, { x, y: pdf.y + 1, width });
  flow.y = Math.max(pdf.y, top + size) + 6;
}
