// Reads the cells of one sheet of a workbook, row by row.

import { SaxesParser } from 'saxes';
import { CSV, WORKBOOK } from '../../limits.js';
import { othersTurn } from '../concurrency/turn.js';
import { Decimal } from '../money/decimal.js';
import type { FileRow, SheetCell } from './cell.js';
import { type CellFormats, dateOfSerial } from './workbook-format.js';

interface SheetContent {
  readonly texts: readonly string[];
  readonly formats: CellFormats;
  /** Maximum number of rows. One more is read to detect a longer sheet. */
  readonly rowsMax: number;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  text: string;
  hasFormula: boolean;
}

type Refuse = (detail: string) => Error;

/** Reads the rows of a sheet, or throws the error that `refuse` returns. */
export async function readSheetRows(
  xml: string,
  content: SheetContent,
  refuse: Refuse,
): Promise<readonly FileRow[]> {
  const reader = new SheetReader(content, refuse);
  for (let start = 0; start < xml.length && !reader.isFull; start += CSV.sliceCharacters) {
    reader.write(xml.slice(start, start + CSV.sliceCharacters));
    await othersTurn();
  }
  if (!reader.isFull) reader.end();
  return reader.rows;
}

class SheetReader {
  readonly rows: { readonly row: number; readonly cells: SheetCell[] }[] = [];
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #content: SheetContent;
  readonly #refuse: Refuse;
  #rowNumber = 0;
  #cells = 0;
  #cell: OpenCell | undefined;
  #isText = false;
  #isPhonetic = false;
  readonly #merged: MergedColumn[] = [];

  constructor(content: SheetContent, refuse: Refuse) {
    this.#content = content;
    this.#refuse = refuse;
    this.#parser.on('error', ({ message }) => {
      throw refuse(`is not a workbook: ${message}`);
    });
    this.#parser.on('doctype', () => {
      throw refuse('is not a workbook: it has a document type');
    });
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(localName(name), attributes));
    this.#parser.on('text', (text) => this.#add(text));
    this.#parser.on('cdata', (text) => this.#add(text));
    this.#parser.on('closetag', ({ name }) => this.#close(localName(name)));
  }

  get isFull(): boolean {
    return this.rows.length > this.#content.rowsMax + 1;
  }

  write(xml: string): void {
    this.#parser.write(xml);
  }

  /** Refuses a truncated sheet. */
  end(): void {
    this.#parser.close();
    this.#markMerged();
  }

  // A merged cell shows its text in all its rows, but only the first row contains it. In the other
  // rows, the cell would look empty.
  #markMerged(): void {
    const byNumber = new Map(this.rows.map(({ row, cells }) => [row, cells]));
    for (const { first, last, columns, at } of this.#merged) {
      const isEmpty = columns.every((column) => !byNumber.get(first)?.[column]);
      for (const { row, cells } of isEmpty ? [] : this.rows) {
        if (row <= first || row > last || cells.every((cell) => cell === '')) continue;
        for (const column of columns) {
          while (cells.length <= column) cells.push('');
          cells[column] = { type: 'ERROR', text: `(merged with ${at})` };
        }
      }
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#rowNumber = Number(attributes.r ?? this.#rowNumber + 1);
      this.rows.push({ row: this.#rowNumber, cells: [] });
    } else if (name === 'c') this.#cell = this.#openCell(attributes);
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'v' || name === 't') this.#isText = !this.#isPhonetic;
    else if (name === 'mergeCell') this.#merged.push(...mergedColumns(attributes.ref ?? ''));
    else if (name === 'f' && this.#cell !== undefined) this.#cell.hasFormula = true;
  }

  #openCell(attributes: Readonly<Record<string, string>>): OpenCell {
    this.#cells += 1;
    if (this.#cells > WORKBOOK.cellsMax) {
      throw this.#refuse(`has more than ${WORKBOOK.cellsMax} cells`);
    }
    const next = this.rows.at(-1)?.cells.length ?? 0;
    const column = attributes.r === undefined ? next : columnOf(attributes.r);
    const style = Number(attributes.s ?? 0);
    return { column, type: attributes.t ?? 'n', style, text: '', hasFormula: false };
  }

  #add(text: string): void {
    if (this.#cell !== undefined && this.#isText) this.#cell.text += text;
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 'c' || this.#cell === undefined) return;
    const { column } = this.#cell;
    const cell = this.#cellOf(this.#cell);
    this.#cell = undefined;
    if (cell === '') return;
    if (column >= WORKBOOK.columnsMax) {
      throw this.#refuse(
        `has a cell beyond column ${WORKBOOK.columnsMax} in row ${this.#rowNumber}`,
      );
    }
    const cells = this.rows.at(-1)?.cells ?? [];
    while (cells.length < column) cells.push('');
    cells[column] = cell;
  }

  #cellOf({ type, style, text, hasFormula }: OpenCell): SheetCell {
    const { texts, formats } = this.#content;
    // Some programs write formulas without their results.
    if (text === '') return hasFormula ? { type: 'ERROR', text: '(formula without result)' } : '';
    if (type === 's') {
      const shared = texts[Number(text)];
      if (shared === undefined) throw this.#refuse('refers to a text that it does not have');
      return shared;
    }
    if (type === 'str' || type === 'inlineStr') return unescapedText(text);
    if (type === 'b') return { type: 'FLAG', text: text === '1' ? 'true' : 'false' };
    if (type === 'e') return { type: 'ERROR', text };
    if (type === 'd') return { type: 'DATE', text };
    if (formats.isPercent(style)) return { type: 'PERCENT', text: percentage(text) };
    if (!formats.isDate(style)) return { type: 'NUMBER', text: plainNumber(text) };
    const date = dateOfSerial(text, formats);
    return date === undefined ? { type: 'NUMBER', text } : { type: 'DATE', text: date };
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The columns of a merged cell that spans several rows. */
interface MergedColumn {
  /** The cell that has the text, such as A2. */
  readonly at: string;
  readonly first: number;
  readonly last: number;
  readonly columns: readonly number[];
}

function mergedColumns(reference: string): readonly MergedColumn[] {
  const [, from = '', first = '', to = '', last = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (Number(last) <= Number(first)) return [];
  const [left, right] = [columnOf(from), Math.min(columnOf(to), WORKBOOK.columnsMax - 1)];
  const columns = Array.from({ length: Math.max(right - left + 1, 0) }, (_, at) => left + at);
  return [{ at: `${from}${first}`, first: Number(first), last: Number(last), columns }];
}

/** Decodes characters that a workbook stores by their code, such as `_x000D_`. */
export function unescapedText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const LETTERS = 26;
const LETTER_BEFORE_A = 64;

// Converts a reference such as AB12 to its column number, from 0.
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A';
  const number = [...letters].reduce(
    (sum, letter) => sum * LETTERS + letter.charCodeAt(0) - LETTER_BEFORE_A,
    0,
  );
  return number - 1;
}

/** Spreadsheets calculate with 15 digits. Further digits result from the binary form. */
const DIGITS = 15;

function plainNumber(text: string): string {
  const value = new Decimal(text);
  return value.isFinite() ? value.toSignificantDigits(DIGITS).toFixed() : text;
}

const HUNDRED = 100;

function percentage(text: string): string {
  const value = new Decimal(text);
  return value.isFinite() ? `${plainNumber(value.times(HUNDRED).toFixed())}%` : text;
}
