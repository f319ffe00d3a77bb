// Tables for other programs: typed cells in rows that come one after the other, as CSV or XLSX.

import type { BusinessDate } from '../calendar/business-date.js';
import { minorUnits } from '../money/currency.js';
import { type Money, toDecimal } from '../money/money.js';

/** A calendar day, which a spreadsheet shows and sorts as one. */
interface DateCell {
  readonly date: BusinessDate;
}

/** A text, a whole number, an amount, a day, or nothing. */
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

/** Takes the bytes of a file one after the other, at its own pace. */
export type Sink = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

/** The form of a file. */
export type SheetFormat = 'csv' | 'xlsx';

/** The members of a record of the wire in the order of the columns. */
export function memberCells(record: object, columns: readonly string[]): readonly Cell[] {
  return columns.map((column) => cellOf(Reflect.get(record, column)));
}

/** A member of a record of the wire as a cell: a whole number stays one. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  return typeof value === 'bigint' ? value : String(value);
}

/** A number as decimal digits, with all decimals of a currency; of a text or a day, undefined. */
export function numberText(cell: Cell): string | undefined {
  if (typeof cell === 'bigint') return String(cell);
  if (cell === null || typeof cell === 'string' || 'date' in cell) return undefined;
  return toDecimal(cell).toFixed(minorUnits(cell.currency) ?? 0);
}

/**
 * A text that no spreadsheet takes for a formula: one that starts like a formula gets an apostrophe
 * before it, which is what a spreadsheet itself writes for "this is text" (OWASP, CSV injection).
 */
export function harmlessText(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** What the text was before `harmlessText`. */
export function givenText(text: string): string {
  const plain = text.slice(1);
  return text.startsWith("'") && harmlessText(plain) === text ? plain : text;
}

/** The row that ends every file: how many rows stand between the titles and it. */
export function endRow(rowCount: bigint): readonly Cell[] {
  return ['END', rowCount];
}
