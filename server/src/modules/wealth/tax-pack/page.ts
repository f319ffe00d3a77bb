// The printed tax pack: letterhead, holder, its tables, and the seal. Empty tables are left out.

import { wallClock } from '../../../platform/calendar/wall-clock.js';
import {
  drawContinuation,
  drawFeet,
  drawHolder,
  drawLetterhead,
  drawNotice,
} from '../../../platform/files/letter.js';
import {
  type Column,
  drawTable,
  ensureRoom,
  type Flow,
  INK,
} from '../../../platform/files/page-table.js';
import { PAGE, type Pdf } from '../../../platform/files/pdf.js';
import { grouped, groupedMoney } from '../../../platform/money/grouped.js';
import { drawSeal, type PaperSeal, SEAL_HEIGHT } from '../statement/remark-page.js';
import { drawParagraph, drawSection } from '../statement/section.js';
import type { PackContent } from './content.js';
import {
  CHANGE_TABLE,
  type PackColumn,
  type PackRow,
  type PackTable,
  TABLE_NAMES,
  TABLES,
  type TableName,
} from './table.js';

/** A pack with its seal. */
export interface PackPaper {
  readonly content: PackContent;
  readonly seal: PaperSeal;
}

/** What each page says. */
const AID = 'An aid to a return, not advice';

/** Draws the whole pack. */
export function drawPack(pdf: Pdf, { content, seal }: PackPaper): void {
  const { office, figures, number, customer } = content;
  const title = `No. ${number}`;
  const onNewPage = () => drawContinuation(pdf, office.firm, `Tax pack ${title} · ${AID}`);
  const flow: Flow = { pdf, y: PAGE.margin, onNewPage };
  drawLetterhead(flow, office, {
    title: 'TAX PACK',
    subtitle: `${figures.from} to ${figures.until} · ${figures.state} · ${title}`,
  });
  drawNotice(flow, `${AID}. The firm withholds no tax on gains.`, INK.text);
  drawParties(flow, content);
  for (const name of TABLE_NAMES) {
    const rows = figures.tables[name];
    if (rows.length > 0) drawViews(flow, TABLES[name], { views: VIEWS[name], rows, content });
  }
  drawChanges(flow, content);
  ensureRoom(flow, SEAL_HEIGHT);
  drawSeal(flow, { ...content, how: HOW }, seal);
  const foot = `${office.firm} · Tax pack ${title} · ${customer.code} · ${AID}`;
  drawFeet(pdf, foot, figures.state === 'DRAFT' ? 'DRAFT' : undefined);
}

const HOW =
  'With the QR code you can ask the issuer whether this tax pack is genuine and whether a later ' +
  'version replaces it. Compare the answer with this pack: number, year, state and version.';

function drawParties(flow: Flow, content: PackContent): void {
  const { customer, figures, office, number, version, replaces } = content;
  drawHolder(
    flow,
    { name: customer.name, address: customer.address, pairs: [['Tax number', customer.taxNumber]] },
    [
      ['Customer number', customer.code],
      ['Class of payer', figures.payerClass],
      ['Tax pack', number],
      ['Version', replaces === '' ? String(version) : `${version}, replaces ${replaces}`],
      ['Tax year', `${figures.from} to ${figures.until}`],
      ['State', figures.state],
      ['Positions of', figures.asAt],
      ['Currency', `${figures.currency} unless another is named`],
      ['Issued', wallClock(content.issuedAt, office.timeZone)],
    ],
  );
}

/** Columns of a table on paper with their shares of the width. */
type View = Readonly<Record<string, number>>;

