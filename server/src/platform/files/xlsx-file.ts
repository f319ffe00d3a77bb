// Writes tables as XLSX (ECMA-376). They are streamed into a zip sheet by sheet, and are never
// entirely in memory.

import { XLSX } from '../../limits.js';
import { assert } from '../assert.js';
import { toEpochDay } from '../calendar/business-date.js';
import { minorUnits } from '../money/currency.js';
import { Decimal } from '../money/decimal.js';
import type { Money } from '../money/money.js';
import { endOfTextSlice } from '../utf8.js';
import { type Cell, endRow, harmlessText, numberText, type Sheet, type Sink } from './sheet.js';
import {
  contentTypes,
  PACKAGE_RELATIONS,
  STYLES,
  workbook,
  workbookRelations,
} from './xlsx-part.js';
import { type ZipPart, zipOf } from './zip.js';

/**
 * The capacity of one sheet: its rows, and the number of XML bytes after which no further row is
 * started.
 */
type SheetLimits = Readonly<Record<'rowsPerSheetMax' | 'bytesPerSheetMax', number>>;

/** A table with its current row, shared by its sheets. */
interface Source {
  readonly sheet: Sheet;
  readonly limits: SheetLimits;
  readonly rows: AsyncIterator<readonly Cell[]>;
  rowCount: bigint;
  ended: boolean;
}

/**
 * Writes a table to the sink. Returns the number of rows between the titles and the end row. Rows
 * that do not fit on a sheet continue on the next.
 */
export async function writeXlsx(
  sheet: Sheet,
  sink: Sink,
  limits: SheetLimits = XLSX,
): Promise<bigint> {
  return writeWorkbook([sheet], sink, limits);
}

/**
 * Writes several tables to the sink, each on its own sheets, and returns the total number of rows.
 * Each tab is named after its table.
 */
export async function writeWorkbook(
  sheets: readonly Sheet[],
  sink: Sink,
  limits: SheetLimits = XLSX,
): Promise<bigint> {
  const sources = sheets.map((sheet): Source => {
    const rows = sheet.rows[Symbol.asyncIterator]();
    return { sheet, rows, limits, rowCount: 0n, ended: false };
  });
  try {
    await sink(zipOf(partsOf(sources)));
  } finally {
    for (const { rows } of sources) await rows.return?.();
  }
  return sources.reduce((sum, { rowCount }) => sum + rowCount, 0n);
}

function* partsOf(sources: readonly Source[]): Generator<ZipPart> {
  const tabs: string[] = [];
  for (const source of sources) {
    for (let part = 1; !source.ended; part += 1) {
      tabs.push(tabOf(source.sheet.name, part));
      yield { path: `xl/worksheets/sheet${tabs.length}.xml`, content: sheetXml(source) };
    }
  }
  const parts: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', contentTypes(tabs.length)],
    ['_rels/.rels', PACKAGE_RELATIONS],
    ['xl/workbook.xml', workbook(tabs)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(tabs.length)],
    ['xl/styles.xml', STYLES],
  ];
  for (const [path, text] of parts) yield { path, content: [Buffer.from(text)] };
}

