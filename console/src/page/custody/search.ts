// The URL parameters of the pages for corporate actions, elections, market claims and the bond
// ladder.

import { choiceOf, textOf } from '../../lib/search.js';

/** The event kinds that the list can be filtered by (ISO 15022, field 22F, CAEV). */
export const EVENT_KINDS = [
  ...(['DVCA', 'DVSE', 'DVOP', 'DRIP', 'BONU', 'SPLF', 'SPLR', 'RHDI', 'EXRI', 'MRGR'] as const),
  ...(['TEND', 'SOFF', 'EXOF', 'CAPD', 'LIQU', 'INTR', 'REDM', 'PCAL', 'MCAL', 'DFLT'] as const),
  ...(['WRTH', 'CHAN', 'DLST'] as const),
] as const;
export const EVENT_STATUSES = ['ANNOUNCED', 'CONFIRMED', 'CANCELLED', 'DEFAULTED'] as const;
export const EVENT_PROGRESS = ['OPEN', 'ENTITLED', 'PART_PAID', 'PAID', 'CLOSED'] as const;
export const DATE_TYPES = ['EX', 'QUALIFICATION', 'PAYMENT', 'DEADLINE'] as const;

export interface EventSearch {
  readonly kind?: (typeof EVENT_KINDS)[number] | undefined;
  readonly status?: (typeof EVENT_STATUSES)[number] | undefined;
  readonly progress?: (typeof EVENT_PROGRESS)[number] | undefined;
  /** The date that the list is sorted by, and that `from` and `to` limit. */
  readonly by?: (typeof DATE_TYPES)[number] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly security?: string | undefined;
}

export const readEventSearch = (search: Record<string, unknown>): EventSearch => ({
  kind: choiceOf(search, 'kind', EVENT_KINDS),
  status: choiceOf(search, 'status', EVENT_STATUSES),
  progress: choiceOf(search, 'progress', EVENT_PROGRESS),
  by: choiceOf(search, 'by', DATE_TYPES),
  from: textOf(search, 'from'),
  to: textOf(search, 'to'),
  security: textOf(search, 'security'),
});

export const ELECTION_STATES = [
  ...(['SUBMITTED', 'INSTRUCTED', 'SETTLED', 'PART_SETTLED', 'CANCELLED', 'LAPSED'] as const),
] as const;

interface ElectionSearch {
  readonly state?: (typeof ELECTION_STATES)[number] | undefined;
}

export const readElectionSearch = (search: Record<string, unknown>): ElectionSearch => ({
  state: choiceOf(search, 'state', ELECTION_STATES),
});

export const CLAIM_KINDS = ['CUM_EX', 'SHORT', 'TAX_RECLAIM', 'REGISTRAR_DIFFERENCE'] as const;
export const CLAIM_DIRECTIONS = ['PAYABLE', 'RECEIVABLE'] as const;
export const CLAIM_STATES = [
  ...(['OPEN', 'SETTLING', 'WAIVING', 'SETTLED', 'WAIVED', 'CANCELLED'] as const),
] as const;

export interface ClaimSearch {
  readonly kind?: (typeof CLAIM_KINDS)[number] | undefined;
  readonly direction?: (typeof CLAIM_DIRECTIONS)[number] | undefined;
  readonly state?: (typeof CLAIM_STATES)[number] | undefined;
}

export const readClaimSearch = (search: Record<string, unknown>): ClaimSearch => ({
  kind: choiceOf(search, 'kind', CLAIM_KINDS),
  direction: choiceOf(search, 'direction', CLAIM_DIRECTIONS),
  state: choiceOf(search, 'state', CLAIM_STATES),
});

interface BondSearch {
  /** The last payment date. */
  readonly until?: string | undefined;
}

export const readBondSearch = (search: Record<string, unknown>): BondSearch => ({
  until: textOf(search, 'until'),
});
