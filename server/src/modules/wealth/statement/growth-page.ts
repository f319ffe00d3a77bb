// The returns in a statement: by period, and as a grid of months.

import { type Column, drawTable, type Flow } from '../../../platform/files/page-table.js';
import type { Rate, StatementFigures } from './content.js';
import { drawSection, drawSubheading } from './section.js';
import { percentText } from './summary-page.js';
import { PERIOD_WORDS, UNAVAILABLE_WORDS } from './words.js';

/** Draws the returns after all costs. */
export function drawGrowth(flow: Flow, { growth, period }: StatementFigures): void {
  drawSection(flow, 'Returns', 90);
  drawSubheading(flow, `Up to ${period.to}, after all costs and withheld taxes`);
  drawTable(
    flow,
    PERIOD_COLUMNS,
    growth.periods.map(({ period: name, opening, timeWeighted, moneyWeighted }) => [
      ...[PERIOD_WORDS[name], opening],
      ...[percentText(timeWeighted), yearText(timeWeighted)],
      ...[percentText(moneyWeighted), yearText(moneyWeighted)],
    ]),
  );
  if (growth.months.length === 0) return;
  drawSubheading(flow, 'Time-weighted return by month, in percent');
  drawTable(flow, MONTH_COLUMNS, monthRows(growth.months));
}

const PERIOD_COLUMNS: readonly Column[] = [
  { title: 'Period', width: 0.24 },
  { title: 'Close of', width: 0.12 },
  { title: 'Time-weighted', width: 0.14, right: true },
  { title: 'a year', width: 0.18, right: true },
  { title: 'Money-weighted', width: 0.14, right: true },
  { title: 'a year', width: 0.18, right: true },
];

function yearText({ annualPercent, reason }: Rate): string {
  if (reason !== undefined) return UNAVAILABLE_WORDS[reason];
  return annualPercent === undefined ? '' : `${annualPercent} %`;
}

const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const MONTH_COLUMNS: readonly Column[] = [
  { title: 'Year', width: 0.1 },
  ...MONTH_NAMES.map((title) => ({ title, width: 0.075, right: true })),
];

function monthRows(months: StatementFigures['growth']['months']): string[][] {
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  return years.map((year) => [
    year,
    ...MONTH_NAMES.map((_, index) => {
      const name = `${year}-${String(index + 1).padStart(2, '0')}`;
      const found = months.find(({ month }) => month === name);
      return found === undefined ? '' : (found.timeWeighted.percent ?? '–');
    }),
  ]);
}
