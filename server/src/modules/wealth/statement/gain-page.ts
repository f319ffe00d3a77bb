// The gains of a statement: realised by each disposal of the period, and unrealised at its end.

import { type Column, drawTable, type Flow } from '../../../platform/files/page-table.js';
import { grouped, groupedMoney } from '../../../platform/money/grouped.js';
import type {
  ClosedGain,
  GainSum,
  RealisedGain,
  StatementFigures,
  UnrealisedGain,
} from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { disposalWords } from './words.js';

/** Draws the realised and the unrealised gains under both methods. */
export function drawGains(flow: Flow, { gains }: StatementFigures): void {
  const { totals, realised, unrealised, closed } = gains;
  if (realised.length + unrealised.length === 0) return;
  drawSection(flow, 'Gains', 90);
  drawSubheading(flow, 'Sums by currency');
  drawTable(flow, SUM_COLUMNS, totals.map(sumRow));
  if (realised.length > 0) {
    drawSubheading(flow, 'Realised in the period, after all charges');
    drawTable(flow, REALISED_COLUMNS, realised.map(realisedRow));
  }
  if (closed.length > 0) {
    drawSubheading(flow, 'Positions closed in the period, since they were opened');
    drawTable(flow, CLOSED_COLUMNS, closed.map(closedRow));
  }
  if (unrealised.length > 0) {
    drawSubheading(flow, 'Unrealised at the end of the period');
    drawTable(flow, UNREALISED_COLUMNS, unrealised.map(unrealisedRow));
  }
  drawParagraph(
    flow,
    'FIFO sells the oldest units first. Average cost values all units at the same cost. Once ' +
      'all units are sold, both show the same gain. Amounts are in the currency of the position.',
  );
  if (totals.some(({ unknown }) => unknown > 0)) {
    drawParagraph(flow, '– The cost or value is unknown, so the line is not included in any sum.');
  }
}

const SUM_COLUMNS: readonly Column[] = [
  { title: 'Currency', width: 0.12 },
  { title: 'Realised, average cost', width: 0.22, right: true },
  { title: 'Realised, FIFO', width: 0.22, right: true },
  { title: 'Unrealised, average cost', width: 0.22, right: true },
  { title: 'Unrealised, FIFO', width: 0.22, right: true },
];

function sumRow(sum: GainSum): string[] {
  const { currency, realised, fifoRealised, unrealised, fifoUnrealised } = sum;
  const amounts = [realised, fifoRealised, unrealised, fifoUnrealised];
  return [currency, ...amounts.map((amount) => groupedMoney(amount, currency))];
}

const REALISED_COLUMNS: readonly Column[] = [
  { title: 'Date', width: 0.11 },
  { title: 'Position', width: 0.22 },
  { title: 'Quantity', width: 0.1, right: true },
  { title: 'Net proceeds', width: 0.15, right: true },
  { title: 'Average cost', width: 0.15, right: true },
  { title: 'Gain', width: 0.14, right: true },
  { title: 'Gain, FIFO', width: 0.13, right: true },
];

function realisedRow(row: RealisedGain): string[] {
  const { currency } = row;
  return [
    row.date,
    `${row.label}\n${disposalWords(row.kind)} · ${currency}`,
    grouped(row.quantity, 0),
    groupedMoney(row.netProceeds, currency),
    money(row.cost, currency),
    money(row.gain, currency),
    money(row.fifoGain, currency),
  ];
}

const CLOSED_COLUMNS: readonly Column[] = [
  { title: 'Position', width: 0.24 },
  { title: 'Opened', width: 0.11 },
  { title: 'Closed', width: 0.11 },
  { title: 'Cost', width: 0.15, right: true },
  { title: 'Net proceeds', width: 0.15, right: true },
  { title: 'Gain', width: 0.12, right: true },
  { title: 'Income', width: 0.12, right: true },
];

function closedRow(row: ClosedGain): string[] {
  const { currency } = row;
  const under = [row.name, currency, row.portfolio].filter((part) => part !== '');
  return [
    `${row.label}\n${under.join(' · ')}`,
    row.openedOn,
    row.closedOn,
    money(row.cost, currency),
    groupedMoney(row.netProceeds, currency),
    money(row.gain, currency),
    groupedMoney(row.income, currency),
  ];
}

const UNREALISED_COLUMNS: readonly Column[] = [
  { title: 'Position', width: 0.25 },
  { title: 'Quantity', width: 0.11, right: true },
  { title: 'Value', width: 0.15, right: true },
  { title: 'Average cost', width: 0.15, right: true },
  { title: 'Gain', width: 0.12, right: true },
  { title: 'FIFO cost', width: 0.11, right: true },
  { title: 'Gain, FIFO', width: 0.11, right: true },
];

function unrealisedRow(row: UnrealisedGain): string[] {
  const { currency } = row;
  const amounts = [row.value, row.cost, row.gain, row.fifoCost, row.fifoGain];
  const under = [row.name, currency, row.portfolio].filter((part) => part !== '');
  return [
    `${row.label}\n${under.join(' · ')}`,
    grouped(row.quantity, 0),
    ...amounts.map((amount) => money(amount, currency)),
  ];
}

function money(amount: string | undefined, currency: string): string {
  return amount === undefined ? '–' : groupedMoney(amount, currency);
}
