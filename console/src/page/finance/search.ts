// What the pages of the books look at, as their addresses hold it.

import { choiceOf, textOf } from '../../lib/search.js';

export interface LedgerSearch {
  /** The account, by id. */
  readonly a?: string | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  /** A moment by the reader's own clock. */
  readonly asOf?: string | undefined;
}

export function readLedgerSearch(search: Record<string, unknown>): LedgerSearch {
  return {
    a: textOf(search, 'a'),
    sd: textOf(search, 'sd'),
    ed: textOf(search, 'ed'),
    asOf: textOf(search, 'asOf'),
  };
}

export const REPORTS = [
  ...(['trial-balance', 'income-statement', 'balance-sheet', 'client-money'] as const),
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportSearch {
  readonly report?: ReportName | undefined;
  /** The last date that counts. */
  readonly d?: string | undefined;
}

export const readReportSearch = (search: Record<string, unknown>): ReportSearch => ({
  report: choiceOf(search, 'report', REPORTS),
  d: textOf(search, 'd'),
});

export interface JournalSearch {
  /** `new` or `import`: which form is open. */
  readonly form?: string | undefined;
}

export const readJournalSearch = (search: Record<string, unknown>): JournalSearch => ({
  form: textOf(search, 'form'),
});
