// Splits the text of a CSV file into rows and cells, with any common delimiter and line ending.

import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { CSV, ROW_FILE } from '../../limits.js';
import { assert } from '../assert.js';
import { othersTurn } from '../concurrency/turn.js';
import { type FileRow, isGhost, shownCell } from './cell.js';

export const DELIMITERS = ['COMMA', 'SEMICOLON', 'TAB', 'PIPE'] as const;
type Delimiter = (typeof DELIMITERS)[number];

const CHARACTERS: Readonly<Record<Delimiter, string>> = {
  COMMA: ',',
  SEMICOLON: ';',
  TAB: '\t',
  PIPE: '|',
};

/** The parameters for splitting a file. */
interface CsvRule {
  /** The delimiter. Undefined if it must be detected. */
  readonly delimiter: Delimiter | undefined;
  /** Maximum number of rows. One more is read to detect a longer file. */
  readonly rowsMax: number;
  /** Ranks a row by the columns of the table that its cells name. Zero if it is not a header. */
  readonly rank: (cells: readonly string[]) => number;
}

interface CsvRecords {
  readonly delimiter: Delimiter;
  /** The rows that are not empty. */
  readonly rows: readonly FileRow[];
}

/**
 * Splits a file. A first row such as `sep=;` contains the delimiter. Otherwise, the delimiter is
 * the one with which a row names the most columns. On a tie, it is the one with which the most rows
 * have the same number of cells.
 * @throws the error that `refuse` returns, with the row and the cell, if a quote is misplaced
 */
export async function readCsvRecords(
  csv: string,
  rule: CsvRule,
  refuse: (detail: string) => Error,
): Promise<CsvRecords> {
  const stated = /^\ufeff?"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(csv);
  const named = DELIMITERS.find((one) => CHARACTERS[one] === stated?.[1]);
  const text = csv.slice(stated?.[0].length ?? 0);
  const delimiter = rule.delimiter ?? named ?? foundDelimiter(text, rule);
  const skipped = stated === null ? 0 : 1;
  const read = { delimiter: CHARACTERS[delimiter], rowsMax: rule.rowsMax, skipped };
  return { delimiter, rows: await rowsOf(text, read, refuse) };
}

interface Split {
  readonly delimiter: string;
  readonly rowsMax: number;
  /** Number of rows before the text. */
  readonly skipped: number;
}

async function rowsOf(
  text: string,
  split: Split,
  refuse: (detail: string) => Error,
): Promise<readonly FileRow[]> {
  const quoted = await parsed(text, split, true);
  if (!(quoted instanceof CsvError)) return quoted;
  // Some programs never quote cells, so a quotation mark can be part of a cell such as `5" pipe`.
  const unquoted = await parsed(text, split, false);
  if (!(unquoted instanceof CsvError) && isEven(unquoted) && !hasQuotedCells(unquoted)) {
    return unquoted;
  }
  throw refuse(quoteFault(quoted, split));
}

const isEven = (rows: readonly FileRow[]): boolean =>
  rows.every(({ cells }) => cells.length === rows[0]?.cells.length);

const hasQuotedCells = (rows: readonly FileRow[]): boolean =>
  rows.some(({ cells }) => cells.some((cell) => typeof cell === 'string' && cell.startsWith('"')));

function quoteFault(error: CsvError, { skipped }: Split): string {
  const numberOf = (member: string) => Number(Reflect.get(error, member) ?? 0);
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const row = skipped + (isOpen ? numberOf('lines') : numberOf('records') + 1);
  const field: unknown = Reflect.get(error, 'field');
  const cell = typeof field === 'string' ? `, cell "${shownCell(field)}"` : '';
  const at = `row ${row} of the file, column ${numberOf('column') + 1}${cell}`;
  return `is not CSV: ${at}: a quotation mark is not closed, or is inside a text`;
}

async function parsed(
  text: string,
  { delimiter, rowsMax, skipped }: Split,
  isQuoted: boolean,
): Promise<readonly FileRow[] | CsvError> {
  const rows: FileRow[] = [];
  const mostRows = rowsMax + ROW_FILE.preambleRowsMax + 1;
  let row = skipped;
  const parser = parse({
    bom: true,
    delimiter,
    ...(isQuoted ? {} : { quote: null }),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    trim: true,
  });
  parser.on('data', (cells: string[]) => {
    row += 1;
    if (!isGhost(cells)) rows.push({ row, cells });
  });
  const ended = finished(parser, { writable: false });
  ended.catch(() => undefined);
  // Parses in slices, so that other requests are served. Stops after the last requested row.
  for (let start = 0; start < text.length && rows.length < mostRows; ) {
    if (parser.destroyed) break;
    const end = start + CSV.sliceCharacters;
    parser.write(text.slice(start, end));
    start = end;
    await othersTurn();
  }
  if (!parser.destroyed) {
    if (rows.length < mostRows) parser.end();
    else parser.destroy();
  }
  try {
    if (rows.length < mostRows) await ended;
    return rows;
  } catch (error) {
    assert(error instanceof CsvError, 'reading text only fails for what it says');
    return error;
  }
}

function foundDelimiter(text: string, { rank }: CsvRule): Delimiter {
  const sample = text.slice(0, ROW_FILE.sampleCharactersMax);
  // Quoted cells may contain any delimiter.
  const plain = sample.replaceAll(/"((?:[^"]|"")*)"/g, (_, inside: string) =>
    inside.replaceAll(/[^\p{L}\d ]/gu, ' '),
  );
  const lines = plain.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const counted = DELIMITERS.map((delimiter) => {
    const rows = lines
      .slice(0, ROW_FILE.sampleRowsMax)
      .map((line) => line.split(CHARACTERS[delimiter]));
    const ranked = Math.max(0, ...rows.map((cells) => rank(cells.map((cell) => cell.trim()))));
    const widths = rows.map(({ length }) => length).filter((width) => width > 1);
    const most = modeOf(widths);
    return { delimiter, score: [most.width > 1 ? ranked : 0, most.count, most.width] };
  });
  const [best] = counted.sort((one, other) => compareScores(other.score, one.score));
  return best?.delimiter ?? 'COMMA';
}

function modeOf(widths: readonly number[]): { readonly width: number; readonly count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [found] = [...counts].sort(([w1, c1], [w2, c2]) => c2 - c1 || w2 - w1);
  return { width: found?.[0] ?? 0, count: found?.[1] ?? 0 };
}

function compareScores(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
