// The filters of leads as their address holds them.

import { choiceOf, textOf } from '../../lib/search.js';

export const LEAD_STATUSES = [
  ...(['NEW', 'ASSIGNED', 'CONTACTED', 'QUALIFIED', 'CONVERTED', 'DEAD', 'RECYCLED'] as const),
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export interface LeadSearch {
  readonly q?: string | undefined;
  readonly status?: LeadStatus | undefined;
  readonly view?: 'board' | 'list' | undefined;
  /** `new`: a lead is being written. */
  readonly form?: string | undefined;
}

export function readLeadSearch(search: Record<string, unknown>): LeadSearch {
  return {
    q: textOf(search, 'q'),
    status: choiceOf(search, 'status', LEAD_STATUSES),
    view: choiceOf(search, 'view', ['board', 'list']),
    form: textOf(search, 'form'),
  };
}
