// Cells and rows of a file as received, before they are read as amounts, dates or flags.

import { ROW_FILE } from '../../limits.js';
import { shortenText } from '../utf8.js';

/**
 * A workbook's typed cell. `text` is a plain number, a percentage such as `16.75%`, an ISO date,
 * TRUE or FALSE, or an error.
 */
interface TypedCell {
  readonly type: 'NUMBER' | 'PERCENT' | 'DATE' | 'FLAG' | 'ERROR';
  readonly text: string;
}

/** A cell: a string, or a workbook's typed cell. */
export type SheetCell = string | TypedCell;

/**
 * A row with at least one cell, and its number in the file, counted from 1 and including empty
 * rows.
 */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly SheetCell[];
}

/** The reason why a cell was not understood. */
export type FaultCode =
  | 'DAMAGED_CELL'
  | 'NUMBER_WRONG'
  | 'DATE_WRONG'
  | 'FLAG_WRONG'
  | 'DIRECTION_WRONG'
  | 'AMBIGUOUS_AMOUNT'
  | 'AMBIGUOUS_DATE'
  | 'MIXED_FORMATS'
  | 'LOOKS_LIKE_SUMMARY';

/** A cell that was not understood, with its place and the reason. */
export interface CellFault {
  readonly code: FaultCode;
  /** The number of the data row, from 1, as in verdicts. */
  readonly row: number;
  /** The number of the row in the file, as a spreadsheet shows it. Undefined for JSON rows. */
  readonly fileRow: number | undefined;
  readonly header: string;
  readonly cell: string;
  /** The member to which the column was mapped. */
  readonly column: string;
  /** The error and the expected value. */
  readonly reason: string;
}

// Zero-width spaces, joiners and byte order marks, which often occur in copied text.
const INVISIBLE = /[\u200b\u2060\ufeff]/g;

export const textOfCell = (cell: SheetCell | undefined): string =>
  (typeof cell === 'string' ? cell : (cell?.text ?? '')).replaceAll(INVISIBLE, '').trim();

/** Formats a cell for a message, shortened and without line breaks. */
export function shownCell(text: string): string {
  return shortenText(text.replaceAll(/\s+/g, ' ').trim(), ROW_FILE.shownCharactersMax);
}

/** Describes the error in a cell: `row 4, column "Amount", cell "1,234": …`. */
export function describeFault({
  row,
  fileRow,
  header,
  cell,
  reason,
}: Omit<CellFault, 'code' | 'column'>): string {
  const place = `row ${row}, column "${header}", cell "${shownCell(cell)}"`;
  return `${place}: ${reason}${fileRow === undefined ? '' : ` (row ${fileRow} of the file)`}`;
}

/** True if all cells are empty. */
export const isGhost = (cells: readonly SheetCell[]): boolean =>
  cells.every((cell) => textOfCell(cell) === '');
