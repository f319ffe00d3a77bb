// The URL parameters of the operations pages.

import { choiceOf, textOf } from '../../lib/search.js';

export const JOB_STATES = ['QUEUED', 'RUNNING', 'DONE', 'DEAD'] as const;
export const AUDIT_KINDS = ['USER', 'CLIENT', 'CUSTOMER', 'SYSTEM'] as const;
export const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED'] as const;

export const SPANS = ['HOUR', 'DAY', 'WEEK'] as const;
export type Span = (typeof SPANS)[number];

interface DashboardSearch {
  readonly span?: Span | undefined;
}

export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  span: choiceOf(search, 'span', SPANS),
});

interface JobSearch {
  readonly state?: (typeof JOB_STATES)[number] | undefined;
}

export const readJobSearch = (search: Record<string, unknown>): JobSearch => ({
  state: choiceOf(search, 'state', JOB_STATES),
});

interface DeliverySearch {
  readonly state?: (typeof DELIVERY_STATES)[number] | undefined;
  /** `new` opens the endpoint form. */
  readonly form?: string | undefined;
}

export const readDeliverySearch = (search: Record<string, unknown>): DeliverySearch => ({
  state: choiceOf(search, 'state', DELIVERY_STATES),
  form: textOf(search, 'form'),
});

export interface AuditSearch {
  readonly u?: string | undefined;
  readonly e?: string | undefined;
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
  /** The record id. */
  readonly r?: string | undefined;
  readonly k?: (typeof AUDIT_KINDS)[number] | undefined;
  readonly a?: string | undefined;
}

export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => ({
  u: textOf(search, 'u'),
  e: textOf(search, 'e'),
  sd: textOf(search, 'sd'),
  ed: textOf(search, 'ed'),
  r: textOf(search, 'r'),
  k: choiceOf(search, 'k', AUDIT_KINDS),
  a: textOf(search, 'a'),
});
