// Finds the format of each column in a file from all cells in the column. A column with two
// possible formats is marked as unclear, and its ambiguous cells are refused.

import { mapEach, type Sliced } from '../concurrency/turn.js';
import { type DecimalSeparator, isAmbiguous, readWrittenAmount } from './amount.js';
import { textOfCell } from './cell.js';
import { damageOf } from './damage.js';
import { type DateFormat, GUESSED_FORMATS, readDate } from './date.js';
import type { DataRow } from './frame.js';
import type { ColumnKind, Unclear } from './reading.js';

/** A column of the file that is read as a member. */
export interface PlacedColumn {
  readonly column: string;
  readonly header: string;
  readonly place: number;
  readonly kind: ColumnKind;
  readonly decimalSeparator?: DecimalSeparator | undefined;
  readonly dateFormat?: DateFormat | undefined;
  readonly unclear?: Unclear | undefined;
  /** The possible formats of an AMBIGUOUS date column. */
  readonly dateFormats?: readonly DateFormat[] | undefined;
}

type Found = Pick<PlacedColumn, 'decimalSeparator' | 'dateFormat' | 'dateFormats' | 'unclear'>;

/** Finds the formats that are not stated. `isOwn` is true for a file written by this program. */
export function* guessFormats(
  columns: readonly PlacedColumn[],
  rows: readonly DataRow[],
  isOwn: boolean,
): Sliced<readonly PlacedColumn[]> {
  const numbers = columns.filter(
    ({ kind, decimalSeparator }) =>
      (kind === 'AMOUNT' || kind === 'NUMBER') && decimalSeparator === undefined,
  );
  const separator = yield* separatorOf(yield* textsIn(numbers, rows), isOwn);
  const dates = new Map<PlacedColumn, Found>();
  for (const column of columns) {
    if (column.kind !== 'DATE' || column.dateFormat !== undefined) continue;
    dates.set(column, yield* dateFormatOf(yield* textsIn([column], rows)));
  }
  const settled = new Set([...dates.values()].map(({ dateFormat }) => dateFormat));
  return columns.map((column) => {
    if (numbers.includes(column)) return { ...column, ...separator };
    const found = dates.get(column);
    // An ambiguous date column gets its format from an unambiguous column of the same form.
    const shared = found?.dateFormats?.find((format) => settled.has(format));
    return { ...column, ...(shared === undefined ? found : { dateFormat: shared }) };
  });
}

function* textsIn(
  columns: readonly PlacedColumn[],
  rows: readonly DataRow[],
): Sliced<readonly string[]> {
  const seen = yield* mapEach(rows, ({ cells }) =>
    columns.flatMap(({ place }) => {
      const cell = cells[place];
      const text = textOfCell(cell);
      return typeof cell !== 'string' || text === '' || damageOf(cell) ? [] : [text];
    }),
  );
  return seen.flat();
}

// One program wrote all numbers of a file, so one unambiguous cell determines the separator for
// all.
function* separatorOf(texts: readonly string[], isOwn: boolean): Sliced<Found> {
  const seen = { POINT: false, COMMA: false, both: false, commaInBoth: false };
  yield* mapEach(texts, (text) => {
    const amount = readWrittenAmount(text);
    if (typeof amount === 'string') return;
    const { POINT, COMMA } = amount.values;
    if (isAmbiguous(amount)) {
      seen.both = true;
      if (text.includes(',')) seen.commaInBoth = true;
    } else if (COMMA === undefined) seen.POINT = true;
    else if (POINT === undefined) seen.COMMA = true;
  });
  if (seen.POINT && seen.COMMA) return { unclear: 'MIXED' };
  if (seen.POINT || seen.COMMA) return { decimalSeparator: seen.POINT ? 'POINT' : 'COMMA' };
  // Files written by this program have decimal points and no thousands separators.
  const isUnclear = seen.both && (!isOwn || seen.commaInBoth);
  return isUnclear ? { unclear: 'AMBIGUOUS' } : { decimalSeparator: 'POINT' };
}

// A format fits only if it reads every date in the column that any format can read.
function* dateFormatOf(texts: readonly string[]): Sliced<Found> {
  let formats = GUESSED_FORMATS;
  const readable: string[] = [];
  for (const text of texts) {
    yield;
    const by = formatsOf(text, formats);
    if (by.length > 0) {
      formats = by;
      readable.push(text);
    } else if (formatsOf(text, GUESSED_FORMATS).length > 0) return { unclear: 'MIXED' };
  }
  const [dateFormat, ...others] = formats;
  if (readable.length === 0) return { dateFormat: 'YYYY-MM-DD' };
  if (others.length === 0) return { dateFormat };
  const dates = yield* mapEach(readable, (text) => datesOf(text, formats).size);
  const isClear = dates.every((count) => count === 1);
  return isClear ? { dateFormat } : { unclear: 'AMBIGUOUS', dateFormats: formats };
}

const formatsOf = (text: string, formats: readonly DateFormat[]): readonly DateFormat[] =>
  formats.filter((format) => readDate(text, format) !== undefined);

/** Returns the different dates that the text may stand for. */
export function datesOf(text: string, formats: readonly DateFormat[]): ReadonlySet<string> {
  return new Set(formats.flatMap((format) => readDate(text, format) ?? []));
}
