// Draws the returns in a statement, by period and as a grid of months.

import { type Column, drawTable, type Flow } from '../../../platform/files/page-table.js';
import { groupedMoney } from '../../../platform/money/grouped.js';
import type { Growth, Rate, StatementFigures } from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { percentText } from './summary-page.js';
import { BENCHMARK_WORDS, PERIOD_WORDS, UNAVAILABLE_WORDS } from './words.js';

/** Draws the returns after all costs. */
export function drawGrowth(flow: Flow, figures: StatementFigures): void {
  const { growth, period } = figures;
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
  drawBenchmark(flow, growth);
  if (growth.months.length > 0) {
    drawSubheading(flow, 'Time-weighted return by month, in percent');
    drawTable(flow, MONTH_COLUMNS, monthRows(growth.months));
  }
  drawContributions(flow, figures);
}

function drawBenchmark(flow: Flow, { benchmark, periods }: Growth): void {
  if (benchmark === undefined) return;
  drawSubheading(flow, `Compared with ${benchmark.label}`);
  drawTable(
    flow,
    BENCHMARK_COLUMNS,
    periods.map(({ period, opening, timeWeighted, benchmark: compared = {} }) => [
      ...[PERIOD_WORDS[period], opening, percentText(timeWeighted)],
      compared.reason === undefined
        ? percentText({ percent: compared.percent })
        : BENCHMARK_WORDS[compared.reason],
      percentText({ percent: compared.excess }),
    ]),
  );
  if (benchmark.returnType === 'PRICE') {
    const text = 'The benchmark is a price index, which does not include dividends.';
    drawParagraph(flow, text);
  }
}

const BENCHMARK_COLUMNS: readonly Column[] = [
  { title: 'Period', width: 0.24 },
  { title: 'Close of', width: 0.12 },
  { title: 'Time-weighted', width: 0.18, right: true },
  { title: 'Benchmark', width: 0.26, right: true },
  { title: 'Difference', width: 0.2, right: true },
];

function drawContributions(flow: Flow, { contributions, currency }: StatementFigures): void {
  const { best, worst } = contributions;
  const parts = [
    { title: 'Best contributions to the return of the period', rows: best },
    { title: 'Worst contributions to the return of the period', rows: worst },
  ];
  for (const { title, rows } of parts) {
    if (rows.length === 0) continue;
    drawSubheading(flow, title);
    drawTable(
      flow,
      contributionColumns(currency),
      rows.map(({ label, name, portfolio, gain, percent }) => [
        `${label}\n${[name, portfolio].filter((part) => part !== '').join(' · ')}`,
        groupedMoney(gain, currency),
        percent,
      ]),
    );
  }
}

function contributionColumns(currency: string): readonly Column[] {
  return [
    { title: 'Position', width: 0.56 },
    { title: `Gain after costs, ${currency}`, width: 0.24, right: true },
    { title: 'Percentage points', width: 0.2, right: true },
  ];
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
  return annualPercent === undefined ? '' : `${annualPercent}%`;
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
