// Reads the records of a CSV file from outside the program, with any common delimiter.

import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { CSV } from '../../limits.js';
import { assert } from '../assert.js';
import { othersTurn } from '../concurrency/turn.js';

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads the header and at most `rowsMax + 1` rows; the extra row shows that there are too many. The
 * delimiter is the candidate that is most frequent in the header, so that commas in amounts do not
 * split cells in files with another delimiter.
 * @throws the error that `refuse` returns if the file is not CSV or has a cell beyond its header
 */
export async function readCsvRecords(
  csv: string,
  rowsMax: number,
  refuse: (detail: string) => Error,
): Promise<string[][]> {
  const records = await recordsOf(csv, rowsMax + 2, refuse);
  const [header = [], ...rows] = records;
  // An unquoted amount such as 1,234.56 becomes two cells, and its first part would be read as 1.
  const wide = rows.findIndex((cells) => cells.slice(header.length).some((cell) => cell !== ''));
  if (wide >= 0) throw refuse(`has more cells in row ${wide + 1} than in its header`);
  return records;
}

async function recordsOf(
  csv: string,
  to: number,
  refuse: (detail: string) => Error,
): Promise<string[][]> {
  const records: string[][] = [];
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(csv),
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to,
  });
  parser.on('data', (record: string[]) => records.push(record));
  const ended = finished(parser, { writable: false });
  ended.catch(() => undefined);
  // Parses in slices, so that other requests get a turn. Stops after the last requested row.
  for (let start = 0; start < csv.length && !parser.destroyed; start += CSV.sliceCharacters) {
    parser.write(csv.slice(start, start + CSV.sliceCharacters));
    await othersTurn();
  }
  if (!parser.destroyed) parser.end();
  try {
    await ended;
    return records;
  } catch (error) {
    assert(error instanceof CsvError, 'reading text only fails for what it says');
    throw refuse(`is not CSV: ${error.message.slice(0, 200)}`);
  }
}

function delimiterOf(csv: string): string {
  const [header = ''] = csv.trimStart().split(/[\r\n]/, 1);
  const counted = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counted.indexOf(Math.max(...counted))] ?? ',';
}
