// How a contract note looks on paper: letterhead, parties, trades, charges, net amount, seal.

import { present } from '../../platform/assert.js';
import type { Instant } from '../../platform/database/database.js';
import {
  drawQr,
  FONT,
  heightOf,
  PAGE,
  type Pdf,
  widthOf,
  write,
} from '../../platform/files/pdf.js';
import { minorUnits } from '../../platform/money/currency.js';
import { Decimal } from '../../platform/money/decimal.js';
import { parseMinor } from '../../platform/money/money.js';
import { amountInWords } from './amount-words.js';
import type { NoteDocument } from './note-document.js';
import type { Seal } from './note-seal.js';
import { type Column, drawTable, ensureRoom, type Flow, INK } from './note-table.js';
import { digestOf } from './seal-code.js';
import { wallClock } from './wall-clock.js';

/** What is not in the sealed document, because it came after it. */
export interface NoteFate {
  readonly reversedAt: Instant | null;
  readonly replacedBy: string | null;
}

/** A note and all that its paper shows. */
export interface NotePaper {
  readonly note: NoteDocument;
  readonly seal: Seal;
  readonly fate: NoteFate;
  readonly verifyUrl: string;
}

const LEFT = PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const WIDTH = RIGHT - LEFT;
const SEAL_HEIGHT = 122;

/** Draws the whole note. */
export function drawNote(pdf: Pdf, paper: NotePaper): void {
  const { note } = paper;
  const flow: Flow = { pdf, y: PAGE.margin, onNewPage: () => drawContinuation(pdf, note) };
  drawLetterhead(flow, note);
  drawNotices(flow, paper);
  drawParties(flow, note);
  drawSecurity(flow, note);
  drawExecutions(flow, note);
  drawCharges(flow, note);
  drawNet(flow, note);
  drawSeal(flow, paper);
  drawEveryPage(pdf, paper);
}

function drawLetterhead(flow: Flow, { office, number, side }: NoteDocument): void {
  const { pdf } = flow;
  const column = WIDTH * 0.62;
  pdf.fillColor(INK.accent).font(FONT.bold).fontSize(15);
  write(pdf, office.firm, { x: LEFT, y: flow.y - 4, width: column });
  const address = office.address.split('\n').join(', ');
  const lines = [address, office.contact, office.registration];
  const own = office.firm === office.label ? '' : `${office.label} (${office.code})`;
  const small = [own, ...lines].filter((line) => line !== '').join('\n');
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
  if (small !== '') write(pdf, small, { x: LEFT, y: pdf.y, width: column, lineGap: 0.5 });
  const bottom = pdf.y;
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(15);
  write(pdf, 'CONTRACT NOTE', { x: LEFT, y: flow.y - 4, width: WIDTH, align: 'right' });
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
  const title = `${side === 'BUY' ? 'Purchase' : 'Sale'} · No. ${number}`;
  write(pdf, title, { x: LEFT, y: pdf.y, width: WIDTH, align: 'right' });
  flow.y = Math.max(bottom, pdf.y) + 6;
  pdf.moveTo(LEFT, flow.y).lineTo(RIGHT, flow.y).lineWidth(1.5).stroke(INK.accent);
  flow.y += 12;
}

function drawContinuation(pdf: Pdf, { office, number }: NoteDocument): number {
  const y = PAGE.margin;
  pdf.fillColor(INK.accent).font(FONT.bold).fontSize(9);
  write(pdf, office.firm, { x: LEFT, y });
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
  write(pdf, `Contract note ${number}, continued`, { x: LEFT, y, width: WIDTH, align: 'right' });
  const line = pdf.y + 4;
  pdf.moveTo(LEFT, line).lineTo(RIGHT, line).lineWidth(0.75).stroke(INK.accent);
  return line + 12;
}

function drawNotices(flow: Flow, { note, fate }: NotePaper): void {
  if (fate.reversedAt !== null) {
    const at = wallClock(fate.reversedAt, note.office.timeZone);
    const next = fate.replacedBy === null ? '' : ` Contract note ${fate.replacedBy} replaces it.`;
    drawNotice(flow, `REVERSED on ${at}. This note is no longer valid.${next}`, INK.alert);
  }
  if (note.replaces !== '') {
    drawNotice(flow, `This note replaces contract note ${note.replaces}.`, INK.accent);
  }
}

function drawNotice(flow: Flow, text: string, colour: string): void {
  const { pdf } = flow;
  pdf.font(FONT.bold).fontSize(9);
  const height = heightOf(pdf, text, WIDTH - 16) + 10;
  pdf.rect(LEFT, flow.y, WIDTH, height).lineWidth(0.75).stroke(colour);
  pdf.fillColor(colour);
  write(pdf, text, { x: LEFT + 8, y: flow.y + 5, width: WIDTH - 16 });
  flow.y += height + 10;
}

