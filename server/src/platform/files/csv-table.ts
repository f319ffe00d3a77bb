// Reads tables from outside as CSV. The header names the columns, in any order and by their usual
// names.

import { CSV } from '../../limits.js';
import { mapInTurns } from '../concurrency/turn.js';
import { commonProblems, type Problem, refuseMember } from '../http/reply/problem.js';
import {
  type CsvHeader,
  checkedMapping,
  type MappedHeader,
  shownHeader,
  spelling,
} from './csv-mapping.js';
import { readCsvRecords } from './csv-record.js';
import { givenText } from './sheet.js';

/**
 * A column of a table, and its usual names in headers, reduced to lower-case letters and digits.
 */
export interface CsvColumn<Column extends string> {
  readonly column: Column;
  readonly names: readonly string[];
  /** True if a file without this column is refused. */
  readonly isNeeded: boolean;
}

/** The cells of a row as received. */
export type CsvCells<Column extends string> = { readonly [Name in Column]?: string | undefined };

export interface CsvTable<Column extends string> {
  readonly columns: readonly CsvColumn<Column>[];
  readonly rowsMax: number;
}

export interface CsvFile<Column extends string> {
  /** The headers, in the order of the file. */
  readonly headers: readonly CsvHeader<Column>[];
  readonly rows: readonly CsvCells<Column>[];
}

/** The first header of a file of refused rows. The sender corrects that file and sends it again. */
export const ROW_NUMBER = 'row';

/**
 * Reads a file. Headers that `mapping` does not name are recognized by their usual names. Refuses
 * with INVALID_REQUEST: for `csv`, if the file is not CSV, lacks a required or mapped column, or
 * has too many columns or rows; for `mapping`, if the mapping is invalid.
 */
export async function readCsvFile<Column extends string>(
  csv: string,
  table: CsvTable<Column>,
  mapping: readonly MappedHeader[] = [],
): Promise<CsvFile<Column>> {
  const { columns, rowsMax } = table;
  const mapped = checkedMapping(
    mapping,
    columns.map(({ column }) => column),
  );
  const [header = [], ...records] = await readCsvRecords(csv, rowsMax + 1, wrongFile);
  const isMended = header[0] === ROW_NUMBER;
  const rows = isMended && records.at(-1)?.[0] === 'END' ? records.slice(0, -1) : records;
  if (header.length > CSV.columnsMax) throw wrongFile(`has more than ${CSV.columnsMax} columns`);
  const places = placesOf(header, columns, mapped);
  if (rows.length > rowsMax) throw wrongFile(`has more than ${rowsMax} rows`);
  const columnAt = new Map([...places].map(([column, place]) => [place, column]));
  return {
    headers: header.map((name, place) => ({
      header: shownHeader(name),
      column: columnAt.get(place),
    })),
    rows: await mapInTurns(rows, (cells) => {
      const row: { [Name in Column]?: string } = {};
      for (const [column, place] of places) {
        const cell = cells[place] ?? '';
        // In a file of refused rows, an apostrophe keeps a text from being read as a formula.
        row[column] = isMended ? givenText(cell) : cell;
      }
      return row;
    }),
  };
}

function placesOf<Column extends string>(
  header: readonly string[],
  columns: readonly CsvColumn<Column>[],
  mapping: readonly CsvHeader<Column>[],
): Map<Column, number> {
  const places = new Map<Column, number>();
  const mapped = new Set<number>();
  for (const { header: wanted, column } of mapping) {
    const place = header.findIndex((name) => spelling(name) === spelling(wanted));
    if (place < 0) throw wrongFile(`has no column ${wanted}`);
    mapped.add(place);
    if (column !== undefined) places.set(column, place);
  }
  const found = header.map((name, place) => (mapped.has(place) ? undefined : usualForm(name)));
  for (const { column, names, isNeeded } of columns) {
    if (places.has(column)) continue;
    const place = found.findIndex((name) => name !== undefined && names.includes(name));
    if (place >= 0) places.set(column, place);
    else if (isNeeded) throw wrongFile(`has no column ${column}`);
  }
  return places;
}

const usualForm = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function wrongFile(detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
}
