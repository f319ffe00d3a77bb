// The URL parameters of the custodian settlements page, and the paths that a settlement makes
// stale.

import { choiceOf } from '../../lib/search.js';

export const SETTLEMENT_STATES = ['PENDING', 'POSTED', 'REJECTED', 'REVERSED'] as const;

export interface SettlementSearch {
  readonly state?: (typeof SETTLEMENT_STATES)[number] | undefined;
  /** `new` opens the form. */
  readonly form?: 'new' | undefined;
}

export const readSettlementSearch = (search: Record<string, unknown>): SettlementSearch => ({
  state: choiceOf(search, 'state', SETTLEMENT_STATES),
  form: choiceOf(search, 'form', ['new']),
});

/** Prefixes of the paths that a settlement makes stale. */
export const TOUCHED = ['order/custodian/settlement', 'order/contractnote'] as const;
