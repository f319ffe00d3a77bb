// The columns of a table that files are read into.

import type { ProblemKind } from '../http/reply/problem.js';
import type { ColumnKind } from './reading.js';

/**
 * The meaning of `12 CR` and `12 DR` in a column. SIGNED: amounts in which debits are negative.
 * DEBIT, CREDIT: only debits or only credits. In a column without `marks`, such cells are refused.
 */
export type AmountMarks = 'SIGNED' | 'DEBIT' | 'CREDIT';

/** A column of a table. Its usual names in headers are reduced to lower-case letters and digits. */
export interface RowColumn<Column extends string> {
  readonly column: Column;
  readonly names: readonly string[];
  /** Names that another column may have, too. Used for headers that match no other column. */
  readonly weakNames?: readonly string[];
  /** True if a file without this column is refused. */
  readonly isNeeded: boolean;
  /** Default: TEXT. */
  readonly kind?: ColumnKind;
  readonly marks?: AmountMarks;
  /** True if the numbers are in percent, so that 16.75 and `16.75%` are the same. */
  readonly isPercent?: boolean;
  /** True if two-digit years are refused, because dates from two centuries are common. */
  readonly needsCentury?: boolean;
  /** True for instants: an ISO timestamp keeps its time of day and its offset. */
  readonly hasTime?: boolean;
}

/** The cells of a row: plain decimals, ISO dates, `true` or `false`, and text. */
export type RowCells<Column extends string> = { readonly [Name in Column]?: string | undefined };

export interface RowTable<Column extends string> {
  readonly columns: readonly RowColumn<Column>[];
  readonly rowsMax: number;
  /**
   * Groups of columns. Each row must fill at least one column of each group. Default: one group per
   * required column.
   */
  readonly rowNeeds?: readonly (readonly Column[])[];
  /** Returns the currency of a row's amounts if the file contains it. */
  readonly currencyOf?: (cells: RowCells<Column>) => string | undefined;
  /** The problem that refuses a file. Default: INVALID_REQUEST. */
  readonly problem?: ProblemKind;
  /** True if a balance line may have a date and an amount, so that it would be read as a row. */
  readonly isSummaryAnywhere?: boolean;
  /**
   * The member of the request that maps each column to its header, instead of `mapping`. Only
   * mapped headers are then read.
   */
  readonly mappedBy?: string;
}