function drawParties(flow: Flow, note: NoteDocument): void {
  const { pdf } = flow;
  const { customer, portfolio, order } = note;
  const half = WIDTH / 2 - 12;
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(8);
  write(pdf, 'Customer', { x: LEFT, y: flow.y });
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(11);
  write(pdf, customer.name, { x: LEFT, y: pdf.y, width: half });
  pdf.font(FONT.regular).fontSize(9);
  if (customer.address !== '') write(pdf, customer.address, { x: LEFT, y: pdf.y, width: half });
  const left = drawPairs({ pdf, x: LEFT, y: pdf.y + 6, width: half }, [
    ['Customer number', customer.code],
    ['Portfolio', portfolio.code],
    ['CSCS account', portfolio.account],
    ['CHN', portfolio.chn],
  ]);
  const limit = order.limitPrice === '' ? '' : ` at ${grouped(order.limitPrice, 2)}`;
  const right = drawPairs({ pdf, x: LEFT + WIDTH / 2 + 12, y: flow.y, width: half }, [
    ['Contract note', note.number],
    ['Trade date', note.tradeDate],
    ['Settlement date', note.settlementDate],
    ['Currency', note.currency],
    ['Order', order.number],
    ['Order received', order.receivedAt],
    ['Order type', `${note.side} ${order.priceType}${limit}`],
    ['Order origin', order.origin],
  ]);
  flow.y = Math.max(left, right) + 12;
}

