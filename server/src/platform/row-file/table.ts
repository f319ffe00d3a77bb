// Reads tables from files. The header names the columns, in any order, by their usual names.

import { ROW_FILE } from '../../limits.js';
import { inSlices, mapEach, type Sliced } from '../concurrency/turn.js';
import { givenText } from '../files/sheet.js';
import { commonProblems, refuseMember } from '../http/reply/problem.js';
import { type CellFault, type FileRow, textOfCell } from './cell.js';
import type { RowCells, RowColumn, RowTable } from './column.js';
import { type DataRow, dataRows, headerIndex, skippedRow, textsOf } from './frame.js';
import { type GivenFile, type OpenedFile, openRowFile } from './given-file.js';
import { guessFormats, type PlacedColumn } from './guess.js';
import { headerRank, placesOf, type RefuseFile, statedColumns } from './header.js';
import { checkedMapping, type MappedHeader, type ReadHeader, shownHeader } from './mapping.js';
import { readCell } from './read-cell.js';
import type { SkippedRow, StatedReading, UsedReading } from './reading.js';

export interface RowFile<Column extends string> {
  /** The headers in the order of the file. */
  readonly headers: readonly ReadHeader<Column>[];
  readonly rows: readonly RowCells<Column>[];
  /**
   * For each row, the first cell that could not be parsed. The row then contains the cell as
   * received.
   */
  readonly faults: readonly (CellFault | undefined)[];
  /** How the file was read. Undefined for JSON rows. */
  readonly reading: UsedReading | undefined;
  /** Returns the non-empty cells of a column, even if the column was not read. */
  readonly textsAt: (place: number) => readonly string[];
}

/**
 * The first header of a file of refused rows. The sender corrects such a file and sends it again.
 */
export const ROW_NUMBER = 'row';

/** A file, with the sender's settings for reading it. */
interface StatedFile extends GivenFile {
  readonly mapping?: readonly MappedHeader[] | undefined;
  readonly reading?: StatedReading | undefined;
}

/**
 * Reads a file. Headers that are not in `mapping` are recognized by their usual names. Refuses a
 * file that is not a table, lacks a needed or mapped column, repeats a column name, has too many
 * columns or rows, or can be read in two ways. Also refuses an invalid mapping or reading.
 */
export async function readRowFile<Column extends string>(
  file: StatedFile,
  table: RowTable<Column>,
): Promise<RowFile<Column>> {
  const { mapping = [], reading = {} } = file;
  const mapped = checkedMapping(
    mapping,
    table.columns.map(({ column }) => column),
  );
  const refuse = (detail: string, member: string = file.member) =>
    refuseMember(table.problem ?? commonProblems.INVALID_REQUEST, member, detail);
  const rule = { table, mapped, refuse };
  const { rank, completeRank } = headerRank(rule);
  const opened = await openRowFile(file, { rank, rowsMax: table.rowsMax, refuse });
  const index = headerIndex(opened.rows, { rank, completeRank, headerRow: reading.headerRow });
  const header = index === undefined ? undefined : opened.rows[index];
  if (index === undefined || header === undefined) {
    throw reading.headerRow === undefined
      ? refuse('has no rows')
      : refuse('is an empty row of the file', 'reading/headerRow');
  }
  const titles = textsOf(header);
  const places = placesOf(titles, rule);
  const isOwn = titles[0] === ROW_NUMBER;
  const framed = { opened, index, places, isOwn, lastRow: reading.lastRow };
  const data = await inSlices(dataOf(framed, table));
  if (data.rows.length > table.rowsMax) throw refuse(`has more than ${table.rowsMax} rows`);
  refuseWide(data.rows, titles.length, refuse);
  const stated = statedColumns(titles, { places, table, reading });
  const columns = await inSlices(guessFormats(stated, data.rows, isOwn));
  const read = await inSlices(readRows(data.rows, columns, { table, isOwn }));
  const columnAt = new Map([...places].map(([column, place]) => [place, column]));
  const textsAt = (place: number) =>
    data.rows.map(({ cells }) => textOfCell(cells[place])).filter((text) => text !== '');
  return {
    headers: titles.map((name, place) => ({
      header: shownHeader(name),
      column: columnAt.get(place),
      isEmpty: name === '' && textsAt(place).length === 0,
    })),
    rows: read.map(({ cells }) => cells),
    faults: read.map(({ fault }) => fault),
    reading: usedReading({ opened, header, data, columns }),
    textsAt,
  };
}

interface Framed<Column extends string> {
  readonly opened: OpenedFile;
  readonly index: number;
  readonly places: ReadonlyMap<Column, number>;
  readonly isOwn: boolean;
  readonly lastRow: number | undefined;
}

interface Data {
  readonly rows: readonly DataRow[];
  readonly skipped: readonly SkippedRow[];
}

