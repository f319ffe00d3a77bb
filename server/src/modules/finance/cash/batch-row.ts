// Reads the rows of a batch as sent: objects, or a table whose header names the members.

import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { toJson } from '../../../platform/json/json.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { writtenDecimals } from '../../../platform/row-file/amount.js';
import type { CellFault } from '../../../platform/row-file/cell.js';
import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { fileGiven, unreadHeaders } from '../../../platform/row-file/import-rows.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { ColumnKind, UsedReading } from '../../../platform/row-file/reading.js';
import { ROW_NUMBER, type RowFile } from '../../../platform/row-file/table.js';
import { CASH_BATCH } from '../limits.js';
import { cashTransactionBody } from '../schema.js';
import type { CashBatchBody } from './batch-schema.js';

type Row = Readonly<Record<string, unknown>>;

/** A row of a batch. */
export interface BatchRow {
  /** The row's number in the batch, from 1. */
  readonly place: number;
  /** The row's members as sent. */
  readonly sent: Row;
  /** The members as strings, for the error file. For a file, empty cells are included. */
  readonly cells: RowCells<string>;
  /** A cell in a file that cannot be read. */
  readonly fault: CellFault | undefined;
  readonly isOfFile: boolean;
}

/** The rows of a batch, and how their file was read. */
interface BatchRows {
  readonly rows: readonly BatchRow[];
  readonly reading: UsedReading | undefined;
}

/** The members of a cash transaction, which are the columns of a file. */
export const CASH_MEMBERS: readonly string[] = Object.keys(cashTransactionBody.properties);

const KINDS: Readonly<Record<string, ColumnKind>> = {
  amount: 'AMOUNT',
  processingFees: 'NUMBER',
  earlyWithdrawalRate: 'NUMBER',
  transactionDate: 'DATE',
  valueDate: 'DATE',
  corpAction: 'FLAG',
};

const COLUMNS: readonly RowColumn<string>[] = CASH_MEMBERS.map((column) => ({
  column,
  names: [column.toLowerCase()],
  isNeeded: false,
  kind: KINDS[column] ?? 'TEXT',
  hasTime: KINDS[column] === 'DATE',
  isPercent: column === 'earlyWithdrawalRate',
}));

const TABLE: RowTable<string> = {
  columns: COLUMNS,
  rowsMax: CASH_BATCH.rowsMax,
  rowNeeds: [
    ['amount'],
    ['transType'],
    ['partnerId', 'partnerName', 'cashAccountId', 'cashAccountName'],
  ],
  currencyOf: ({ currency }) => currency || undefined,
};

/** Returns the rows of a request, from JSON or a file; refuses an unreadable file. */
export async function rowsOf(body: CashBatchBody): Promise<BatchRows> {
  const { rows, csv, file, mapping, reading } = body;
  if (csv === undefined && file === undefined) {
    if (rows === undefined) throw wrongRows('or csv or file is required');
    if (mapping !== undefined || reading !== undefined) {
      throw wrongRows('cannot be combined with mapping or reading, which apply only to a file');
    }
    if (rows.length === 0) throw wrongRows('must not be empty');
    return { rows: rows.map(jsonRow), reading: undefined };
  }
  if (rows !== undefined) throw wrongRows('cannot be combined with a file');
  const read = await fileGiven({ csv, file, mapping, reading }, TABLE);
  const refuse = (detail: string) =>
    refuseMember(commonProblems.INVALID_REQUEST, csv === undefined ? 'file' : 'csv', detail);
  const isErrorFile = isErrorFileOf(read, mapping);
  // Ignoring a misspelled column, such as one for fees, would change the amounts that the batch
  // pays.
  const known = isErrorFile ? ERROR_FILE_HEADERS.map((header) => ({ header })) : [];
  const [unread] = unreadHeaders(read.headers, [...(mapping ?? []), ...known]);
  if (unread !== undefined) {
    throw refuse(`has the column ${unread}, which is not a field of a cash transaction`);
  }
  const places = isErrorFile ? numbersIn(read, refuse) : read.rows.map((_, index) => index + 1);
  const given = read.rows.map((cells, index): BatchRow => {
    const place = places[index] ?? index + 1;
    return { place, sent: sentRow(cells), cells, fault: read.faults[index], isOfFile: true };
  });
  return { rows: given, reading: read.reading };
}

function jsonRow(sent: Row, index: number): BatchRow {
  const cells = CASH_MEMBERS.flatMap((member) => {
    const value = sent[member];
    return value === undefined || value === null ? [] : [[member, storableText(value)] as const];
  });
  const texts = Object.fromEntries(cells);
  return { place: index + 1, sent, cells: texts, fault: undefined, isOfFile: false };
}

// The row is not validated yet, and the database cannot store NUL characters or unpaired
// surrogates.
function storableText(value: unknown): string {
  const text = typeof value === 'string' ? value : toJson(value);
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** The titles of the error columns in a file of refused rows. */
export const ERROR_TITLES = ['column', 'code', 'detail'] as const;

const ERROR_FILE_HEADERS: readonly string[] = [ROW_NUMBER, ...ERROR_TITLES];

// True for a file of refused rows, whose first column has their numbers in the batch.
function isErrorFileOf(
  { headers }: RowFile<string>,
  mapping: readonly MappedHeader[] = [],
): boolean {
  const leftOut = mapping.some(({ header }) => header === ROW_NUMBER);
  return headers[0]?.header === ROW_NUMBER && !leftOut;
}

// A corrected row keeps its number in the batch, so it does not clash with a row that was created.
function numbersIn(
  { rows, textsAt }: RowFile<string>,
  refuse: (detail: string) => Error,
): readonly number[] {
  const texts = textsAt(0);
  if (texts.length < rows.length) throw refuse('has a row without a number in the column row');
  const seen = new Set<number>();
  for (const text of texts) {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > CASH_BATCH.rowsMax) {
      throw refuse(`has the row number ${text}, which is not between 1 and ${CASH_BATCH.rowsMax}`);
    }
    if (seen.has(number)) throw refuse(`has the row number ${number} twice`);
    seen.add(number);
  }
  return [...seen];
}

// An empty cell is an absent member.
function sentRow(cells: RowCells<string>): Row {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell));
}

/** Refuses an amount in a file that is written with more decimals than its currency has. */
export function refuseWrittenDecimals({ sent }: BatchRow, currency: unknown): void {
  const { amount } = sent;
  if (typeof amount !== 'string' || typeof currency !== 'string') return;
  const most = minorUnits(currency) ?? 0;
  if (writtenDecimals(amount) <= most) return;
  const detail = `${amount} has too many decimals: ${currency} has at most ${most}`;
  throw refuseMember(commonProblems.TOO_MANY_DECIMALS, 'amount', detail);
}

function wrongRows(detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, 'rows', detail);
}
