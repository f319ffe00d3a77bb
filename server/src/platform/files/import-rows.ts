// Imported rows, which are checked one by one, and the file of the refused ones.

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

/** Rows as a table of text or as JSON, exactly one of them. */
export interface GivenRows<Cells> {
  readonly csv?: string | undefined;
  /** The meaning of the headers of `csv`. */
  readonly mapping?: readonly MappedHeader[] | undefined;
  readonly rows?: readonly Cells[] | undefined;
}

/**
 * The rows, in either form; JSON has no headers. Refuses INVALID_REQUEST for both forms, for
 * neither, for a mapping without a file, and for a file that `readCsvFile` refuses.
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
 * A warning that names the columns of a file that were not read; columns that the sender excluded
 * are not mentioned.
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

/** A refused row: its number, its cells as received, and the reasons. */
interface RefusedRow {
  readonly row: number;
  readonly cells: readonly (string | undefined)[];
  /** As many as `errorTitles`. */
  readonly errors: readonly (string | null)[];
}

/** The content of a file of refused rows. */
interface ErrorFile {
  readonly name: string;
  /** The columns of the rows, as in their header. */
  readonly titles: readonly string[];
  readonly errorTitles: readonly string[];
  readonly rows: readonly RefusedRow[];
}

const COLUMN_WIDTH = 16;

/**
 * The refused rows as CSV, each with its number and its errors. `readCsvFile` reads the corrected
 * file again.
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
