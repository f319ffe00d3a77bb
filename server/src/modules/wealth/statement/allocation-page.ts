// The allocation in a statement: bars by class, currency and issuer, maturities, and the largest
// lines.

import type { Flow } from '../../../platform/files/page-table.js';
import { groupedMoney } from '../../../platform/money/grouped.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { drawBars, drawMonths } from './chart.js';
import type { Share, StatementFigures } from './content.js';
import { drawParagraph, drawSection, drawSubheading } from './section.js';
import { CLASS_WORDS } from './words.js';

const BARS_MOST = 10;

/** Draws the allocation of the assets, or nothing if there are no assets. */
export function drawAllocation(
  flow: Flow,
  { allocation, summary, currency }: StatementFigures,
): void {
  const { byClass, byCurrency, byIssuer, largest, due } = allocation;
  if (byClass.length === 0) return;
  const bars = (title: string, shares: readonly Share[], most = BARS_MOST) => {
    drawSubheading(flow, title);
    drawBars(flow, { shares, currency, most });
  };
  drawSection(flow, 'Allocation', 200);
  const assets = `Parts of your assets (${currency} ${groupedMoney(summary.assets, currency)}).`;
  drawParagraph(flow, assets);
  bars('By class', byClass.map(inWords), WEALTH_CLASSES.length);
  if (byCurrency.length > 1) bars('By currency', byCurrency);
  bars('By issuer', byIssuer);
  if (largest.length > 1) bars('Largest positions', largest);
  if (due.length > 0) {
    drawSubheading(
      flow,
      `Maturities in the next twelve months, at their current value, in ${currency}`,
    );
    drawMonths(flow, due);
  }
}

function inWords(share: Share): Share {
  const known = WEALTH_CLASSES.find((name) => name === share.label);
  return known === undefined ? share : { ...share, label: CLASS_WORDS[known] };
}
