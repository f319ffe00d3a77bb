// Journals as CSV: the header names the columns, in any order and by their usual names.

import { CsvError, parse } from 'csv-parse/sync';
import { commonProblems, type Problem, refuseMember } from '../../platform/http/problem.js';
import { JOURNAL } from './limits.js';

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
export type JournalColumn = (typeof JOURNAL_COLUMNS)[number];

/** The cells of a row as they came. */
export type JournalCells = { readonly [Column in JournalColumn]?: string | undefined };

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
const BYTE_ORDER_MARK = '\ufeff';

/** Reads the rows of a file; a file that is no CSV, or lacks a column, is refused as a whole. */
export function readJournalCsv(text: string): JournalCells[] {
  const [header, ...rows] = recordsOf(text);
  const places = placesOf(header ?? []);
  if (rows.length > JOURNAL.importRowsMost) {
    throw wrongFile(`has more than ${JOURNAL.importRowsMost} rows`);
  }
  return rows.map((cells) => {
    const row: Partial<Record<JournalColumn, string>> = {};
    for (const [column, place] of places) row[column] = cells[place] ?? '';
    return row;
  });
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, {
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // A header, and one row too many to tell.
      to: JOURNAL.importRowsMost + 2,
    });
  } catch (error) {
    if (error instanceof CsvError) throw wrongFile(`is not CSV: ${error.message.slice(0, 200)}`);
    throw error;
  }
}

function placesOf(header: readonly string[]): Map<JournalColumn, number> {
  const found = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const places = new Map<JournalColumn, number>();
  for (const column of JOURNAL_COLUMNS) {
    const place = found.findIndex((name) => NAMES[column].includes(name));
    if (place >= 0) places.set(column, place);
    else if (NEEDED.includes(column)) throw wrongFile(`has no column ${column}`);
  }
  return places;
}

function wrongFile(detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
}
