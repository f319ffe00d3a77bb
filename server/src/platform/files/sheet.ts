// Tables for other programs: typed cells in a stream of rows, as CSV or XLSX.

import type { BusinessDate } from '../calendar/business-date.js';
import { minorUnits } from '../money/currency.js';
import { type Money, toDecimal } from '../money/money.js';

/** A calendar day, which spreadsheets show and sort as a date. */
interface DateCell {
  readonly date: BusinessDate;
}

/** A text, a whole number, an amount, a day, or empty. */
export type Cell = string | bigint | Money | DateCell | null;

export interface SheetColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
}

/** A table of any length. */
export interface Sheet {
  /** The name of its file without the extension, such as `trial-balance-2026-03-31`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** Writes the chunks of a file in order, at its own pace. */
export type Sink = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

/** The format of a file. */
export type SheetFormat = 'csv' | 'xlsx';

/** The members of a wire record, in the order of the columns. */
export function memberCells(record: object, columns: readonly string[]): readonly Cell[] {
  return columns.map((column) => cellOf(Reflect.get(record, column)));
}

/** A member of a wire record as a cell: whole numbers keep their type. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  return typeof value === 'bigint' ? value : String(value);
}

/** A number as decimal digits, with all decimals of its currency; undefined for a text or a day. */
export function numberText(cell: Cell): string | undefined {
  if (typeof cell === 'bigint') return String(cell);
  if (cell === null || typeof cell === 'string' || 'date' in cell) return undefined;
  return toDecimal(cell).toFixed(minorUnits(cell.currency) ?? 0);
}

/**
 * A text that no spreadsheet reads as a formula: a text that starts like one gets an apostrophe
 * before it, as spreadsheets themselves mark texts (OWASP, CSV injection).
 */
export function harmlessText(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** The original text of `harmlessText`. */
export function givenText(text: string): string {
  const plain = text.slice(1);
  return text.startsWith("'") && harmlessText(plain) === text ? plain : text;
}

/** The last row of every file: the number of rows between the titles and it. */
export function endRow(rowCount: bigint): readonly Cell[] {
  return ['END', rowCount];
}
