// Parses the rows of a journal import strictly, and validates each row alone and then with the rest
// of its journal.

import { type BusinessDate, parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { mapEach, type Sliced } from '../../../platform/concurrency/turn.js';
import { readWire } from '../../../platform/http/shape/wire.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { writtenDecimals } from '../../../platform/row-file/amount.js';
import { type CellFault, describeFault } from '../../../platform/row-file/cell.js';
import type { Chart } from '../chart/chart.js';
import { JOURNAL } from '../limits.js';
import { type DateSetting, dateError } from './date.js';
import { JOURNAL_COLUMNS, type JournalCells } from './import-csv.js';
import {
  type CheckedLine,
  imbalanceOf,
  judgeLine,
  type LineRequest,
  type LineSetting,
} from './line.js';
import { PERFORMANCE_KINDS, type PerformanceKind, performanceKindOf } from './performance-kind.js';

/** A parsed row: its line and dates, or its first error. */
interface ReadRow {
  readonly cells: JournalCells;
  readonly key: string;
  readonly date: BusinessDate | null;
  readonly valueDate: BusinessDate | null;
  readonly request: LineRequest;
  readonly error: RowError | undefined;
}

/** The reason why a row is refused: a code for programs, and a message. */
interface RowError {
  readonly code: string;
  readonly detail: string;
}

/** A row with its result: a line to book, or an error. */
export interface JudgedRow {
  readonly read: ReadRow;
  readonly line: CheckedLine | undefined;
  readonly error: RowError | undefined;
}

/** The chart, and the currency of rows that name none. */
interface RowSetting {
  readonly chart: Chart;
  readonly currency: string;
}

/** Parses a row into its line and dates, or returns its first error. */
export function readRow(
  cells: JournalCells,
  { chart, currency }: RowSetting,
  fault: CellFault | undefined,
): ReadRow {
  const [date, valueDate] = [dateOf(cells.date), dateOf(cells.valueDate)];
  const [debit, credit] = [amountOf(cells.debit), amountOf(cells.credit)];
  const account = (cells.account ?? '').trim();
  const isCode = chart.entryOf(account.toUpperCase()) !== undefined;
  const key = (cells.journal ?? '').trim();
  const kindText = (cells.performanceKind ?? '').trim();
  const performanceKind = performanceKindOf(kindText);
  return {
    cells,
    key,
    date: date ?? null,
    valueDate: valueDate ?? null,
    request: {
      ...(isCode ? { code: account } : { accountName: account }),
      currency: cells.currency?.trim() || (isCode ? currency : undefined),
      ...amountsOf(debit, credit),
      performanceKind,
    },
    error:
      (fault && { code: fault.code, detail: describeFault(fault) }) ??
      tooLong(cells) ??
      (key === ''
        ? { code: 'JOURNAL_MISSING', detail: 'the row does not identify its journal' }
        : date === undefined || valueDate === undefined
          ? { code: 'DATE_WRONG', detail: 'a date is not in the format yyyy-MM-dd' }
          : debit === undefined || credit === undefined
            ? { code: 'NUMBER_WRONG', detail: 'debit or credit is not a number' }
            : wrongKind(kindText, performanceKind)),
  };
}

// The schema sets the same limit for JSON rows.
function tooLong(cells: JournalCells): RowError | undefined {
  const most = JOURNAL.importCellLength;
  const long = JOURNAL_COLUMNS.find((column) => (cells[column]?.length ?? 0) > most);
  return long && { code: 'CELL_TOO_LONG', detail: `${long} has more than ${most} characters` };
}

function wrongKind(text: string, kind: PerformanceKind | undefined): RowError | undefined {
  if (text === '' || kind !== undefined) return undefined;
  const detail = `performanceKind is ${text}, and must be ${PERFORMANCE_KINDS.join(', ')}`;
  return { code: 'VALUE_WRONG', detail };
}

// Returns null for an empty cell, undefined for an unreadable one.
function dateOf(cell: string | undefined): BusinessDate | null | undefined {
  const text = (cell ?? '').trim();
  return text === '' ? null : parseBusinessDate(text);
}

function amountOf(cell: string | undefined): Decimal | null | undefined {
  const text = (cell ?? '').trim();
  if (text === '') return null;
  const reading = readWire('decimal', text, {});
  return 'value' in reading && Decimal.isDecimal(reading.value) ? reading.value : undefined;
}

// Some programs write 0.00 into the empty side of a line.
function amountsOf(debit: Decimal | null | undefined, credit: Decimal | null | undefined) {
  const besides = (amount: Decimal | null | undefined, other: Decimal | null | undefined) =>
    amount && !(amount.isZero() && other) ? amount : undefined;
  return { debitAmount: besides(debit, credit), creditAmount: besides(credit, debit) };
}

/**
 * Validates each row alone, then together with the rest of its journal. Yields after each row and
 * each journal, so that the caller can pause.
 */
export function* judgeRows(
  rows: readonly ReadRow[],
  lines: LineSetting,
  dates: DateSetting,
): Sliced<JudgedRow[]> {
  const alone = yield* mapEach(rows, (row) => judgeAlone(row, lines, dates));
  const errors = new Map<JudgedRow, RowError>();
  for (const journal of journalsOf(alone)) {
    const found = journalError(journal);
    if (found !== undefined) errors.set(found.row, found.error);
    yield;
  }
  return alone.map((row) => {
    const error = errors.get(row);
    return error === undefined ? row : { ...row, line: undefined, error };
  });
}

function judgeAlone(read: ReadRow, lines: LineSetting, dates: DateSetting): JudgedRow {
  if (read.error !== undefined) return { read, line: undefined, error: read.error };
  const wrongDate = read.date === null ? undefined : dateError(read.date, dates, false);
  if (wrongDate !== undefined) {
    const error = { code: wrongDate.error.code, detail: `date ${wrongDate.detail}` };
    return { read, line: undefined, error };
  }
  const { request, valueDate } = read;
  const judged = judgeLine(request, lines, { valueDate, today: dates.today });
  if (!('error' in judged)) {
    const error = decimalsError(read.cells, judged.currency);
    return error === undefined
      ? { read, line: judged, error: undefined }
      : { read, line: undefined, error };
  }
  const detail = `${SAID[judged.member] ?? judged.member} ${judged.detail}`;
  return { read, line: undefined, error: { code: judged.error.code, detail } };
}

// Counts decimals as written, because 1.230 may mean one thousand two hundred and thirty.
function decimalsError({ debit, credit }: JournalCells, currency: string): RowError | undefined {
  const most = minorUnits(currency) ?? 0;
  const wide = [debit, credit].find(
    (cell) => /[1-9]/.test(cell ?? '') && writtenDecimals(cell ?? '') > most,
  );
  if (wide === undefined) return undefined;
  const detail = `${wide.trim()} has too many decimals: ${currency} has at most ${most}`;
  return { code: 'TOO_MANY_DECIMALS', detail };
}

/** The column name for each member of a line. */
const SAID: Readonly<Record<string, string>> = {
  accountName: 'account',
  code: 'account',
  debitAmount: 'debit',
  creditAmount: 'credit',
};

/** Groups rows by journal, in order of each journal's first row. */
export function journalsOf<Row extends { readonly read: Pick<ReadRow, 'key'> }>(
  rows: readonly Row[],
): readonly (readonly Row[])[] {
  const journals = new Map<string, Row[]>();
  for (const row of rows) {
    const journal = journals.get(row.read.key);
    if (journal === undefined) journals.set(row.read.key, [row]);
    else journal.push(row);
  }
  return [...journals.values()];
}

// A journal with a refused row is not validated further, because the missing row would unbalance
// it.
function journalError(rows: readonly JudgedRow[]) {
  const lines = rows.flatMap(({ line }) => line ?? []);
  const [first] = rows;
  if (first === undefined || lines.length < rows.length) return undefined;
  const dated = rows.find(
    ({ read }) => read.date !== first.read.date || read.valueDate !== first.read.valueDate,
  );
  if (dated !== undefined) {
    const detail = 'the date or value date differs from an earlier row of the journal';
    return { row: dated, error: { code: 'DATE_DIFFERS', detail } };
  }
  const last = rows.at(-1) ?? first;
  if (rows.length < 2 || rows.length > JOURNAL.linesMax) {
    const detail = `a journal has 2 to ${JOURNAL.linesMax} rows`;
    return { row: last, error: { code: 'JOURNAL_LENGTH', detail } };
  }
  const wrong = imbalanceOf(lines);
  if (wrong === undefined) return undefined;
  const row = rows[wrong.line] ?? last;
  return { row, error: { code: 'JOURNAL_NOT_BALANCED', detail: wrong.detail } };
}