interface PairPlace {
  readonly pdf: Pdf;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawPairs(place: PairPlace, pairs: readonly (readonly [string, string])[]): number {
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

function drawSecurity(flow: Flow, note: NoteDocument): void {
  const { pdf } = flow;
  const { security } = note;
  const done = note.side === 'BUY' ? 'bought for you' : 'sold for you';
  const text = `On ${security.exchange} we have ${done}, as your agent:`;
  pdf.fillColor(INK.text).font(FONT.regular).fontSize(9);
  write(pdf, text, { x: LEFT, y: flow.y });
  const { accrued, currency } = note;
  const isBond = accrued !== undefined;
  const nominal = isBond ? `\nNominal ${currency} ${money(accrued.nominal, currency)}` : '';
  flow.y = pdf.y + 4;
  drawTable(
    flow,
    [
      { title: 'Security', width: 0.42 },
      { title: 'ISIN', width: 0.2 },
      { title: isBond ? 'Units' : 'Quantity', width: 0.18, right: true },
      { title: isBond ? 'Average clean price' : 'Average price', width: 0.2, right: true },
    ],
    [
      [
        `${security.name} (${security.code})${nominal}`,
        security.isin,
        grouped(note.quantity, 0),
        `${grouped(note.averagePrice, 2)}${isBond ? ' %' : ''}`,
      ],
    ],
  );
}

function drawExecutions(flow: Flow, { executions, office, currency }: NoteDocument): void {
  const columns: readonly Column[] = [
    { title: 'Trade number', width: 0.34 },
    { title: `Time (${office.timeZone})`, width: 0.24 },
    { title: 'Quantity', width: 0.12, right: true },
    { title: 'Price', width: 0.13, right: true },
    { title: `Value (${currency})`, width: 0.17, right: true },
  ];
  const rows = executions.map((each) => [
    each.execId,
    each.at,
    grouped(each.quantity, 0),
    grouped(each.price, 2),
    money(each.value, currency),
  ]);
  drawTable(flow, columns, rows);
}

function drawCharges(flow: Flow, note: NoteDocument): void {
  const { currency } = note;
  const columns: readonly Column[] = [
    { title: 'Charge', width: 0.36 },
    { title: 'Reckoned as', width: 0.34 },
    { title: 'Payee', width: 0.12 },
    { title: `Amount (${currency})`, width: 0.18, right: true },
  ];
  const rows = note.charges.map((line) => [
    line.label,
    line.basis,
    line.payee === 'FIRM' ? 'Broker' : line.payee,
    money(line.amount, currency),
  ]);
  drawTable(flow, columns, rows);
}

function drawNet(flow: Flow, note: NoteDocument): void {
  const { pdf } = flow;
  const { currency } = note;
  const buys = note.side === 'BUY';
  ensureRoom(flow, 130);
  for (const [label, figure] of sumsOf(note)) {
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(9);
    write(pdf, label, { x: LEFT, y: flow.y });
    pdf.fillColor(INK.text);
    write(pdf, money(figure, currency), { x: LEFT, y: flow.y, width: WIDTH - 4, align: 'right' });
    flow.y = pdf.y + 2;
  }
  flow.y += 3;
  pdf.rect(LEFT, flow.y, WIDTH, 24).fill(INK.tint);
  const label = buys ? 'Net amount payable by you' : 'Net amount due to you';
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(11);
  write(pdf, label, { x: LEFT + 6, y: flow.y + 4 });
  const figure = `${currency} ${money(note.netAmount, currency)}`;
  write(pdf, figure, { x: LEFT, y: flow.y + 4, width: WIDTH - 4, align: 'right' });
  flow.y += 28;
  const minor = present(
    parseMinor(new Decimal(note.netAmount), currency),
    'a sealed amount is money',
  );
  pdf.font(FONT.regular).fontSize(9);
  write(pdf, amountInWords({ minor, currency }), { x: LEFT + 6, y: flow.y, width: WIDTH - 12 });
  pdf.fillColor(INK.soft).fontSize(8.5);
  const settles = buys ? 'is debited to' : 'is credited to';
  const tariff = `Charges by tariff ${note.tariff.name}, version ${note.tariff.version}.`;
  const settlement = `Settlement on ${note.settlementDate}.`;
  const text = `The net amount ${settles} your account. ${settlement} ${tariff}`;
  write(pdf, text, { x: LEFT + 6, y: pdf.y + 2, width: WIDTH - 12 });
  flow.y = pdf.y + 12;
}

// What the net amount is made of. A bond is dealt clean and paid dirty.
function sumsOf(note: NoteDocument): (readonly [label: string, figure: string])[] {
  const { accrued, consideration, settlementDate } = note;
  const charges = note.side === 'BUY' ? 'Charges, added' : 'Charges, deducted';
  if (accrued === undefined) {
    return [
      ['Consideration', consideration],
      [charges, note.totalCharges],
    ];
  }
  const days = `${accrued.days} days, ${accrued.from} to ${settlementDate}`;
  return [
    ['Consideration at the clean price', consideration],
    [`Accrued coupon, ${days}`, accrued.amount],
    ['Consideration with accrued coupon', accrued.dirtyValue],
    [charges, note.totalCharges],
  ];
}

function drawSeal(flow: Flow, { note, seal, verifyUrl }: NotePaper): void {
  ensureRoom(flow, SEAL_HEIGHT);
  const { pdf } = flow;
  const size = 106;
  pdf.moveTo(LEFT, flow.y).lineTo(RIGHT, flow.y).lineWidth(0.5).stroke(INK.line);
  const top = flow.y + 10;
  drawQr(pdf, { text: verifyUrl, x: LEFT, y: top, size });
  pdf.link(LEFT, top, size, size, verifyUrl);
  const x = LEFT + size + 14;
  const width = RIGHT - x;
  pdf.fillColor(INK.text).font(FONT.bold).fontSize(9);
  write(pdf, 'Sealed electronically', { x, y: top - 2 });
  pdf.fillColor(INK.soft).font(FONT.regular).fontSize(7.5);
  const how =
    'The QR code asks the issuer whether this note is genuine and whether it has been reversed ' +
    'since. Compare what it answers with what stands here: number, dates, quantity and net amount.';
  write(pdf, how, { x, y: pdf.y + 1, width });
  const sealed = wallClock(note.issuedAt, note.office.timeZone);
  write(pdf, `Issued ${sealed} (${note.office.timeZone})`, { x, y: pdf.y + 3, width });
  write(pdf, `Content SHA-256: ${digestOf(seal.document)}`, { x, y: pdf.y + 1, width });
  write(pdf, `Ed25519 key: ${seal.keyId}`, { x, y: pdf.y + 1, width });
  pdf.fontSize(6);
  write(pdf, `Code: ${seal.code}`, { x, y: pdf.y + 1, width });
  flow.y = Math.max(pdf.y, top + size) + 6;
}

// Drawn last, when the number of pages is known.
function drawEveryPage(pdf: Pdf, { note, fate }: NotePaper): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const y = PAGE.height - 34;
    pdf.fillColor(INK.soft).font(FONT.regular).fontSize(7.5);
    write(pdf, `${note.office.firm} · Contract note ${note.number}`, {
      x: LEFT,
      y,
      lineBreak: false,
    });
    const place = `Page ${page + 1} of ${count}`;
    write(pdf, place, { x: RIGHT - widthOf(pdf, place), y, lineBreak: false });
    if (fate.reversedAt !== null) drawWatermark(pdf);
  }
}

function drawWatermark(pdf: Pdf): void {
  const size = 110;
  pdf.save().rotate(-52, { origin: [PAGE.width / 2, PAGE.height / 2] });
  pdf.font(FONT.bold).fontSize(size).fillColor(INK.alert, 0.16);
  const x = (PAGE.width - widthOf(pdf, 'REVERSED')) / 2;
  write(pdf, 'REVERSED', { x, y: PAGE.height / 2 - size * 0.7, lineBreak: false });
  pdf.restore().fillOpacity(1);
}

function money(text: string, currency: string): string {
  const places = minorUnits(currency) ?? 0;
  return grouped(new Decimal(text).toFixed(places), places);
}

/** Decimal text with its thousands apart and at least so many decimals. */
export function grouped(text: string, leastPlaces: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const decimals = fraction.padEnd(leastPlaces, '0');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === '' ? thousands : `${thousands}.${decimals}`;
}
