// The URL parameters of the customer list and of a customer's page.

import { choiceOf, textOf } from '../../lib/search.js';

export const CUSTOMER_STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED', 'CLOSED'] as const;
export const CUSTOMER_PARTS = [
  'overview',
  'wealth',
  'returns',
  'income',
  'dividends',
  'gains',
  'orders',
  'cash',
  'profile',
  'timeline',
] as const;

export interface CustomerSearch {
  readonly search?: string | undefined;
  readonly status?: (typeof CUSTOMER_STATUSES)[number] | undefined;
}

export function readCustomerSearch(search: Record<string, unknown>): CustomerSearch {
  return {
    search: textOf(search, 'search'),
    status: choiceOf(search, 'status', CUSTOMER_STATUSES),
  };
}

export type CustomerPart = (typeof CUSTOMER_PARTS)[number];

interface CustomerPageSearch {
  readonly part?: CustomerPart | undefined;
  /** `place` opens the form for a new placement. */
  readonly form?: 'place' | undefined;
}

export function readCustomerPageSearch(search: Record<string, unknown>): CustomerPageSearch {
  return {
    part: choiceOf(search, 'part', CUSTOMER_PARTS),
    form: choiceOf(search, 'form', ['place']),
  };
}
