// Tables as XLSX (ECMA-376), written as they come: sheet by sheet into a zip, never held whole.

import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { XLSX } from '../../limits.js';
import { assert } from '../assert.js';
import { toEpochDay } from '../calendar/business-date.js';
import { minorUnits } from '../money/currency.js';
import { type Cell, endRow, harmlessText, numberText, type Sheet, type Sink } from './sheet.js';
import {
  contentTypes,
  PACKAGE_RELATIONS,
  STYLES,
  workbook,
  workbookRelations,
} from './xlsx-part.js';

/** The row that a sheet is being written from, shared by the sheets of one file. */
interface Source {
  readonly rows: AsyncIterator<readonly Cell[]>;
  rowCount: bigint;
  ended: boolean;
}

/**
 * Writes a table to the sink; returns how many rows stand between titles and end row. What
 * does not fit on one sheet goes on on the next.
 */
export async function writeXlsx(sheet: Sheet, sink: Sink): Promise<bigint> {
  const zip = new ZipFile();
  const broken = new Promise<never>((_, reject) => zip.on('error', reject));
  const stop = new AbortController();
  const { outputStream } = zip;
  assert(outputStream instanceof Readable, 'a zip file comes as a stream of this Node');
  const written = pipeline(outputStream, sink, { signal: stop.signal });
  const source: Source = { rows: sheet.rows[Symbol.asyncIterator](), rowCount: 0n, ended: false };
  try {
    await Promise.race([broken, fill(zip, sheet, source)]);
    await Promise.race([broken, written]);
  } catch (error) {
    stop.abort();
    await written.catch(() => undefined);
    throw error;
  } finally {
    await source.rows.return?.();
  }
  return source.rowCount;
}

async function fill(zip: ZipFile, sheet: Sheet, source: Source): Promise<void> {
  let sheets = 0;
  while (!source.ended) {
    sheets += 1;
    const xml = Readable.from(sheetXml(sheet, source));
    zip.addReadStream(xml, `xl/worksheets/sheet${sheets}.xml`, ENTRY);
    await finished(xml);
  }
  const parts: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', PACKAGE_RELATIONS],
    ['xl/workbook.xml', workbook(sheets)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
    ['xl/styles.xml', STYLES],
  ];
  for (const [path, text] of parts) zip.addBuffer(Buffer.from(text), path, ENTRY);
  zip.end();
}

// The same table makes the same bytes, so no entry says when it was written.
const ENTRY = { mtime: new Date(Date.UTC(1980, 0, 1)), forceDosTimestamp: true };

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ' +
  'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

async function* sheetXml(sheet: Sheet, source: Source): AsyncGenerator<string> {
  const widths = sheet.columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = sheet.columns.map(({ title }, index) =>
    textCell(title, { at: `${letterOf(index)}1`, style: STYLE.title }),
  );
  yield `${HEAD}<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
  let text = '';
  for (let number = 2; number <= XLSX.rowsPerSheetMost && !source.ended; number += 1) {
    const next = await source.rows.next();
    source.ended = next.done === true;
    if (next.done !== true) source.rowCount += 1n;
    text += rowXml(next.done === true ? endRow(source.rowCount) : next.value, number);
    if (text.length > XLSX.chunkCharacters) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

/** Numbers of the cell formats in `STYLES`. */
const STYLE = { title: 1, date: 2, whole: 3, twoPlaces: 4, threePlaces: 5, fourPlaces: 6 } as const;

function rowXml(row: readonly Cell[], number: number): string {
  const cells = row.map((cell, index) => cellXml(cell, `${letterOf(index)}${number}`));
  return `<row r="${number}">${cells.join('')}</row>`;
}

// A to Z, then AA to ZZ.
function letterOf(index: number): string {
  const { length } = LETTERS;
  assert(index < length + length ** 2, 'a table has at most 702 columns');
  const first = index < length ? '' : LETTERS.charAt(Math.floor(index / length) - 1);
  return first + LETTERS.charAt(index % length);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(harmlessText(cell), { at, style: 0 });
  if (typeof cell === 'object' && 'date' in cell) {
    return numberCell(String(toEpochDay(cell.date) + EPOCH_IN_DAYS), { at, style: STYLE.date });
  }
  const text = numberText(cell) ?? '';
  // A spreadsheet keeps fifteen digits; a longer number stays whole as a text.
  const isLong = text.replaceAll(/\D/g, '').length > XLSX.numberDigitsMost;
  return isLong ? textCell(text, { at, style: 0 }) : numberCell(text, { at, style: styleOf(cell) });
}

/** 1970-01-01 in a spreadsheet's count of days. */
const EPOCH_IN_DAYS = 25_569;

function styleOf(cell: Cell): number {
  const places =
    typeof cell === 'object' && cell !== null && 'currency' in cell ? minorUnits(cell.currency) : 0;
  switch (places) {
    case 2:
      return STYLE.twoPlaces;
    case 3:
      return STYLE.threePlaces;
    case 4:
      return STYLE.fourPlaces;
    default:
      return STYLE.whole;
  }
}

/** Where a cell is, such as `B7`, and the number of its format. */
interface Place {
  readonly at: string;
  readonly style: number;
}

function numberCell(digits: string, { at, style }: Place): string {
  return `<c r="${at}" s="${style}"><v>${digits}</v></c>`;
}

function textCell(text: string, { at, style }: Place): string {
  const shown = escapeXml(text.slice(0, XLSX.cellCharactersMost));
  const value = `<is><t xml:space="preserve">${shown}</t></is>`;
  return `<c r="${at}" s="${style}" t="inlineStr">${value}</c>`;
}

/** Anything but what stands for itself: most texts have none of it, and are left as they are. */
const NEEDS_ESCAPE = /[^ -%'-;=?-^`-~\u00a0-\ufffd]/;

// XML has no control characters: the format writes them, and what looks like that, as _x0007_.
function escapeXml(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) =>
      character === '\n' || character === '\t'
        ? character
        : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
