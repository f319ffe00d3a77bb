// The URL parameters of the unit transfers page.

import { choiceOf } from '../../lib/search.js';

export const TRANSFER_TYPES = [
  ...(['IN_FREE', 'OUT_FREE', 'DEPOSIT', 'WITHDRAWAL', 'WRITE_OFF'] as const),
] as const;
export const TRANSFER_STATES = ['PENDING', 'SETTLED', 'REJECTED', 'CANCELLED'] as const;

export interface TransferSearch {
  readonly type?: (typeof TRANSFER_TYPES)[number] | undefined;
  readonly state?: (typeof TRANSFER_STATES)[number] | undefined;
  /** `new` opens the form. */
  readonly form?: 'new' | undefined;
}

export const readTransferSearch = (search: Record<string, unknown>): TransferSearch => ({
  type: choiceOf(search, 'type', TRANSFER_TYPES),
  state: choiceOf(search, 'state', TRANSFER_STATES),
  form: choiceOf(search, 'form', ['new']),
});
