// Columns of a CSV file of journals.

import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
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
  'performanceKind',
] as const;
export type JournalColumn = (typeof JOURNAL_COLUMNS)[number];
export type JournalCells = RowCells<JournalColumn>;

const NAMES: Readonly<Record<JournalColumn, readonly string[]>> = {
  journal: ['journal', 'voucher', 'journalno', 'entry'],
  date: ['date', 'transactiondate', 'postingdate'],
  valueDate: ['valuedate'],
  account: ['account', 'code', 'accountcode', 'accountname'],
  currency: ['currency', 'ccy'],
  debit: ['debit', 'debitamount', 'dr'],
  credit: ['credit', 'creditamount', 'cr'],
  narration: ['narration', 'description', 'text', 'memo'],
  performanceKind: ['performancekind', 'performance'],
};
const NEEDED: readonly JournalColumn[] = ['journal', 'account', 'debit', 'credit'];
const KINDS: Readonly<Partial<Record<JournalColumn, Partial<RowColumn<JournalColumn>>>>> = {
  date: { kind: 'DATE' },
  valueDate: { kind: 'DATE' },
  debit: { kind: 'AMOUNT', marks: 'DEBIT' },
  credit: { kind: 'AMOUNT', marks: 'CREDIT' },
};
const COLUMNS: readonly RowColumn<JournalColumn>[] = JOURNAL_COLUMNS.map((column) => ({
  column,
  names: NAMES[column],
  isNeeded: NEEDED.includes(column),
  ...KINDS[column],
}));

export const JOURNAL_TABLE: RowTable<JournalColumn> = {
  columns: COLUMNS,
  rowsMax: JOURNAL.importRowsMax,
  rowNeeds: [['journal'], ['account'], ['debit', 'credit']],
  currencyOf: ({ currency }) => currency || undefined,
};
