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

export const CASH_STATES = [
  ...(['PENDING', 'APPROVED', 'POSTED', 'REJECTED', 'CANCELLED', 'REVERSED'] as const),
] as const;
export const CASH_TYPES = ['RECEIPT', 'PAYMENT', 'TRANSFER'] as const;

/** Beginnings of the paths whose replies a step of a cash transaction makes old. */
export const CASH_TOUCHED = ['finance/', 'partner/customer', 'partner/portfolio'] as const;

export interface CashSearch {
  /** Those that wait to be posted, where the address says nothing. */
  readonly state?: (typeof CASH_STATES)[number] | 'ALL' | undefined;
  readonly transType?: (typeof CASH_TYPES)[number] | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  /** All that were made as one batch, by its name. */
  readonly batch?: string | undefined;
  /** The one that is open, by id. */
  readonly id?: string | undefined;
}

export const readCashSearch = (search: Record<string, unknown>): CashSearch => ({
  state: choiceOf(search, 'state', [...CASH_STATES, 'ALL']),
  transType: choiceOf(search, 'transType', CASH_TYPES),
  sd: textOf(search, 'sd'),
  ed: textOf(search, 'ed'),
  batch: textOf(search, 'batch'),
  id: textOf(search, 'id'),
});

export const REPORTS = [
  ...(['trial-balance', 'income-statement', 'balance-sheet', 'client-money'] as const),
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportSearch {
  readonly report?: ReportName | undefined;
  /** The last date that counts. */
  readonly d?: string | undefined;
  /** Of income and expense, the first. */
  readonly sd?: string | undefined;
  /** One office alone, by its code. */
  readonly office?: string | undefined;
  /** A moment by the reader's own clock. */
  readonly asOf?: string | undefined;
}

export const readReportSearch = (search: Record<string, unknown>): ReportSearch => ({
  report: choiceOf(search, 'report', REPORTS),
  d: textOf(search, 'd'),
  sd: textOf(search, 'sd'),
  office: textOf(search, 'office'),
  asOf: textOf(search, 'asOf'),
});

export const JOURNAL_STATES = ['PENDING', 'POSTED', 'REJECTED', 'CANCELLED'] as const;

export interface JournalSearch {
  /** `new` or `import`: which form is open. */
  readonly form?: string | undefined;
  readonly state?: (typeof JOURNAL_STATES)[number] | undefined;
  /** The one that is open, by id. */
  readonly id?: string | undefined;
}

export const readJournalSearch = (search: Record<string, unknown>): JournalSearch => ({
  form: textOf(search, 'form'),
  state: choiceOf(search, 'state', JOURNAL_STATES),
  id: textOf(search, 'id'),
});
