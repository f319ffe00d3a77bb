// The printed contract note: letterhead, parties, trades, charges, net amount, and seal.

import { present } from '../../../platform/assert.js';
import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Instant } from '../../../platform/database/database.js';
import {
  drawContinuation,
  drawFeet,
  drawHolder,
  drawLetterhead,
  drawNotice,
  drawSums,
  drawTotal,
  LEFT,
  type Pairs,
  RIGHT,
  WIDTH,
} from '../../../platform/files/letter.js';
import {
  type Column,
  drawTable,
  ensureRoom,
  type Flow,
  INK,
} from '../../../platform/files/page-table.js';
import { drawQr, FONT, PAGE, type Pdf, write } from '../../../platform/files/pdf.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { amountInWords } from '../../../platform/money/amount-words.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { grouped, groupedMoney } from '../../../platform/money/grouped.js';
import { parseMinor } from '../../../platform/money/money.js';
import type { NoteDocument } from './document.js';
import { digestOf } from './seal-code.js';
import type { Seal } from './seal-queries.js';

/** Changes to the note after it was sealed. */
interface NoteFate {
  readonly reversedAt: Instant | null;
  readonly replacedBy: string | null;
}

/** A note with all the data for its PDF. */
export interface NotePaper {
  readonly note: NoteDocument;
  readonly seal: Seal;
  readonly fate: NoteFate;
  readonly verifyUrl: string;
}

const SEAL_HEIGHT = 122;

/** Draws the whole note. */
export function drawNote(pdf: Pdf, paper: NotePaper): void {
  const { note } = paper;
  const flow: Flow = { pdf, y: PAGE.margin, onNewPage: () => continued(pdf, note) };
  drawLetterhead(flow, note.office, {
    title: 'CONTRACT NOTE',
    subtitle: `${note.side === 'BUY' ? 'Purchase' : 'Sale'} · No. ${note.number}`,
  });
  drawNotices(flow, paper);
  drawParties(flow, note);
  drawSecurity(flow, note);
  drawExecutions(flow, note);
  drawCharges(flow, note);
  drawNet(flow, note);
  drawSeal(flow, paper);
  const foot = `${note.office.firm} · Contract note ${note.number}`;
  drawFeet(pdf, foot, paper.fate.reversedAt === null ? undefined : 'REVERSED');
}

function continued(pdf: Pdf, { office, number }: NoteDocument): number {
  return drawContinuation(pdf, office.firm, `Contract note ${number}`);
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

function drawParties(flow: Flow, note: NoteDocument): void {
  const { customer, portfolio, order } = note;
  const limit = order.limitPrice === '' ? '' : ` at ${grouped(order.limitPrice, 2)}`;
  const pairs: Pairs = [
    ['Customer number', customer.code],
    ['Portfolio', portfolio.code],
    ['CSCS account', portfolio.account],
    ['CHN', portfolio.chn],
  ];
  drawHolder(flow, { name: customer.name, address: customer.address, pairs }, [
    ['Contract note', note.number],
    ['Trade date', note.tradeDate],
    ['Settlement date', note.settlementDate],
    ['Currency', note.currency],
    ['Order', order.number],
    ['Order received', order.receivedAt],
    ['Order type', `${note.side} ${order.priceType}${limit}`],
    ['Order origin', order.origin],
  ]);
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
  const nominal = isBond ? `\nNominal ${currency} ${groupedMoney(accrued.nominal, currency)}` : '';
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
        `${grouped(note.averagePrice, 2)}${isBond ? '%' : ''}`,
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
    groupedMoney(each.value, currency),
  ]);
  drawTable(flow, columns, rows);
}

function drawCharges(flow: Flow, note: NoteDocument): void {
  const { currency } = note;
  const columns: readonly Column[] = [
    { title: 'Charge', width: 0.36 },
    { title: 'Calculation', width: 0.34 },
    { title: 'Payee', width: 0.12 },
    { title: `Amount (${currency})`, width: 0.18, right: true },
  ];
  const rows = note.charges.map((line) => [
    line.label,
    line.basis,
    line.payee === 'FIRM' ? 'Broker' : line.payee,
    groupedMoney(line.amount, currency),
  ]);
  drawTable(flow, columns, rows);
}

