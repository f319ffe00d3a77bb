// Reads the rows of a batch as sent: objects, or a table whose header names the members.

import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { writtenDecimals } from '../../../platform/row-file/amount.js';
import { describeFault } from '../../../platform/row-file/cell.js';
import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { fileGiven, unreadHeaders } from '../../../platform/row-file/import-rows.js';
import type { ColumnKind, UsedReading } from '../../../platform/row-file/reading.js';
import { CASH_BATCH } from '../limits.js';
import { cashTransactionBody } from '../schema.js';
import type { CashBatchBody } from './batch-schema.js';

type Row = Readonly<Record<string, unknown>>;

/** A row of a batch. */
export interface BatchRow {
  /** Its members as sent. */
  readonly sent: Row;
  /** Which cell of a file cannot be read. */
  readonly fault: string | undefined;
  readonly isOfFile: boolean;
}

/** The rows of a batch, and how their file was read. */
interface BatchRows {
  readonly rows: readonly BatchRow[];
  readonly reading: UsedReading | undefined;
}

const MEMBERS = Object.keys(cashTransactionBody.properties);

const KINDS: Readonly<Record<string, ColumnKind>> = {
  amount: 'AMOUNT',
  processingFees: 'NUMBER',
  earlyWithdrawalRate: 'NUMBER',
  transactionDate: 'DATE',
  valueDate: 'DATE',
  corpAction: 'FLAG',
};

const COLUMNS: readonly RowColumn<string>[] = MEMBERS.map((column) => ({
  column,
  names: [column.toLowerCase()],
  isNeeded: false,
  kind: KINDS[column] ?? 'TEXT',
  hasTime: KINDS[column] === 'DATE',
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
    return {
      rows: rows.map((sent) => ({ sent, fault: undefined, isOfFile: false })),
      reading: undefined,
    };
  }
  if (rows !== undefined) throw wrongRows('cannot be combined with a file');
  const read = await fileGiven({ csv, file, mapping, reading }, TABLE);
  // A column that is misspelled, such as that of the fees, changes what the batch pays.
  const [unread] = unreadHeaders(read.headers, mapping);
  if (unread !== undefined) {
    const detail = `has the column ${unread}, which is not a member of a cash transaction`;
    throw refuseMember(commonProblems.INVALID_REQUEST, csv === undefined ? 'file' : 'csv', detail);
  }
  const given = read.rows.map((cells, index): BatchRow => {
    const fault = read.faults[index];
    return { sent: sentRow(cells), fault: fault && describeFault(fault), isOfFile: true };
  });
  return { rows: given, reading: read.reading };
}

// An empty cell is an absent member.
function sentRow(cells: RowCells<string>): Row {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell));
}

/** Refuses an amount of a file with more decimals, as written, than its currency has. */
export function refuseWrittenDecimals({ sent }: BatchRow, currency: unknown): void {
  const { amount } = sent;
  if (typeof amount !== 'string' || typeof currency !== 'string') return;
  const most = minorUnits(currency) ?? 0;
  if (writtenDecimals(amount) <= most) return;
  const detail = `/amount ${amount} has more decimals than the ${most} of ${currency}`;
  throw refusal(commonProblems.TOO_MANY_DECIMALS, { detail });
}

function wrongRows(detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, 'rows', detail);
}
