// The URL parameters of the reference data pages.

import { choiceOf, textOf } from '../../lib/search.js';

/** The kinds, as the server names them in changes. */
export const REFERENCE_NAMES = [
  'payment-gateway',
  'agent',
  'custodian',
  'portfolio-type',
  'customer-group',
  'business-office',
] as const;
export type ReferenceName = (typeof REFERENCE_NAMES)[number];

interface ReferenceSearch {
  readonly of?: ReferenceName | undefined;
  /** `new` opens the form to propose a new record. */
  readonly form?: 'new' | undefined;
}

export const readReferenceSearch = (search: Record<string, unknown>): ReferenceSearch => ({
  of: choiceOf(search, 'of', REFERENCE_NAMES),
  form: choiceOf(search, 'form', ['new']),
});

export interface RecordSearch {
  /** `change` opens the form to propose the next version. */
  readonly form?: 'change' | undefined;
  /** The first and last booking date of an agent's statement. */
  readonly sd?: string | undefined;
  readonly ed?: string | undefined;
}

export const readRecordSearch = (search: Record<string, unknown>): RecordSearch => ({
  form: choiceOf(search, 'form', ['change']),
  sd: textOf(search, 'sd'),
  ed: textOf(search, 'ed'),
});