// The name of a tab may have at most 31 characters, and some characters are not allowed.
function tabOf(name: string, part: number): string {
  const end = part === 1 ? '' : `-${part}`;
  const start = name.replaceAll(/[^\w-]+/g, '-').slice(0, XLSX.tabCharactersMax - end.length);
  return `${start}${end}`;
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ' +
  'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

async function* sheetXml(source: Source): AsyncGenerator<Buffer> {
  const { sheet } = source;
  const widths = sheet.columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = sheet.columns.map(({ title }, index) =>
    textCell(title, { start: `${startOf(index)}1`, style: STYLE.title }),
  );
  const xml = new XmlBytes();
  yield* xml.add(`${HEAD}<cols>${widths.join('')}</cols>`);
  yield* xml.add(`<sheetData><row r="1">${titles.join('')}</row>`);
  const { rowsPerSheetMax, bytesPerSheetMax } = source.limits;
  for (let number = 2; number <= rowsPerSheetMax && !source.ended; number += 1) {
    if (xml.bytes > bytesPerSheetMax) break;
    const next = await source.rows.next();
    source.ended = next.done === true;
    if (next.done !== true) source.rowCount += 1n;
    const row = next.done === true ? endRow(source.rowCount) : next.value;
    yield* xml.add(rowXml(row, number));
  }
  yield* xml.add('</sheetData></worksheet>');
  yield xml.take();
}

/**
 * Collects encoded XML in chunks. Each row is encoded immediately, because strings that wait for a
 * full chunk would survive minor garbage collections, and the heap would grow.
 */
class XmlBytes {
  #bytes = Buffer.allocUnsafeSlow(XLSX.chunkBytes);
  #length = 0;
  #taken = 0;

  /** The number of bytes added so far. */
  get bytes(): number {
    return this.#taken + this.#length;
  }

  /** Adds text. Returns the chunks that are full. */
  add(text: string): readonly Buffer[] {
    const bytesMax = text.length * BYTES_PER_CHARACTER_MAX;
    if (bytesMax <= XLSX.chunkBytes - this.#length) {
      this.#length += this.#bytes.write(text, this.#length);
      return [];
    }
    const full = this.take();
    if (bytesMax <= XLSX.chunkBytes) {
      this.#length = this.#bytes.write(text);
      return [full];
    }
    const large = Buffer.from(text);
    this.#taken += large.length;
    return [full, large];
  }

  /** Returns the bytes added since the last chunk. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#taken += this.#length;
    this.#bytes = Buffer.allocUnsafeSlow(XLSX.chunkBytes);
    this.#length = 0;
    return taken;
  }
}

/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const BYTES_PER_CHARACTER_MAX = 3;

/** The indexes of the cell formats in `STYLES`. */
const STYLE = {
  title: 1,
  date: 2,
  whole: 3,
  twoPlaces: 4,
  threePlaces: 5,
  fourPlaces: 6,
  morePlaces: 7,
} as const;

function rowXml(row: readonly Cell[], number: number): string {
  const cells = row.map((cell, index) => cellXml(cell, `${startOf(index)}${number}`));
  return `<row r="${number}">${cells.join('')}</row>`;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
// Column names from A to Z, then AA to ZZ.
const COLUMN_NAMES = [
  ...LETTERS,
  ...LETTERS.flatMap((first) => LETTERS.map((next) => first + next)),
];
const STARTS = COLUMN_NAMES.map((name) => `<c r="${name}`);

/** Returns the start of the XML of a column's cells, up to the row number. */
function startOf(index: number): string {
  const start = STARTS[index];
  assert(start !== undefined, 'a table has at most 702 columns');
  return start;
}

function cellXml(cell: Cell, start: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(harmlessText(cell), { start, style: 0 });
  if (typeof cell === 'object' && 'date' in cell) {
    return numberCell(String(toEpochDay(cell.date) + EPOCH_IN_DAYS), { start, style: STYLE.date });
  }
  const text = numberText(cell) ?? '';
  // A spreadsheet stores fifteen digits. A longer number becomes text, so that no digit is lost.
  const isLong = text.replaceAll(/\D/g, '').length > XLSX.numberDigitsMax;
  return isLong
    ? textCell(text, { start, style: 0 })
    : numberCell(text, { start, style: styleOf(cell) });
}

/** 1970-01-01 as a spreadsheet's day number. */
const EPOCH_IN_DAYS = 25_569;

// The format shows all decimals of the number, so a price or a rate is never shown rounded.
function styleOf(cell: bigint | Decimal | Money): number {
  const places = placesOf(cell);
  if (places === 0) return STYLE.whole;
  if (places <= 2) return STYLE.twoPlaces;
  if (places === 3) return STYLE.threePlaces;
  return places === 4 ? STYLE.fourPlaces : STYLE.morePlaces;
}

function placesOf(cell: bigint | Decimal | Money): number {
  if (typeof cell === 'bigint') return 0;
  return cell instanceof Decimal ? cell.decimalPlaces() : (minorUnits(cell.currency) ?? 0);
}

/** The beginning of a cell, such as `<c r="B7`, and the index of its format. */
interface Place {
  readonly start: string;
  readonly style: number;
}

function numberCell(digits: string, { start, style }: Place): string {
  return `${start}" s="${style}"><v>${digits}</v></c>`;
}

function textCell(text: string, { start, style }: Place): string {
  const shown = escapeXml(shortened(text));
  const value = `<is><t xml:space="preserve">${shown}</t></is>`;
  return `${start}" s="${style}" t="inlineStr">${value}</c>`;
}

// Shortens text that is too long for a cell and adds an ellipsis. Never cuts within a character.
function shortened(text: string): string {
  if (text.length <= XLSX.cellCharactersMax) return text;
  return `${text.slice(0, endOfTextSlice(text, 0, XLSX.cellCharactersMax - 1))}…`;
}

/** Matches any character to escape. Most strings have none and are returned unchanged. */
const NEEDS_ESCAPE = /[^ -%'-;=?-^`-~\u00a0-\ufffd]/;

// XML does not allow control characters. XLSX writes them as _x0007_, and also escapes text that
// looks like such an escape.
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
