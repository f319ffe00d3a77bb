// The URL parameters of the finance pages.

import { choiceOf, textOf } from '../../lib/search.js';

export interface LedgerSearch {
  /** The account id. */
  readonly a?: string | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  /** A moment in the reader's local time. */
  readonly asOf?: string | undefined;
  /** The account type of a report figure. Without `a`, the page lists the figure's accounts. */
  readonly type?: string | undefined;
  /** The office and the currency of the figure. */
  readonly office?: string | undefined;
  readonly currency?: string | undefined;
  /** The id of the open journal. */
  readonly journal?: string | undefined;
}

export function readLedgerSearch(search: Record<string, unknown>): LedgerSearch {
  return {
    a: textOf(search, 'a'),
    type: textOf(search, 'type'),
    office: textOf(search, 'office'),
    currency: textOf(search, 'currency'),
    journal: textOf(search, 'journal'),
    sd: textOf(search, 'sd'),
    ed: textOf(search, 'ed'),
    asOf: textOf(search, 'asOf'),
  };
}

export const CASH_STATES = [
  ...(['PENDING', 'APPROVED', 'POSTED', 'REJECTED', 'CANCELLED', 'REVERSED'] as const),
] as const;
export const CASH_TYPES = ['RECEIPT', 'PAYMENT', 'TRANSFER'] as const;

/** Prefixes of the paths that a step of a cash transaction makes stale. */
export const CASH_TOUCHED = ['finance/', 'partner/customer', 'partner/portfolio'] as const;

export interface CashSearch {
  /** By default, approved transactions that are not posted yet. */
  readonly state?: (typeof CASH_STATES)[number] | 'ALL' | undefined;
  readonly transType?: (typeof CASH_TYPES)[number] | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  /** The name of a batch. */
  readonly batch?: string | undefined;
  /** The id of a payment gateway. Links from the gateway's page set it. */
  readonly gateway?: string | undefined;
  /** The id of the open transaction. */
  readonly id?: string | undefined;
  /** `import` opens the form to import a batch. */
  readonly form?: 'import' | undefined;
}

export const readCashSearch = (search: Record<string, unknown>): CashSearch => ({
  state: choiceOf(search, 'state', [...CASH_STATES, 'ALL']),
  transType: choiceOf(search, 'transType', CASH_TYPES),
  sd: textOf(search, 'sd'),
  ed: textOf(search, 'ed'),
  batch: textOf(search, 'batch'),
  gateway: textOf(search, 'gateway'),
  id: textOf(search, 'id'),
  form: choiceOf(search, 'form', ['import']),
});

export const REPORTS = [
  ...(['trial-balance', 'income-statement', 'balance-sheet', 'client-money'] as const),
] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportSearch {
  readonly report?: ReportName | undefined;
  /** The last date, inclusive. */
  readonly d?: string | undefined;
  /** The first date of an income statement. */
  readonly sd?: string | undefined;
  /** The code of one office. */
  readonly office?: string | undefined;
  /** A moment in the reader's local time. */
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
  /** `new` or `import` opens the form of that kind. */
  readonly form?: string | undefined;
  readonly state?: (typeof JOURNAL_STATES)[number] | undefined;
  /** The id of the open journal. */
  readonly id?: string | undefined;
}

export const readJournalSearch = (search: Record<string, unknown>): JournalSearch => ({
  form: textOf(search, 'form'),
  state: choiceOf(search, 'state', JOURNAL_STATES),
  id: textOf(search, 'id'),
});
