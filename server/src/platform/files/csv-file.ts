// Writes tables as CSV (RFC 4180), in UTF-8 with a byte order mark and CRLF line endings. The last
// row contains the row count.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Cell, endRow, harmlessText, numberText, type Sheet, type Sink } from './sheet.js';

/** Writes a table to the sink. Returns the number of rows between the titles and the end row. */
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
  // Without the byte order mark, Excel reads a file in the local code page. By default, the writer
  // quotes a value for its line breaks only if it contains CRLF. Readers also end a row at a CR or
  // LF alone, so an unquoted value could forge a row.
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
