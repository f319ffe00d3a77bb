// The filters of the blotter as its address holds them.

import { choiceOf, textOf } from '../../lib/search.js';

export const STATUSES = [
  ...(['BOOKED', 'EXECUTING', 'EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const),
] as const;
export const SIDES = ['BUY', 'SELL'] as const;

/** What the blotter can be grouped by. */
export const GROUPINGS = ['SECURITY', 'CUSTOMER', 'SIDE', 'STATUS', 'EXCHANGE'] as const;

/** What is asked of the server. */
export interface OrderFilter {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly side?: (typeof SIDES)[number] | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
}

export interface OrderSearch extends OrderFilter {
  readonly sort?: string | undefined;
  readonly group?: (typeof GROUPINGS)[number] | undefined;
  /** `new`, or the id of the order to amend. */
  readonly ticket?: string | undefined;
  /** The customer that a new ticket begins with. */
  readonly portfolio?: string | undefined;
}

export function readOrderSearch(search: Record<string, unknown>): OrderSearch {
  return {
    q: textOf(search, 'q'),
    status: choiceOf(search, 'status', STATUSES),
    side: choiceOf(search, 'side', SIDES),
    sd: textOf(search, 'sd'),
    ed: textOf(search, 'ed'),
    sort: textOf(search, 'sort'),
    group: choiceOf(search, 'group', GROUPINGS),
    ticket: textOf(search, 'ticket'),
    portfolio: textOf(search, 'portfolio'),
  };
}
