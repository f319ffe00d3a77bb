// A bank statement file: its format, and the mapping of its columns.

import { type Write, write } from '../../lib/write.js';
import type { ChosenFile } from './file-field.js';

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY'] as const;
export const COLUMNS = ['date', 'amount', 'debit', 'credit', 'reference', 'description'] as const;

type ColumnName = (typeof COLUMNS)[number];

export interface StatementValues {
  readonly contraAcctName: string;
  readonly dateFormat: (typeof DATE_FORMATS)[number];
  readonly columns: Readonly<Record<ColumnName, string>>;
}

/** Headers that banks use for each column, most likely first. */
const USUAL: Readonly<Record<ColumnName, RegExp>> = {
  date: /date/i,
  amount: /amount|montant/i,
  debit: /debit|withdraw|débit/i,
  credit: /credit|deposit|lodg|crédit/i,
  reference: /ref|id\b/i,
  description: /narr|desc|detail|remark|libell/i,
};

type FileKind = 'csv' | 'mt940' | 'camt053';

/** Recognizes the format by the start of the content, because file names vary. */
export function kindOf({ text }: ChosenFile): FileKind {
  if (/^\s*(<\?xml|<Document)/.test(text)) return 'camt053';
  return /^\s*(\{1:|:20:)/.test(text) ? 'mt940' : 'csv';
}

/** Returns the headers of a CSV file. */
export function headersOf({ text }: ChosenFile): readonly string[] {
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const separator = first.includes(';') ? ';' : first.includes('\t') ? '\t' : ',';
  return first.split(separator).map((title) => title.trim().replace(/^"(.*)"$/, '$1'));
}

/** Guesses the mapping. Each column is used once, and a signed amount replaces debit and credit. */
export function guessedColumns(headers: readonly string[]): StatementValues['columns'] {
  const left = [...headers];
  const take = (name: ColumnName): string => {
    const at = left.findIndex((header) => USUAL[name].test(header));
    return at === -1 ? '' : (left.splice(at, 1)[0] ?? '');
  };
  const date = take('date');
  const amount = take('amount');
  const both = amount === '' ? { debit: take('debit'), credit: take('credit') } : undefined;
  return {
    ...{ date, amount, debit: '', credit: '', ...both },
    reference: take('reference'),
    description: take('description'),
  };
}

/** Builds the import request. Undefined while the account or the date column is missing. */
export function importOf(
  file: ChosenFile | undefined,
  { contraAcctName, dateFormat, columns }: StatementValues,
): Write<unknown> | undefined {
  if (file === undefined || contraAcctName === '') return undefined;
  const common = { contraAcctName, fileName: file.name };
  const kind = kindOf(file);
  if (kind !== 'csv') {
    return write('post', 'finance/bank-statement/import', {
      body: { ...common, [kind]: file.text },
    });
  }
  const { date, ...others } = columns;
  if (date === '') return undefined;
  const given = Object.fromEntries(Object.entries(others).filter(([, title]) => title !== ''));
  const body = { ...common, csv: file.text, dateFormat, columns: { date, ...given } };
  return write('post', 'finance/bank-statement/import', { body });
}
