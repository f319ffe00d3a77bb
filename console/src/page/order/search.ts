// The filters of the blotter as its address holds them.

import { choiceOf, textOf } from '../../lib/search.js';

export const STATUSES = [
  ...(['BOOKED', 'EXECUTING', 'EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const),
] as const;
export const SIDES = ['BUY', 'SELL'] as const;

export interface OrderSearch {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly side?: (typeof SIDES)[number] | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  readonly sort?: string | undefined;
  /** Columns that are left out, with commas between. */
  readonly without?: string | undefined;
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
    without: textOf(search, 'without'),
    ticket: textOf(search, 'ticket'),
    portfolio: textOf(search, 'portfolio'),
  };
}