// A table with many columns is drawn as two.
const VIEWS: Readonly<Record<TableName, readonly View[]>> = {
  summary: [{ item: 0.42, currency: 0.09, amount: 0.2, note: 0.29 }],
  disposals: [
    {
      tradeDate: 0.105,
      kind: 0.15,
      security: 0.17,
      quantity: 0.105,
      proceeds: 0.165,
      charges: 0.14,
      netProceeds: 0.165,
    },
    {
      tradeDate: 0.105,
      security: 0.195,
      costAverage: 0.175,
      gainAverage: 0.175,
      costFifo: 0.175,
      gainFifo: 0.175,
    },
  ],
  'tax-gains': [
    {
      tradeDate: 0.105,
      security: 0.16,
      method: 0.095,
      netProceeds: 0.15,
      taxBase: 0.15,
      closeDate: 0.105,
      taxGain: 0.135,
      chargeable: 0.1,
    },
    {
      tradeDate: 0.105,
      security: 0.16,
      rule: 0.16,
      windowFrom: 0.12,
      windowUntil: 0.12,
      remark: 0.335,
    },
  ],
  windows: [
    {
      rule: 0.13,
      from: 0.105,
      until: 0.105,
      proceeds: 0.155,
      proceedsLimit: 0.155,
      gain: 0.14,
      gainLimit: 0.11,
      chargeable: 0.1,
    },
  ],
  reinvestment: [
    {
      tradeDate: 0.12,
      security: 0.2,
      proceeds: 0.17,
      taxGain: 0.17,
      reinvested: 0.17,
      relieved: 0.17,
    },
  ],
  income: [{ date: 0.14, kind: 0.26, currency: 0.1, gross: 0.17, tax: 0.16, net: 0.17 }],
  deductions: [
    {
      date: 0.105,
      kind: 0.155,
      source: 0.13,
      payer: 0.15,
      gross: 0.13,
      rate: 0.07,
      tax: 0.11,
      certificate: 0.15,
    },
  ],
  certificates: [
    { number: 0.25, date: 0.13, from: 0.13, until: 0.13, currency: 0.1, amount: 0.26 },
  ],
  charges: [{ name: 0.6, currency: 0.15, amount: 0.25 }],
  positions: [
    {
      security: 0.145,
      quantity: 0.105,
      costAverage: 0.135,
      costFifo: 0.135,
      taxBase: 0.135,
      price: 0.09,
      priceDate: 0.105,
      value: 0.15,
    },
  ],
  rules: [{ provision: 0.22, status: 0.1, text: 0.38, source: 0.3 }],
};

const CHANGE_VIEW: View = {
  table: 0.13,
  row: 0.25,
  change: 0.1,
  column: 0.12,
  before: 0.2,
  after: 0.2,
};

interface Viewed {
  readonly views: readonly View[];
  readonly rows: readonly PackRow[];
  readonly content: PackContent;
}

function drawViews(flow: Flow, table: PackTable, { views, rows, content }: Viewed): void {
  drawSection(flow, table.title, 60);
  for (const view of views) {
    const shown = Object.entries(view).flatMap(([name, width]) => {
      const column = table.columns.find((each) => each.name === name);
      return column === undefined ? [] : [{ column, width }];
    });
    const columns = shown.map(
      ({ column: { title, kind }, width }): Column => ({
        ...{ title, width },
        right: kind === 'MONEY' || kind === 'NUMBER',
      }),
    );
    drawTable(
      flow,
      columns,
      rows.map((row) => shown.map(({ column }) => cellText(row, column, content))),
    );
  }
}

function cellText(row: PackRow, { name, kind }: PackColumn, content: PackContent): string {
  const cell = row[name];
  const base = content.figures.currency;
  const { currency = base } = row;
  if (cell === undefined) return kind === 'MONEY' ? '–' : '';
  switch (kind) {
    case 'MONEY': {
      const amount = groupedMoney(cell, currency);
      return currency === base ? amount : `${currency} ${amount}`;
    }
    case 'NUMBER':
      return grouped(cell, 0);
    case 'CODE':
      return plain(cell);
    case 'TEXT':
    case 'DATE':
      return cell;
  }
}

/** Returns a code as words: DEPOSIT_INTEREST becomes `Deposit interest`. */
function plain(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function drawChanges(flow: Flow, content: PackContent): void {
  const { changes, changeCount, replaces } = content;
  if (replaces === '') return;
  if (changes.length === 0) {
    drawSection(flow, CHANGE_TABLE.title, 30);
    drawParagraph(flow, 'No row changed.');
    return;
  }
  const rows = changes.map((change) => ({ ...change, table: TABLES[change.table].title }));
  drawViews(flow, CHANGE_TABLE, { views: [CHANGE_VIEW], rows, content });
  const more = changeCount - changes.length;
  if (more > 0) drawParagraph(flow, `And ${more} more changes.`);
}
