// The URL parameters of the pages for wealth statements, taxes and price exceptions.

import { choiceOf, textOf } from '../../lib/search.js';

export const STATEMENT_STATES = ['ISSUED', 'OUTDATED', 'REPLACED'] as const;

export interface StatementSearch {
  readonly state?: (typeof STATEMENT_STATES)[number] | undefined;
  /** The range of the statements' end dates. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const readStatementSearch = (search: Record<string, unknown>): StatementSearch => ({
  state: choiceOf(search, 'state', STATEMENT_STATES),
  from: textOf(search, 'from'),
  to: textOf(search, 'to'),
});

export const TAX_PARTS = ['packs', 'certificates'] as const;

interface TaxSearch {
  readonly of?: (typeof TAX_PARTS)[number] | undefined;
}

export const readTaxSearch = (search: Record<string, unknown>): TaxSearch => ({
  of: choiceOf(search, 'of', TAX_PARTS),
});

export const EXCEPTION_KINDS = ['UNVALUED', 'UNUSABLE', 'STALE', 'JUMP'] as const;

export interface PriceExceptionSearch {
  readonly kind?: (typeof EXCEPTION_KINDS)[number] | undefined;
  /** Prices are checked as of the end of this date. Defaults to the business date. */
  readonly on?: string | undefined;
}

export const readPriceExceptionSearch = (
  search: Record<string, unknown>,
): PriceExceptionSearch => ({
  kind: choiceOf(search, 'kind', EXCEPTION_KINDS),
  on: textOf(search, 'on'),
});
