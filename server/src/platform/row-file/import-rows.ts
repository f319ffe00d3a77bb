// Imported rows, which are checked one by one, and the file of refused rows.

import { mapInTurns } from '../concurrency/turn.js';
import type { Cell } from '../files/sheet.js';
import { sheetFile } from '../files/sheet-file.js';
import { commonProblems, refuseMember } from '../http/reply/problem.js';
import type { FileReply } from '../http/route.js';
import type { CellFault } from './cell.js';
import type { RowCells, RowTable } from './column.js';
import { damageOf } from './damage.js';
import { readFlag } from './flag.js';
import { type MappedHeader, type ReadHeader, spelling } from './mapping.js';
import type { StatedReading } from './reading.js';
import { ROW_NUMBER, type RowFile, readRowFile } from './table.js';

/** Rows in exactly one form: as CSV text, as the bytes of a file, or as JSON. */
export interface GivenRows<Cells> {
  readonly csv?: string | undefined;
  /** The bytes of a CSV or XLSX file, as base64. */
  readonly file?: string | undefined;
  /** The columns to which the headers of the file are mapped. */
  readonly mapping?: readonly MappedHeader[] | undefined;
  readonly reading?: StatedReading | undefined;
  readonly rows?: readonly Cells[] | undefined;
}

/**
 * Reads the rows in any form. JSON has no headers. Refuses with INVALID_REQUEST if the rows are
 * given in no form or in more than one, if there is a mapping or a reading without a file, or if
 * `readRowFile` refuses the file.
 */
export async function fileGiven<Column extends string>(
  { csv, file, mapping = [], reading, rows }: GivenRows<RowCells<Column>>,
  table: RowTable<Column>,
): Promise<RowFile<Column>> {
  if ([csv, file, rows].filter((form) => form !== undefined).length > 1) {
    throw wrongMember('rows', 'must be sent in only one form: as csv, as file or as rows');
  }
  const content = csv ?? file;
  if (content === undefined) {
    if (mapping.length > 0) throw wrongMember('mapping', 'is only for the headers of a file');
    if (reading !== undefined) throw wrongMember('reading', 'is only for a file');
    if (rows === undefined || rows.length === 0) throw wrongMember('rows', 'has no rows');
    return readJsonRows(rows, table);
  }
  const member = csv === undefined ? 'file' : 'csv';
  const read = await readRowFile({ member, content, mapping, reading }, table);
  if (read.rows.length === 0) throw wrongMember(member, 'has no rows');
  return read;
}

function wrongMember(member: string, detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, member, detail);
}

// A bare number in a row is not a date, although the API otherwise accepts epoch milliseconds as
// dates.
async function readJsonRows<Column extends string>(
  given: readonly RowCells<Column>[],
  { columns }: RowTable<Column>,
): Promise<RowFile<Column>> {
  const read = await mapInTurns(given, (cells, index) => {
    const row: { [Name in Column]?: string | undefined } = { ...cells };
    let fault: CellFault | undefined;
    for (const { column, kind } of columns) {
      const text = cells[column]?.trim() ?? '';
      if (text === '') continue;
      const flag = kind === 'FLAG' ? readFlag(text) : undefined;
      if (flag !== undefined) row[column] = String(flag);
      const found = damageOf(text) ?? (kind === 'DATE' && /^\d+(\.\d+)?$/.test(text) && BARE);
      if (!found) continue;
      const place = { row: index + 1, fileRow: undefined, header: column, column, cell: text };
      fault ??= { ...place, code: found === BARE ? 'DATE_WRONG' : 'DAMAGED_CELL', reason: found };
    }
    return { row, fault };
  });
  return {
    headers: [],
    rows: read.map(({ row }) => row),
    faults: read.map(({ fault }) => fault),
    reading: undefined,
    textsAt: () => [],
  };
}

const BARE = 'is a number, not a date';

/**
 * Returns a warning that lists the file's unread columns, without those that the sender excluded.
 */
export function columnsNotRead(
  headers: readonly ReadHeader<string>[],
  leftOut: readonly { readonly header: string }[] = [],
): readonly object[] {
  const columns = unreadHeaders(headers, leftOut);
  if (columns.length === 0) return [];
  const detail = `columns not read: ${columns.join(', ')}`;
  return [{ code: 'COLUMNS_NOT_READ', detail, columns }];
}

/** Returns the unread headers, without empty columns and those that the sender excluded. */
export function unreadHeaders(
  headers: readonly ReadHeader<string>[],
  leftOut: readonly { readonly header: string }[] = [],
): readonly string[] {
  const known = new Set(leftOut.map(({ header }) => spelling(header)));
  return headers.flatMap(({ header, column, isEmpty }, place) => {
    if (column !== undefined || isEmpty === true || known.has(spelling(header))) return [];
    return [header === '' ? `(column ${place + 1})` : header];
  });
}

/** A refused row: its number, its cells as received, and the reasons. */
interface RefusedRow {
  readonly row: number;
  readonly cells: readonly (string | undefined)[];
  /** One entry for each of `errorTitles`. */
  readonly errors: readonly (string | null)[];
}

/** The content of a file of refused rows. */
interface ErrorFile {
  readonly name: string;
  /** The titles of the row columns, as in the header of the rows. */
  readonly titles: readonly string[];
  readonly errorTitles: readonly string[];
  readonly rows: readonly RefusedRow[];
}

const COLUMN_WIDTH = 16;

/**
 * Writes the refused rows as CSV, each with its number and errors. `readRowFile` can read the file
 * once it is corrected.
 */
export function errorFile({ name, titles, errorTitles, rows }: ErrorFile): Promise<FileReply> {
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for (const { row, cells: came, errors } of rows) {
      yield [BigInt(row), ...came.map((cell) => cell ?? ''), ...errors.map((one) => one ?? '')];
    }
  }
  const columns = [ROW_NUMBER, ...titles, ...errorTitles].map((title) => ({
    title,
    width: COLUMN_WIDTH,
  }));
  return sheetFile({ name, columns, rows: cells() }, 'csv');
}
