// Tables as CSV by RFC 4180: UTF-8 with a byte order mark, CRLF, and a last row with their count.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Cell, endRow, harmlessText, numberText, type Sheet, type Sink } from './sheet.js';

/** Writes a table to the sink; returns how many rows stand between titles and end row. */
export async function writeCsv(sheet: Sheet, sink: Sink): Promise<bigint> {
  let rowCount = 0n;
  async function* lines(): AsyncGenerator<string[]> {
    yield sheet.columns.map(({ title }) => title);
    for await (const row of sheet.rows) {
      rowCount += 1n;
      yield row.map(textOf);
    }
    yield padded(endRow(rowCount).map(textOf), sheet.columns.length);
  }
  // Excel reads a file without the mark in the local code page. Left to itself the writer quotes
  // CRLF alone, and readers end a row at either of the two, where a text could forge the next.
  const writer = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
  await pipeline(Readable.from(lines()), writer, sink);
  return rowCount;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return harmlessText(cell);
  return typeof cell === 'object' && 'date' in cell ? cell.date : (numberText(cell) ?? '');
}

function padded(texts: readonly string[], length: number): string[] {
  return [...texts, ...Array.from({ length: length - texts.length }, () => '')];
}
