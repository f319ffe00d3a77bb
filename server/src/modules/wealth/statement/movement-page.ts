// Draws the movements of the period: flows, trades, income and costs.

import { groupedBy } from '../../../platform/collection/grouped.js';
import { type Column, drawTable, type Flow } from '../../../platform/files/page-table.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { grouped, groupedMoney } from '../../../platform/money/grouped.js';
import type { IncomeSum, StatementFigures, Trade } from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { flowWords, INCOME_WORDS } from './words.js';

/** Draws flows, trades, and income. */
export function drawMovements(
  flow: Flow,
  { flows, trades, income, expected, currency, period }: StatementFigures,
): void {
  if (flows.length + trades.length + income.length + expected.length === 0) return;
  drawSection(flow, 'Movements and income', 90);
  if (flows.length > 0) {
    drawSubheading(flow, `Money and securities in and out, in ${currency}`);
    const rows = flows.map(({ date, source, paidIn, paidOut, fees }) => [
      ...[date, flowWords(source)],
      ...[paidIn, paidOut, fees].map((amount) => orDash(amount, currency)),
    ]);
    drawTable(flow, FLOW_COLUMNS, rows);
  }
  if (trades.length > 0) {
    drawSubheading(flow, 'Trades');
    drawTable(flow, TRADE_COLUMNS, trades.map(tradeRow));
  }
  if (income.length > 0) {
    drawSubheading(flow, 'Booked income');
    drawTable(flow, INCOME_COLUMNS, [...income.map(incomeRow), ...incomeTotals(income)]);
  }
  if (expected.length > 0) {
    drawSubheading(flow, `Income expected in the twelve months after ${period.to}`);
    drawParagraph(
      flow,
      'Coupons, interest and discount of the positions at the end of the period, if they are ' +
        'held to maturity and not renewed, and income that is due. Other dividends and ' +
        'distributions are not included until their amount is due. Tax is under the rules known ' +
        'today.',
    );
    drawTable(flow, INCOME_COLUMNS, [...expected.map(incomeRow), ...incomeTotals(expected)]);
  }
}

const FLOW_COLUMNS: readonly Column[] = [
  { title: 'Date', width: 0.12 },
  { title: 'Kind', width: 0.4 },
  { title: 'In', width: 0.17, right: true },
  { title: 'Out', width: 0.17, right: true },
  { title: 'Fees', width: 0.14, right: true },
];

const TRADE_COLUMNS: readonly Column[] = [
  { title: 'Date', width: 0.115 },
  { title: 'Contract note', width: 0.13 },
  { title: '', width: 0.07 },
  { title: 'Security', width: 0.165 },
  { title: 'Quantity', width: 0.11, right: true },
  { title: 'Price', width: 0.1, right: true },
  { title: 'Charges', width: 0.12, right: true },
  { title: 'Net amount', width: 0.19, right: true },
];

function tradeRow(trade: Trade): string[] {
  const { date, note, side, security, quantity, price, charges, net, currency } = trade;
  return [
    date,
    note,
    side === 'BUY' ? 'Buy' : 'Sell',
    security,
    grouped(quantity, 0),
    grouped(price, 2),
    groupedMoney(charges, currency),
    `${currency} ${groupedMoney(net, currency)}`,
  ];
}

const INCOME_COLUMNS: readonly Column[] = [
  { title: 'Month', width: 0.13 },
  { title: 'Kind', width: 0.32 },
  { title: 'Currency', width: 0.1 },
  { title: 'Gross', width: 0.15, right: true },
  { title: 'Tax', width: 0.15, right: true },
  { title: 'Net', width: 0.15, right: true },
];

function incomeRow({ month, kind, currency, gross, tax, net }: IncomeSum): string[] {
  const amounts = [gross, tax, net].map((amount) => groupedMoney(amount, currency));
  return [month, INCOME_WORDS[kind], currency, ...amounts];
}

function incomeTotals(income: readonly IncomeSum[]): string[][] {
  return [...groupedBy(income, ({ currency }) => currency)].map(([currency, rows]) => {
    const sum = (of: (row: IncomeSum) => string) =>
      rows.reduce((total, row) => total.plus(of(row)), new Decimal(0)).toFixed();
    const amounts = [sum(({ gross }) => gross), sum(({ tax }) => tax), sum(({ net }) => net)];
    return ['Total', '', currency, ...amounts.map((amount) => groupedMoney(amount, currency))];
  });
}

function orDash(amount: string, currency: string): string {
  return new Decimal(amount).isZero() ? '–' : groupedMoney(amount, currency);
}

const COST_COLUMNS: readonly Column[] = [
  { title: 'Cost', width: 0.6 },
  { title: 'Amount', width: 0.2, right: true },
  { title: '% of average wealth', width: 0.2, right: true },
];

/** Draws each kind of cost with its percentage of the average wealth. */
export function drawCosts(flow: Flow, { costs, currency }: StatementFigures): void {
  if (costs.length === 0) return;
  drawSection(flow, 'Costs and taxes', 90);
  const total = costs.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  drawSubheading(flow, `In ${currency}`, groupedMoney(total.toFixed(), currency));
  drawTable(
    flow,
    COST_COLUMNS,
    costs.map(({ label, amount, percent }) => [
      ...[label, groupedMoney(amount, currency), percent ?? '–'],
    ]),
  );
  drawParagraph(
    flow,
    'Trade charges include those of the exchange and the depository, and the tax on them.',
  );
}
