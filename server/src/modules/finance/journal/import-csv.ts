// Columns of a CSV file of journals.

import type { CsvCells, CsvColumn, CsvTable } from '../../../platform/files/csv-table.js';
import { JOURNAL } from '../limits.js';

export const JOURNAL_COLUMNS = [
  'journal',
  'date',
  'valueDate',
  'account',
  'currency',
  'debit',
  'credit',
  'narration',
] as const;
type JournalColumn = (typeof JOURNAL_COLUMNS)[number];
export type JournalCells = CsvCells<JournalColumn>;

const NAMES: Readonly<Record<JournalColumn, readonly string[]>> = {
  journal: ['journal', 'voucher', 'journalno', 'entry'],
  date: ['date', 'transactiondate', 'postingdate'],
  valueDate: ['valuedate'],
  account: ['account', 'code', 'accountcode', 'accountname'],
  currency: ['currency', 'ccy'],
  debit: ['debit', 'debitamount', 'dr'],
  credit: ['credit', 'creditamount', 'cr'],
  narration: ['narration', 'description', 'text', 'memo'],
};
const NEEDED: readonly JournalColumn[] = ['journal', 'account', 'debit', 'credit'];
const COLUMNS: readonly CsvColumn<JournalColumn>[] = JOURNAL_COLUMNS.map((column) => ({
  column,
  names: NAMES[column],
  isNeeded: NEEDED.includes(column),
}));

export const JOURNAL_TABLE: CsvTable<JournalColumn> = {
  columns: COLUMNS,
  rowsMax: JOURNAL.importRowsMax,
};
