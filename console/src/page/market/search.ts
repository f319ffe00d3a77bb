// The URL parameters of the market page and of a security's page.

import { choiceOf, textOf } from '../../lib/search.js';

/** The sort orders of securities. A leading minus means descending. */
const SORTS = [
  ...(['name', '-name', 'lastPrice', '-lastPrice', 'percentChange', '-percentChange'] as const),
  ...(['volume', '-volume'] as const),
] as const;
export type MarketSort = (typeof SORTS)[number];

export interface MarketSearch {
  readonly q?: string | undefined;
  /** `WATCHED` shows only the securities on the watch list. */
  readonly list?: 'WATCHED' | undefined;
  readonly sort?: MarketSort | undefined;
  /** The side of the open ticket. */
  readonly ticket?: 'BUY' | 'SELL' | undefined;
  /** The code of the security in the ticket. */
  readonly security?: string | undefined;
}

export function readMarketSearch(search: Record<string, unknown>): MarketSearch {
  return {
    q: textOf(search, 'q'),
    list: choiceOf(search, 'list', ['WATCHED']),
    sort: sortOf(search.sort),
    ticket: choiceOf(search, 'ticket', ['BUY', 'SELL']),
    security: textOf(search, 'security'),
  };
}

export function sortOf(value: unknown): MarketSort | undefined {
  return SORTS.find((sort) => sort === value);
}

/** The periods of the chart. */
export const SPANS = ['1M', '3M', '6M', '1Y', 'ALL'] as const;
export type Span = (typeof SPANS)[number];

export const SECURITY_PARTS = ['orders', 'holders', 'actions', 'levels', 'terms'] as const;
export type SecurityPart = (typeof SECURITY_PARTS)[number];

export interface SecuritySearch {
  readonly span?: Span | undefined;
  readonly part?: SecurityPart | undefined;
  /** The side of the open ticket. */
  readonly ticket?: 'BUY' | 'SELL' | undefined;
}

export function readSecuritySearch(search: Record<string, unknown>): SecuritySearch {
  return {
    span: choiceOf(search, 'span', SPANS),
    part: choiceOf(search, 'part', SECURITY_PARTS),
    ticket: choiceOf(search, 'ticket', ['BUY', 'SELL']),
  };
}