function* dataOf<Column extends string>(
  { opened, index, places, isOwn, lastRow }: Framed<Column>,
  table: RowTable<Column>,
): Sliced<Data> {
  const [header, ...below] = opened.rows.slice(index);
  if (header === undefined) return { rows: [], skipped: [] };
  const groups =
    table.rowNeeds ??
    table.columns.filter(({ isNeeded }) => isNeeded).map(({ column }) => [column] as const);
  // A word such as "Total" in a date or amount column is not a value, so the column counts as
  // empty.
  const isFilled = (column: Column, cells: FileRow['cells']) => {
    const text = textOfCell(cells[places.get(column) ?? -1]);
    const kind = table.columns.find((one) => one.column === column)?.kind ?? 'TEXT';
    return kind === 'TEXT' ? text !== '' : /\d/.test(text);
  };
  // The last row of a file from this program also contains the number of rows, unlike a row for a
  // lead named End.
  const isEnd = (row: { readonly cells: DataRow['cells'] }) =>
    textOfCell(row.cells[0]) === 'END' && (isOwn || /^\d+$/.test(textOfCell(row.cells[1])));
  const last = below.at(-1);
  const hasEnd = last !== undefined && isEnd(last);
  const data = yield* dataRows(header, hasEnd ? below.slice(0, -1) : below, {
    lastRow,
    isComplete: ({ cells }) => groups.every((group) => group.some((one) => isFilled(one, cells))),
    suspected: table.isSummaryAnywhere ? 'ANY_TEXT' : groups.length === 0 ? 'FIRST_TEXT' : 'NONE',
  });
  const above = opened.rows.slice(0, index).map((row) => skippedRow(row, 'ABOVE_HEADER'));
  const end = hasEnd ? [skippedRow(last, 'SUMMARY')] : [];
  return { rows: data.rows, skipped: [...above, ...data.skipped, ...end] };
}

// Refuses a row with more cells than the header. An unquoted amount such as 1,234.56 becomes two
// cells and would be read as 1. Empty extra cells are allowed, because some programs end every row
// but the header with a delimiter.
function refuseWide(rows: readonly DataRow[], width: number, refuse: RefuseFile): void {
  const isEven = rows.every(({ cells }) => cells.length === rows[0]?.cells.length);
  for (const { number, row, cells } of rows) {
    const beyond = cells.slice(width).find((cell) => textOfCell(cell) !== '');
    if (beyond === undefined && (isEven || cells.length <= width)) continue;
    const detail = beyond === undefined ? '' : `, such as ${textOfCell(beyond)}`;
    throw refuse(
      `has more cells in row ${number} than in its header${detail} (row ${row} of the file)`,
    );
  }
}

interface ReadRow<Column extends string> {
  readonly cells: RowCells<Column>;
  readonly fault: CellFault | undefined;
}

function readRows<Column extends string>(
  rows: readonly DataRow[],
  placed: readonly PlacedColumn[],
  { table, isOwn }: { readonly table: RowTable<Column>; readonly isOwn: boolean },
): Sliced<ReadRow<Column>[]> {
  // Amounts are read last, because another cell of the row contains their currency.
  const ordered = [...placed].sort(
    (one, other) => Number(one.kind === 'AMOUNT') - Number(other.kind === 'AMOUNT'),
  );
  const rules = new Map<string, RowColumn<Column>>(
    table.columns.map((column) => [column.column, column]),
  );
  return mapEach(rows, (given) => {
    const { number, row: fileRow, cells } = given;
    const read: { [Name in Column]?: string } = {};
    let fault: CellFault | undefined;
    for (const column of ordered) {
      const rule = rules.get(column.column);
      if (rule === undefined) continue;
      const came = cells[column.place] ?? '';
      // In a file of refused rows, a leading apostrophe prevents a cell from being read as a
      // formula.
      const cell = isOwn && typeof came === 'string' ? givenText(came) : came;
      const currency = column.kind === 'AMOUNT' ? table.currencyOf?.(read) : undefined;
      const reading = readCell(cell, column, {
        currency,
        marks: rule.marks,
        isPercent: rule.isPercent ?? false,
        hasTime: rule.hasTime ?? false,
        needsCentury: rule.needsCentury ?? false,
      });
      const raw = textOfCell(cell);
      read[rule.column] = 'text' in reading ? reading.text : raw;
      if ('text' in reading) continue;
      const { column: member, header } = column;
      fault ??= { ...reading, row: number, fileRow, header, column: member, cell: raw };
    }
    return { cells: read, fault: fault ?? summaryFault(given, placed) };
  });
}

function summaryFault(
  { number, row: fileRow, cells, summaryPlace }: DataRow,
  placed: readonly PlacedColumn[],
): CellFault | undefined {
  if (summaryPlace === undefined) return undefined;
  const { header = '', column = '' } = placed.find(({ place }) => place === summaryPlace) ?? {};
  const cell = textOfCell(cells[summaryPlace]);
  const reason = 'looks like a total or a balance; state the last row of the file';
  return { code: 'LOOKS_LIKE_SUMMARY', row: number, fileRow, header, column, cell, reason };
}

function usedReading({
  opened,
  header,
  data,
  columns,
}: {
  readonly opened: OpenedFile;
  readonly header: { readonly row: number };
  readonly data: Data;
  readonly columns: readonly PlacedColumn[];
}): UsedReading {
  return {
    ...opened.source,
    headerRow: header.row,
    lastRow: data.rows.at(-1)?.row ?? header.row,
    skippedCount: data.skipped.length,
    skipped: data.skipped.slice(0, ROW_FILE.skippedShownMax).map((row) => ({ ...row })),
    columns: columns.map(({ header: title, column, kind, ...format }) => ({
      ...{ header: title, member: column, kind },
      ...(format.decimalSeparator && { decimalSeparator: format.decimalSeparator }),
      ...(format.dateFormat && { dateFormat: format.dateFormat }),
      ...(format.unclear && { unclear: format.unclear }),
    })),
  };
}
