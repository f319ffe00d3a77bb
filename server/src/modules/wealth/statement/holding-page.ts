// Draws the positions of a statement: securities and units by class, money, and fixed income.

import { groupedBy } from '../../../platform/collection/grouped.js';
import { type Column, drawTable, type Flow } from '../../../platform/files/page-table.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { grouped, groupedMoney } from '../../../platform/money/grouped.js';
import type { WealthClass } from '../valuation/line.js';
import type { FixedIncome, MoneyLine, Position, StatementFigures } from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { CLASS_WORDS, priceSourceWords, rolloverWords } from './words.js';

/** Draws securities and fund units, and money. */
export function drawPositions(flow: Flow, figures: StatementFigures): void {
  const { positions, money, currency } = figures;
  if (positions.length + money.length === 0) return;
  drawSection(flow, 'Positions', 90);
  for (const [name, rows] of groupedBy(positions, (position) => position.class)) {
    drawSubheading(flow, CLASS_WORDS[name], totalText(rows, currency));
    drawTable(
      flow,
      positionColumns(name, currency),
      rows.map((row) => positionRow(row, currency)),
    );
  }
  if (money.length > 0) {
    drawSubheading(flow, 'Cash, receivables and payables', totalText(money, currency));
    drawTable(
      flow,
      moneyColumns(currency),
      money.map((line) => moneyRow(line, currency)),
    );
  }
  if (positions.some(({ stale }) => stale)) {
    drawParagraph(flow, '* The price is older than usual; see the notes.');
  }
}

function totalText(
  rows: readonly { readonly valueIn?: string | undefined }[],
  currency: string,
): string {
  const total = rows.reduce((sum, { valueIn }) => sum.plus(valueIn ?? 0), new Decimal(0));
  return `${currency} ${groupedMoney(total.toFixed(), currency)}`;
}

function positionColumns(name: WealthClass, currency: string): readonly Column[] {
  return [
    { title: CLASS_WORDS[name], width: 0.25 },
    { title: 'Quantity', width: 0.1, right: true },
    { title: 'Average cost', width: 0.1, right: true },
    { title: name === 'BOND' ? 'Clean price, %' : 'Price', width: 0.1, right: true },
    { title: 'Price of', width: 0.13 },
    { title: `Value, ${currency}`, width: 0.14, right: true },
    { title: 'Gain', width: 0.11, right: true },
    { title: '%', width: 0.07, right: true },
  ];
}

function positionRow(row: Position, currency: string): string[] {
  const source = row.priceSource === undefined ? '' : priceSourceWords(row.priceSource);
  const foreign = row.currency === currency ? '' : `, ${row.currency}`;
  const own = foreign === '' ? '' : `${row.currency} ${money(row.value, row.currency)}`;
  const under = [`${row.name}${foreign}`, own, row.portfolio].filter((part) => part !== '');
  return [
    `${row.label}\n${under.join(' · ')}`,
    grouped(row.quantity, 0),
    row.averageCost === undefined ? '–' : grouped(row.averageCost, 2),
    row.price === undefined ? '–' : grouped(row.price, 2),
    row.priceDate === undefined
      ? 'no price'
      : `${row.priceDate}${row.stale ? ' *' : ''}\n${source}`,
    money(row.valueIn, currency),
    money(row.gain, row.currency),
    row.percent ?? '–',
  ];
}

function money(amount: string | undefined, currency: string): string {
  return amount === undefined ? '–' : groupedMoney(amount, currency);
}

function moneyColumns(currency: string): readonly Column[] {
  return [
    { title: 'Account or trade', width: 0.4 },
    { title: 'Kind', width: 0.16 },
    { title: 'Currency', width: 0.1 },
    { title: 'Amount', width: 0.17, right: true },
    { title: `Value, ${currency}`, width: 0.17, right: true },
  ];
}

function moneyRow(line: MoneyLine, currency: string): string[] {
  return [
    line.class === 'CASH' ? `Account ${line.name}` : `${line.label}\n${line.name}`,
    CLASS_WORDS[line.class],
    line.currency,
    money(line.value, line.currency),
    money(line.valueIn, currency),
  ];
}

/** Draws deposits, commercial paper, bills, bonds and loans with their terms. */
export function drawFixedIncome(flow: Flow, { fixedIncome, currency }: StatementFigures): void {
  if (fixedIncome.length === 0) return;
  drawSection(flow, 'Fixed income and loans', 90);
  for (const [name, rows] of groupedBy(fixedIncome, (each) => each.class)) {
    drawSubheading(flow, CLASS_WORDS[name], totalText(rows, currency));
    drawTable(
      flow,
      name === 'BOND' ? BOND_COLUMNS : FIXED_COLUMNS,
      rows.map((row) => fixedRow(row)),
    );
  }
  drawParagraph(
    flow,
    'Accrued interest is up to the last date of the period, after the tax expected on it.' +
      (fixedIncome.some((row) => row.yield !== undefined) ? YIELD_TEXT : ''),
  );
}

const YIELD_TEXT =
  ' The yield of a bond is its yearly return until maturity at its price, before tax, ' +
  'compounded as often as it pays interest.';

const BOND_COLUMNS: readonly Column[] = [
  { title: 'Instrument', width: 0.235 },
  { title: 'Coupon, %', width: 0.085, right: true },
  { title: 'Yield, %', width: 0.075, right: true },
  { title: 'Issued', width: 0.115 },
  { title: 'Maturity', width: 0.115 },
  { title: 'Face value', width: 0.13, right: true },
  { title: 'Accrued interest', width: 0.11, right: true },
  { title: 'Value', width: 0.135, right: true },
];

const FIXED_COLUMNS: readonly Column[] = [
  { title: 'Instrument', width: 0.3 },
  { title: 'Rate, %', width: 0.08, right: true },
  { title: 'Start', width: 0.11 },
  { title: 'Maturity', width: 0.11 },
  { title: 'Principal or face', width: 0.15, right: true },
  { title: 'Accrued interest', width: 0.11, right: true },
  { title: 'Value', width: 0.14, right: true },
];

function fixedRow(row: FixedIncome): string[] {
  const renewed = rolloverWords(row.rollover);
  const under = [`${row.name} · ${row.currency}`, renewed].filter((part) => part !== '');
  return [
    `${row.label}\n${under.join(', ')}`,
    row.rate === undefined ? '–' : grouped(row.rate, 2),
    ...(row.class === 'BOND' ? [row.yield ?? '–'] : []),
    row.start ?? '',
    row.maturity ?? '',
    money(row.face, row.currency),
    money(row.accrued, row.currency),
    money(row.value, row.currency),
  ];
}
