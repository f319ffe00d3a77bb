// The URL parameters for the filters of the blotter.

import { choiceOf, textOf } from '../../lib/search.js';

export const STATUSES = [
  ...(['BOOKED', 'EXECUTING', 'EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const),
] as const;
export const SIDES = ['BUY', 'SELL'] as const;

/** The groupings of the blotter. */
export const GROUPINGS = ['SECURITY', 'CUSTOMER', 'SIDE', 'STATUS', 'EXCHANGE'] as const;

/** The state filters of exchange reports. */
export const REPORT_STATES = ['RESOLVED', 'ALL'] as const;
export const REPORT_REASONS = [
  ...(['UNKNOWN_ORDER', 'MALFORMED', 'NOT_AT_EXCHANGE', 'NOT_BOOKED'] as const),
  ...(['DUPLICATE_EXECUTION_SUSPECTED', 'FILLS_DIFFER', 'SIDE_DIFFERS'] as const),
  ...(['SYMBOL_DIFFERS', 'CURRENCY_DIFFERS', 'QUANTITY_DIFFERS'] as const),
  ...(['AVERAGE_PRICE_DIFFERS', 'PRICE_BEYOND_LIMIT', 'OVERFILLED'] as const),
  ...([
    'UNKNOWN_EXECUTION_REFERENCE',
    'SETTLEMENT_DATE_DIFFERS',
    'RIGHTS_ENDED',
    'POISON',
    'DISPUTED',
    'NEWS',
    'UNSUPPORTED',
  ] as const),
] as const;

interface ReportSearch {
  /** By default the page shows open reports. */
  readonly state?: (typeof REPORT_STATES)[number] | undefined;
  readonly reason?: (typeof REPORT_REASONS)[number] | undefined;
}

export const readExchangeReportSearch = (search: Record<string, unknown>): ReportSearch => ({
  state: choiceOf(search, 'state', REPORT_STATES),
  reason: choiceOf(search, 'reason', REPORT_REASONS),
});

export interface OrderFilter {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  readonly side?: (typeof SIDES)[number] | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  /** The codes of an agent and a custodian, set by links from their pages. */
  readonly agentName?: string | undefined;
  readonly custodianName?: string | undefined;
}

export interface OrderSearch extends OrderFilter {
  readonly sort?: string | undefined;
  readonly group?: (typeof GROUPINGS)[number] | undefined;
  /** `new`, or the id of the order to amend. */
  readonly ticket?: string | undefined;
  /** The initial portfolio of a new ticket. */
  readonly portfolio?: string | undefined;
}

export function readOrderSearch(search: Record<string, unknown>): OrderSearch {
  return {
    q: textOf(search, 'q'),
    status: choiceOf(search, 'status', STATUSES),
    side: choiceOf(search, 'side', SIDES),
    sd: textOf(search, 'sd'),
    ed: textOf(search, 'ed'),
    agentName: textOf(search, 'agentName'),
    custodianName: textOf(search, 'custodianName'),
    sort: textOf(search, 'sort'),
    group: choiceOf(search, 'group', GROUPINGS),
    ticket: textOf(search, 'ticket'),
    portfolio: textOf(search, 'portfolio'),
  };
}
