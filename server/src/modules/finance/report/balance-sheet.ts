// Balance sheet: the firm's assets, liabilities and equity at the end of a date, by office and
// currency.

import { type BusinessDate, dateOf, yearOf } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell } from '../../../platform/files/sheet.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { AccountClass } from '../chart/code.js';
import type { BookRow } from './book-queries.js';
import { type Books, beforeOf, byBooks, dateOrToday, netOf, sumOf } from './book-row.js';
import { ROUNDING } from './currency.js';
import {
  accountColumns,
  booksFor,
  officeMembers,
  type PlaceQuery,
  type Report,
  type ReportTable,
} from './report.js';

export interface BalanceQuery extends PlaceQuery {
  readonly d?: BusinessDate;
}

/** One line, in minor units, on the normal side of its section. */
interface Line {
  readonly code: string;
  readonly label: string;
  readonly minor: bigint;
}

interface Section {
  readonly lines: readonly Line[];
  readonly totalMinor: bigint;
}

interface BalanceSheet extends Books {
  readonly assets: Section;
  readonly liabilities: Section;
  /**
   * Equity, including the result of the year to date and of earlier years that are not closed yet.
   */
  readonly equity: Section;
  readonly yearMinor: bigint;
  readonly earlierMinor: bigint;
}

/**
 * Returns assets, liabilities and equity at the end of a date. Equity includes the result of the
 * year to date. Closing the year moves this result to retained earnings, which does not change the
 * sum.
 */
export function balanceSheet(call: Call, query: BalanceQuery): Promise<Report> {
  return onSnapshot(call.db, async (tx) => {
    const date = await dateOrToday(tx, query.d);
    const from = dateOf(yearOf(date), 1, 1);
    const sheets = byBooks(await booksFor({ tx, call }, query, { from, to: date })).map(sheetOf);
    const record = { date, asOf: query.asOf, result: sheets.map(toRecord) };
    return { record, table: tableOf(date, sheets) };
  });
}

function sheetOf(books: Books): BalanceSheet {
  const results = books.rows.filter((row) => row.class === 'INCOME' || row.class === 'EXPENSE');
  const yearMinor = -sumOf(results, (row) => row.moved_minor);
  const earlierMinor = -sumOf(results, beforeOf);
  // In another currency, each result is rounded separately. In the books' own currency, the
  // difference is zero.
  const roundedMinor = -sumOf(results, netOf) - yearMinor - earlierMinor;
  const equity = withRounding(linesOf(books, 'EQUITY'), roundedMinor);
  if (earlierMinor !== 0n) {
    equity.push({ code: '', label: 'Result of earlier years, not closed', minor: earlierMinor });
  }
  equity.push({ code: '', label: 'Result of the year to date', minor: yearMinor });
  return {
    ...{ ...books, yearMinor, earlierMinor },
    assets: sectionOf(linesOf(books, 'ASSET')),
    liabilities: sectionOf(linesOf(books, 'LIABILITY')),
    equity: sectionOf(equity),
  };
}

function withRounding(lines: readonly Line[], minor: bigint): Line[] {
  const others = lines.filter(({ code }) => code !== ROUNDING.code);
  const all = sumOf(lines, (line) => line.minor) + minor - sumOf(others, (line) => line.minor);
  return all === 0n ? others : [...others, { ...ROUNDING, minor: all }];
}

function linesOf(books: Books, accountClass: AccountClass): Line[] {
  const side = accountClass === 'ASSET' ? 1n : -1n;
  return books.rows
    .filter((row) => row.class === accountClass && netOf(row) !== 0n)
    .map((row: BookRow) => ({ code: row.acct_type, label: row.label, minor: side * netOf(row) }));
}

function sectionOf(lines: readonly Line[]): Section {
  return { lines, totalMinor: sumOf(lines, ({ minor }) => minor) };
}

/** Zero unless the books do not balance. */
function differenceOf({ assets, liabilities, equity }: BalanceSheet): bigint {
  return assets.totalMinor - liabilities.totalMinor - equity.totalMinor;
}

function toRecord(sheet: BalanceSheet) {
  const { officeId, officeName, currency } = sheet;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const lines = ({ lines: own }: Section) =>
    own.map(({ code, label, minor }) => ({
      ...{ acctType: code === '' ? undefined : code, acctLabel: label, amount: amount(minor) },
    }));
  return {
    ...officeMembers(officeId, officeName),
    currency,
    assets: lines(sheet.assets),
    liabilities: lines(sheet.liabilities),
    equity: lines(sheet.equity),
    totalAssets: amount(sheet.assets.totalMinor),
    totalLiabilities: amount(sheet.liabilities.totalMinor),
    resultOfYear: amount(sheet.yearMinor),
    resultOfEarlierYears: amount(sheet.earlierMinor),
    totalEquity: amount(sheet.equity.totalMinor),
    difference: amount(differenceOf(sheet)),
  };
}

function tableOf(date: BusinessDate, sheets: readonly BalanceSheet[]): ReportTable {
  return {
    name: `balance-sheet-${date}`,
    columns: [...accountColumns({ title: 'Section', width: 12 }), { title: 'Amount', width: 20 }],
    rows: sheets.flatMap((sheet) => [
      ...rowsOf(sheet, 'ASSETS', sheet.assets),
      ...rowsOf(sheet, 'LIABILITIES', sheet.liabilities),
      ...rowsOf(sheet, 'EQUITY', sheet.equity),
    ]),
  };
}

function rowsOf({ officeName, currency }: Books, section: string, own: Section): Cell[][] {
  const lines = own.lines.map(({ code, label, minor }): Cell[] => [
    ...['LINE', officeName, currency, section, code, label],
    { minor, currency },
  ]);
  const total = { minor: own.totalMinor, currency };
  return [...lines, ['TOTAL', officeName, currency, section, '', '', total]];
}
