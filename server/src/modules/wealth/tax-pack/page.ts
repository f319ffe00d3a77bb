// Draws the printed tax pack: letterhead, holder, tables, and seal. Empty tables are left out.

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
import type { PackChange, PackContent } from './content.js';
import {
  CHANGE_TABLE,
  type PackColumn,
  type PackRow,
  type PackTable,
  TABLE_NAMES,
  TABLES,
  type TableName,
} from './table.js';
import { CHANGE_VIEWS, VIEWS, type View } from './view.js';

/** A pack with its seal. */
export interface PackPaper {
  readonly content: PackContent;
  readonly seal: PaperSeal;
}

/** The notice on each page. */
const AID = 'Help with a tax return, not advice';

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
    if (rows.length === 0) continue;
    drawViews(flow, TABLES[name], { views: VIEWS[name], rows, content });
    const legend = LEGENDS[name];
    if (legend !== undefined) drawParagraph(flow, legend);
  }
  drawChanges(flow, content);
  ensureRoom(flow, SEAL_HEIGHT);
  drawSeal(flow, { ...content, how: HOW }, seal);
  const foot = `${office.firm} · Tax pack ${title} · ${customer.code} · ${AID}`;
  drawFeet(pdf, foot, figures.state === 'DRAFT' ? 'DRAFT' : undefined);
}

const LEGENDS: Readonly<Partial<Record<TableName, string>>> = {
  windows:
    'Depending on the rule, a window makes its disposals chargeable if its proceeds reach the ' +
    'limit or its net gain exceeds the limit, or only if both do.',
  rules:
    'Stated: published by the authorities. Press: from newspapers and guides. Open: unknown, ' +
    'or sources disagree. Provisions verified in the act are not listed.',
};

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
      ['Currency', `${figures.currency} unless stated otherwise`],
      ['Issued', wallClock(content.issuedAt, office.timeZone)],
    ],
  );
}

interface Viewed {
  readonly views: readonly View[];
  readonly rows: readonly PackRow[];
  readonly content: PackContent;
}

function drawViews(flow: Flow, table: PackTable, { views, rows, content }: Viewed): void {
  const isHeld = table === TABLES.positions;
  drawSection(flow, isHeld ? `${table.title} of ${content.figures.asAt}` : table.title, 60);
  for (const view of views) drawView(flow, table, { view, rows, content });
}

function drawView(
  flow: Flow,
  table: PackTable,
  { view, rows, content }: Omit<Viewed, 'views'> & { readonly view: View },
): void {
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

function cellText(row: PackRow, { name, kind }: PackColumn, content: PackContent): string {
  const cell = row[name];
  const base = content.figures.currency;
  const { currency = base } = row;
  if (cell === undefined) return kind === 'MONEY' && row.currency !== undefined ? '–' : '';
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

const WORDS: Readonly<Record<string, string>> = {
  ENTITLEMENT: 'Dividend or coupon',
  ENTITLEMENT_REVERSAL: 'Reversed income',
  FIFO: 'FIFO',
};

// Converts a code to words. DEPOSIT_INTEREST becomes `Deposit interest`.
function plain(code: string): string {
  const known = WORDS[code];
  if (known !== undefined) return known;
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function drawChanges(flow: Flow, content: PackContent): void {
  const { changes, changeCount, replaces } = content;
  if (replaces === '') return;
  drawSection(flow, CHANGE_TABLE.title, changes.length === 0 ? 30 : 60);
  if (changes.length === 0) {
    drawParagraph(flow, 'No row changed.');
    return;
  }
  for (const kind of ['CHANGED', 'ADDED', 'REMOVED'] as const) {
    const rows = changes.filter(({ change }) => change === kind).map(changeRow);
    const view = CHANGE_VIEWS[kind];
    if (rows.length > 0) drawView(flow, CHANGE_TABLE, { view, rows, content });
  }
  const more = changeCount - changes.length;
  if (more > 0) drawParagraph(flow, `And ${more} more changes.`);
}

function changeRow({ table, before, after, ...change }: PackChange): PackRow {
  const { title, columns } = TABLES[table];
  const kind = columns.find((column) => column.title === change.column)?.kind;
  const isNumber = kind === 'MONEY' || kind === 'NUMBER';
  const shown = (text: string) => (isNumber && text !== '' ? groupedNumber(text) : text);
  return { ...change, table: title, before: shown(before), after: shown(after) };
}

// A row of changes has no currency, so an amount is shown with its own decimals, and with at least
// two if it has any.
function groupedNumber(text: string): string {
  return grouped(text, text.includes('.') ? 2 : 0);
}
