// Tables that somebody sends as CSV: the header names the columns, in any order and by their usual
// names.

import { commonProblems, type Problem, refuseMember } from '../http/problem.js';
import { readCsvRecords } from './csv-record.js';

/**
 * A column of a table, and what headers call it: small letters and digits, nothing between them.
 */
export interface CsvColumn<Column extends string> {
  readonly column: Column;
  readonly names: readonly string[];
  /** Whether a file without it is refused. */
  readonly isNeeded: boolean;
}

/** The cells of a row as they came. */
export type CsvCells<Column extends string> = { readonly [Name in Column]?: string | undefined };

export interface CsvTable<Column extends string> {
  readonly columns: readonly CsvColumn<Column>[];
  readonly rowsMost: number;
}

/**
 * Reads the rows of a file. One that is no CSV, lacks a column or has too many rows is refused as a
 * whole, by the member `csv` (400).
 */
export function readCsvTable<Column extends string>(
  csv: string,
  { columns, rowsMost }: CsvTable<Column>,
): CsvCells<Column>[] {
  const [header = [], ...rows] = readCsvRecords(csv, rowsMost, wrongFile);
  const places = placesOf(header, columns);
  if (rows.length > rowsMost) throw wrongFile(`has more than ${rowsMost} rows`);
  return rows.map((cells) => {
    const row: { [Name in Column]?: string } = {};
    for (const [column, place] of places) row[column] = cells[place] ?? '';
    return row;
  });
}

function placesOf<Column extends string>(
  header: readonly string[],
  columns: readonly CsvColumn<Column>[],
): Map<Column, number> {
  const found = header.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const places = new Map<Column, number>();
  for (const { column, names, isNeeded } of columns) {
    const place = found.findIndex((name) => names.includes(name));
    if (place >= 0) places.set(column, place);
    else if (isNeeded) throw wrongFile(`has no column ${column}`);
  }
  return places;
}

function wrongFile(detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
}
