// Describes a kind of dated-value import, such as daily prices or index levels.

import type { Work } from '../context.js';
import type { ProblemKind } from '../http/reply/problem.js';
import type { RowCells, RowTable } from '../row-file/column.js';
import type { ImportTables, ValueKey } from './queries.js';

/** The reason why a row is refused, as a code and as text. */
export interface RefusedRow {
  readonly code: string;
  readonly detail: string;
}

/** Parses a row into a value, or returns the row's first error. */
type Judge<Column extends string, Value> = (cells: RowCells<Column>) => Value | RefusedRow;

/** The values, after the missing ones were inserted. */
export interface InsertedValues<Value> {
  readonly inserted: readonly ValueKey[];
  /** Stored values that differ from the imported ones. */
  readonly differing: readonly Value[];
}

/** The reply and the event data of an operation on an import. */
interface ImportStep {
  readonly msgCode: string;
  readonly type: string;
}

/** The tables of imports, and the content of their replies and events. */
export interface ShownKind<Column extends string> {
  readonly tables: ImportTables;
  /** The columns of a file. */
  readonly file: RowTable<Column>;
  /** The column that identifies the record to which a value belongs. */
  readonly subject: Column;
  /** The beginning of the file name for refused rows. */
  readonly errorFileName: string;
  /** The path of an import, without its id. */
  readonly path: string;
  /** The member of events with the number of changed values. */
  readonly counted: string;
  readonly imported: ImportStep;
  readonly undone: ImportStep;
}

/** How an import is undone. */
export interface UndoKind<Column extends string> extends ShownKind<Column> {
  readonly wrongState: ProblemKind;
  /** Locks the values of an import, restores the previous ones and returns their number. */
  readonly undo: (work: Work, id: bigint) => Promise<number>;
}

/** How values are read and stored. A value has no member `code`. */
export interface ImportKind<Column extends string, Value extends object> extends UndoKind<Column> {
  /** Reads the facts needed to check the rows. */
  readonly judgeOf: (
    work: Work,
    rows: readonly RowCells<Column>[],
  ) => Promise<Judge<Column, Value>>;
  readonly keyOf: (value: Value) => ValueKey;
  /** Returns the figures of a value, as stored with its row. */
  readonly figuresOf: (value: Value) => unknown;
  /** True if two values with the same key have equal figures. */
  readonly isSame: (one: Value, other: Value) => boolean;
  /** Locks the values and inserts the missing ones. */
  readonly insertMissing: (work: Work, values: readonly Value[]) => Promise<InsertedValues<Value>>;
  readonly replace: (work: Work, values: readonly Value[]) => Promise<void>;
  /** Updates what depends on the inserted and replaced values. */
  readonly follow?: (work: Work, keys: readonly ValueKey[]) => Promise<void>;
  /** The refusal of a row if an earlier row has another value for the same key. */
  readonly repeatedDetail: string;
  /** The refusal of a row if a different value is stored and `replace` is not set. */
  readonly exists: RefusedRow;
}
