// Finds by which format the columns of a file are read, from all their cells. A column that can be
// read in two ways is refused.

import { mapEach, type Sliced } from '../concurrency/turn.js';
import type { Violation } from '../http/reply/problem.js';
import { type DecimalSeparator, isAmbiguous, readWrittenAmount } from './amount.js';
import { faultText, textOfCell } from './cell.js';
import { damageOf } from './damage.js';
import { type DateFormat, GUESSED_FORMATS, readDate } from './date.js';
import type { DataRow } from './frame.js';
import type { ColumnKind } from './reading.js';

/** A column of the file that is read as a member. */
export interface PlacedColumn {
  readonly column: string;
  readonly header: string;
  readonly place: number;
  readonly kind: ColumnKind;
  readonly decimalSeparator?: DecimalSeparator | undefined;
  readonly dateFormat?: DateFormat | undefined;
}

/** The columns with their formats, or why the file cannot be read without a stated format. */
export interface Guess {
  readonly columns: readonly PlacedColumn[];
  readonly violations: readonly Violation[];
}

interface Seen {
  readonly column: PlacedColumn;
  readonly row: DataRow;
  readonly text: string;
}

/** Finds the formats that are not stated. `isOwn` for a file that this program wrote. */
export function* guessFormats(
  columns: readonly PlacedColumn[],
  rows: readonly DataRow[],
  isOwn: boolean,
): Sliced<Guess> {
  const violations: Violation[] = [];
  const numbers = columns.filter(
    ({ kind, decimalSeparator }) =>
      (kind === 'AMOUNT' || kind === 'NUMBER') && decimalSeparator === undefined,
  );
  const separator = separatorOf(yield* seenTexts(numbers, rows), isOwn, violations);
  const dates = new Map<PlacedColumn, PossibleDates>();
  for (const column of columns) {
    if (column.kind !== 'DATE' || column.dateFormat !== undefined) continue;
    dates.set(column, yield* possibleDates(yield* seenTexts([column], rows), violations));
  }
  const settled = new Set(
    [...dates.values()].flatMap(({ formats }) => (formats.length === 1 ? formats : [])),
  );
  const found = columns.map((column): PlacedColumn => {
    if (numbers.includes(column)) return { ...column, decimalSeparator: separator };
    const possible = dates.get(column);
    if (possible === undefined) return column;
    const { formats, seen } = possible;
    const dateFormat = formats.length > 1 ? formats.find((one) => settled.has(one)) : formats[0];
    if (dateFormat === undefined) violations.push(...ambiguousDate(seen, formats));
    return { ...column, dateFormat };
  });
  return { columns: found, violations };
}

/** The dates of a column, and the formats by which all of them can be read. */
interface PossibleDates {
  readonly seen: readonly Seen[];
  readonly formats: readonly DateFormat[];
}

function* seenTexts(
  columns: readonly PlacedColumn[],
  rows: readonly DataRow[],
): Sliced<readonly Seen[]> {
  const seen = yield* mapEach(rows, (row) =>
    columns.flatMap((column): Seen[] => {
      const cell = row.cells[column.place];
      const text = textOfCell(cell);
      if (typeof cell !== 'string' || text === '' || damageOf(cell) !== undefined) return [];
      return [{ column, row, text }];
    }),
  );
  return seen.flat();
}

// Every number of a file is written by one program, so one unambiguous cell decides for all.
function separatorOf(
  seen: readonly Seen[],
  isOwn: boolean,
  violations: Violation[],
): DecimalSeparator {
  const first: { POINT?: Seen; COMMA?: Seen; both?: Seen } = {};
  let isPointOnly = true;
  for (const one of seen) {
    const amount = readWrittenAmount(one.text);
    if (typeof amount === 'string') continue;
    const { POINT, COMMA } = amount.values;
    if (isAmbiguous(amount)) {
      first.both ??= one;
      if (one.text.includes(',')) isPointOnly = false;
    } else if (COMMA === undefined) first.POINT ??= one;
    else if (POINT === undefined) first.COMMA ??= one;
  }
  if (first.POINT !== undefined && first.COMMA !== undefined) {
    violations.push(
      violationOf(first.POINT, 'MIXED_FORMATS', 'has a decimal point'),
      violationOf(first.COMMA, 'MIXED_FORMATS', 'has a decimal comma; the file uses both'),
    );
  } else if (first.POINT === undefined && first.COMMA === undefined && first.both !== undefined) {
    // Files that this program wrote have decimal points and no thousands separators.
    if (!isOwn || !isPointOnly) violations.push(ambiguousAmount(first.both));
  }
  return first.COMMA === undefined ? 'POINT' : 'COMMA';
}

function ambiguousAmount(seen: Seen): Violation {
  const amount = readWrittenAmount(seen.text);
  const { POINT, COMMA } = typeof amount === 'string' ? {} : amount.values;
  const reason = `can be ${POINT} or ${COMMA}; state the decimal separator of the file`;
  return violationOf(seen, 'AMBIGUOUS_AMOUNT', reason);
}

function* possibleDates(given: readonly Seen[], violations: Violation[]): Sliced<PossibleDates> {
  const read = yield* mapEach(given, (one) => ({
    one,
    by: GUESSED_FORMATS.filter((format) => readDate(one.text, format) !== undefined),
  }));
  const readable = read.filter(({ by }) => by.length > 0);
  const seen = readable.map(({ one }) => one);
  const [first] = readable;
  if (first === undefined) return { seen, formats: ['YYYY-MM-DD'] };
  const formats = first.by.filter((format) => readable.every(({ by }) => by.includes(format)));
  if (formats.length > 0) return { seen, formats: distinctFormats(seen, formats) };
  const other = readable.find(({ by }) => !by.some((format) => first.by.includes(format)));
  for (const { one } of [first, other ?? first]) {
    const reason = 'is a date in another format than other rows; state the date format';
    violations.push(violationOf(one, 'MIXED_FORMATS', reason));
  }
  return { seen, formats: [] };
}

// Formats by which all the dates are the same are one format.
function distinctFormats(
  seen: readonly Seen[],
  formats: readonly DateFormat[],
): readonly DateFormat[] {
  const isClear = seen.every((one) => datesOf(one, formats).size === 1);
  return isClear ? formats.slice(0, 1) : formats;
}

const datesOf = ({ text }: Seen, formats: readonly DateFormat[]) =>
  new Set(formats.map((format) => readDate(text, format)));

function ambiguousDate(
  seen: readonly Seen[],
  formats: readonly DateFormat[],
): readonly Violation[] {
  const wide = seen.find((one) => datesOf(one, formats).size > 1);
  if (wide === undefined) return [];
  const dates = formats.map((format) => `${readDate(wide.text, format)} (${format})`);
  const reason = `can be ${dates.join(' or ')}; state the date format`;
  return [violationOf(wide, 'AMBIGUOUS_DATE', reason)];
}

function violationOf({ column, row, text }: Seen, code: string, reason: string): Violation {
  const place = { row: row.number, fileRow: row.row, header: column.header, cell: text };
  return { pointer: `/${row.number}`, code, detail: faultText(place, reason) };
}
