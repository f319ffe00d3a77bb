// The steps of an approved cash transaction, each with its confirmation text.

import type { MessageId } from '../../language/en/index.js';
import { type Write, write } from '../../lib/write.js';

export interface CashStep {
  readonly name: 'post' | 'cancel' | 'reverse';
  readonly says: MessageId;
  /** Returns the success message for the resulting state. */
  readonly doneOf: (state: unknown) => MessageId;
  readonly write: (id: number) => Write<unknown>;
}

export const POST: CashStep = {
  name: 'post',
  says: 'cash.post.many',
  doneOf: () => 'cash.posted',
  write: (id) => write('put', 'finance/cash-transaction/post/id/{id}', { path: { id } }),
};
export const CANCEL: CashStep = {
  name: 'cancel',
  says: 'cash.cancel.many',
  doneOf: () => 'cash.cancelled',
  write: (id) => write('put', 'finance/cash-transaction/cancel/id/{id}', { path: { id } }),
};
export const REVERSE: CashStep = {
  name: 'reverse',
  says: 'cash.reverse',
  // A transaction stays posted while its reversal waits for approval.
  doneOf: (state) => (state === 'REVERSED' ? 'cash.reversed' : 'cash.reverse.requested'),
  write: (id) => write('put', 'finance/cash-transaction/reverse/id/{id}', { path: { id } }),
};
