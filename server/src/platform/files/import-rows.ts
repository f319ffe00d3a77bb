// Imported rows, which are checked one by one, and the file of refused rows.

import { commonProblems, refuseMember } from '../http/reply/problem.js';
import type { FileReply } from '../http/route.js';
import { type CsvHeader, type MappedHeader, spelling } from './csv-mapping.js';
import {
  type CsvCells,
  type CsvFile,
  type CsvTable,
  ROW_NUMBER,
  readCsvFile,
} from './csv-table.js';
import type { Cell } from './sheet.js';
import { sheetFile } from './sheet-file.js';

/** Rows given either as a table in text form or as JSON, but not both. */
export interface GivenRows<Cells> {
  readonly csv?: string | undefined;
  /** The columns that the headers of `csv` stand for. */
  readonly mapping?: readonly MappedHeader[] | undefined;
  readonly rows?: readonly Cells[] | undefined;
}

/**
 * Reads the rows in either form; JSON has no headers. Refuses with INVALID_REQUEST if both forms or
 * neither are given, if there is a mapping without a file, or if `readCsvFile` refuses the file.
 */
export async function fileGiven<Column extends string>(
  { csv, mapping = [], rows }: GivenRows<CsvCells<Column>>,
  table: CsvTable<Column>,
): Promise<CsvFile<Column>> {
  if (csv !== undefined && rows !== undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'rows',
      'must be sent as csv or as rows, not both',
    );
  }
  if (csv === undefined && mapping.length > 0) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'mapping', 'is for the headers of csv');
  }
  const file =
    csv === undefined ? { headers: [], rows: rows ?? [] } : await readCsvFile(csv, table, mapping);
  if (file.rows.length > 0) return file;
  throw refuseMember(
    commonProblems.INVALID_REQUEST,
    csv === undefined ? 'rows' : 'csv',
    'has no rows',
  );
}

/**
 * Returns a warning that names the file's unread columns. Columns that the sender excluded are not
 * mentioned.
 */
export function columnsNotRead(
  headers: readonly CsvHeader<string>[],
  leftOut: readonly { readonly header: string }[] = [],
): readonly object[] {
  const known = new Set(leftOut.map(({ header }) => spelling(header)));
  const columns = headers.flatMap(({ header, column }, place) => {
    if (column !== undefined || known.has(spelling(header))) return [];
    return [header === '' ? `(column ${place + 1})` : header];
  });
  if (columns.length === 0) return [];
  const detail = `columns not read: ${columns.join(', ')}`;
  return [{ code: 'COLUMNS_NOT_READ', detail, columns }];
}

/** A refused row: its number, its cells as received, and the reasons for the refusal. */
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
 * Writes the refused rows as CSV, each with its number and errors. `readCsvFile` can read the
 * corrected file.
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
