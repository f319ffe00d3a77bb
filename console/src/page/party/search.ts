// The filters of the customers, and the part of a customer's page, as addresses hold them.

import { choiceOf, textOf } from '../../lib/search.js';

export const CUSTOMER_STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED', 'CLOSED'] as const;
export const CUSTOMER_PARTS = [
  'overview',
  'income',
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
  /** `place`: something is being placed. */
  readonly form?: 'place' | undefined;
}

export function readCustomerPageSearch(search: Record<string, unknown>): CustomerPageSearch {
  return {
    part: choiceOf(search, 'part', CUSTOMER_PARTS),
    form: choiceOf(search, 'form', ['place']),
  };
}