function drawNet(flow: Flow, note: NoteDocument): void {
  const { pdf } = flow;
  const { currency } = note;
  const buys = note.side === 'BUY';
  ensureRoom(flow, 130);
  drawSums(
    flow,
    sumsOf(note).map(([label, figure]) => [label, groupedMoney(figure, currency)] as const),
  );
  const minor = present(
    parseMinor(new Decimal(note.netAmount), currency),
    'a sealed amount is money',
  );
  drawTotal(flow, {
    label: buys ? 'Net amount payable by you' : 'Net amount due to you',
    figure: `${currency} ${groupedMoney(note.netAmount, currency)}`,
    words: amountInWords({ minor, currency }),
  });
  pdf.fillColor(INK.soft).fontSize(8.5);
  const settles = buys ? 'is debited to' : 'is credited to';
  const tariff = `Charges by tariff ${note.tariff.name}, version ${note.tariff.version}.`;
  const settlement = `Settlement on ${note.settlementDate}.`;
  const { settlementInstructions: given } = note;
  const instructions = given === undefined ? '' : `\nSettlement instructions: ${given}`;
  const through = custodianText(note.custodian);
  const text = `The net amount ${settles} your account. ${settlement} ${tariff}`;
  const below = { x: LEFT + 6, y: pdf.y + 2, width: WIDTH - 12 };
  write(pdf, `${text}${through}${instructions}`, below);
  flow.y = pdf.y + 12;
}

// Returns a separate line with the custodian, its participant code and the accounts.
function custodianText(custodian: NoteDocument['custodian']): string {
  if (custodian === undefined) return '';
  const { label, depositoryCode, account, portfolioAccount, settles } = custodian;
  const parts = [
    label,
    ...(depositoryCode === '' ? [] : [`participant ${depositoryCode}`]),
    ...(account === '' ? [] : [`settlement account ${account}`]),
    ...(portfolioAccount === '' ? [] : [`your account ${portfolioAccount}`]),
  ];
  const own = settles
    ? ' The custodian pays and delivers. Nothing is booked on your cash account.'
    : '';
  return `\nSettlement through ${parts.join(', ')}.${own}`;
}

// The parts of the net amount. A bond is dealt at its clean price and paid at its dirty price.
function sumsOf(note: NoteDocument): (readonly [label: string, figure: string])[] {
  const { accrued, consideration, settlementDate } = note;
  const charges = note.side === 'BUY' ? 'Charges, added' : 'Charges, deducted';
  if (accrued === undefined) {
    return [
      ['Consideration', consideration],
      [charges, note.totalCharges],
    ];
  }
  const days = `${counted(accrued.days, 'day')}, ${accrued.from} to ${settlementDate}`;
  return [
    ['Consideration at the clean price', consideration],
    [`Accrued interest, ${days}`, accrued.amount],
    ['Consideration with accrued interest', accrued.dirtyValue],
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
    'With the QR code you can ask the issuer whether this note is genuine and whether it has ' +
    'been reversed. Compare the answer with this note: number, dates, quantity and net amount.';
  write(pdf, how, { x, y: pdf.y + 1, width });
  const sealed = wallClock(note.issuedAt, note.office.timeZone);
  write(pdf, `Issued ${sealed} (${note.office.timeZone})`, { x, y: pdf.y + 3, width });
  write(pdf, `Content SHA-256: ${digestOf(seal.document)}`, { x, y: pdf.y + 1, width });
  write(pdf, `Ed25519 key: ${seal.keyId}`, { x, y: pdf.y + 1, width });
  pdf.fontSize(6);
  write(pdf, `Code: ${seal.code}`, { x, y: pdf.y + 1, width });
  flow.y = Math.max(pdf.y, top + size) + 6;
}
