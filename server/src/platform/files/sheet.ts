// Tables for other programs, with typed cells in a stream of rows, as CSV or XLSX.

import type { TObject } from '@sinclair/typebox';
import { type BusinessDate, isBusinessDate } from '../calendar/business-date.js';
import { minorUnits } from '../money/currency.js';
import { Decimal } from '../money/decimal.js';
import { type Money, toDecimal } from '../money/money.js';

/** A calendar day. Spreadsheets display and sort it as a date. */
interface DateCell {
  readonly date: BusinessDate;
}

/** A cell value: a string, a whole number, a decimal, an amount, a day, or empty. */
export type Cell = string | bigint | Decimal | Money | DateCell | null;

export interface SheetColumn {
  readonly title: string;
  /** The column width in characters. */
  readonly width: number;
}

/** A table of any length. */
export interface Sheet {
  /** The file name without the extension, such as `trial-balance-2026-03-31`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** Writes the chunks of a file in order, at its own pace. */
export type Sink = (chunks: AsyncIterable<Uint8Array>) => Promise<void>;

/** The format of a table file. */
export type SheetFormat = 'csv' | 'xlsx';

/** Returns the members of a wire record as cells, in the order of the columns. */
export function memberCells(
  record: object,
  columns: readonly string[],
  shape: TObject,
): readonly Cell[] {
  return columns.map((column) => memberCell(column, Reflect.get(record, column), shape));
}

/**
 * Names of members that contain a number of units as a string. Their schema is that of any string.
 */
const QUANTITY_NAME = /quantity|units$/i;

/**
 * Converts a member of a wire record to a cell. Dates and quantities are strings on the wire, but a
 * spreadsheet sorts and sums only real dates and numbers.
 */
export function memberCell(name: string, value: unknown, { properties }: TObject): Cell {
  if (typeof value !== 'string') return cellOf(value);
  if (properties[name]?.format === 'date' && isBusinessDate(value)) return { date: value };
  return QUANTITY_NAME.test(name) && /^-?\d+(\.\d+)?$/.test(value) ? new Decimal(value) : value;
}

/** Converts a value to a cell. Numbers keep their type. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number')
    return Number.isInteger(value) ? BigInt(value) : new Decimal(value);
  return typeof value === 'bigint' || value instanceof Decimal ? value : String(value);
}

/** Formats a number with all decimals of its currency. Undefined for text or a date. */
export function numberText(cell: Cell): string | undefined {
  if (typeof cell === 'bigint') return String(cell);
  if (cell === null || typeof cell === 'string' || 'date' in cell) return undefined;
  if (cell instanceof Decimal) return cell.toFixed();
  return toDecimal(cell).toFixed(minorUnits(cell.currency) ?? 0);
}

/**
 * Prevents text from being read as a formula. Text that begins like one gets a leading apostrophe,
 * which marks a cell as text in spreadsheets (OWASP, CSV injection).
 */
export function harmlessText(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** Reverses `harmlessText`. Returns the original text. */
export function givenText(text: string): string {
  const plain = text.slice(1);
  return text.startsWith("'") && harmlessText(plain) === text ? plain : text;
}

/** Returns the last row of a file, which contains the number of rows after the titles. */
export function endRow(rowCount: bigint): readonly Cell[] {
  return ['END', rowCount];
}
