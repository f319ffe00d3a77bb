// The steps of a cash transaction after its approval, each with what it says and asks.

import type { MessageId } from '../../language/en/index.js';
import { type Asking, asking } from '../../lib/asking.js';

export interface CashStep {
  readonly name: 'post' | 'cancel' | 'reverse';
  readonly says: MessageId;
  /** What to say, by the state that it came to. */
  readonly doneOf: (state: unknown) => MessageId;
  readonly asking: (id: number) => Asking<unknown>;
}

export const POST: CashStep = {
  name: 'post',
  says: 'cash.post.many',
  doneOf: () => 'cash.posted',
  asking: (id) => asking('put', 'finance/cash-transaction/post/id/{id}', { path: { id } }),
};
export const CANCEL: CashStep = {
  name: 'cancel',
  says: 'cash.cancel.many',
  doneOf: () => 'cash.cancelled',
  asking: (id) => asking('put', 'finance/cash-transaction/cancel/id/{id}', { path: { id } }),
};
export const REVERSE: CashStep = {
  name: 'reverse',
  says: 'cash.reverse',
  // Where somebody else has to agree it stays posted until they do.
  doneOf: (state) => (state === 'REVERSED' ? 'cash.reversed' : 'cash.reverse.asked'),
  asking: (id) => asking('put', 'finance/cash-transaction/reverse/id/{id}', { path: { id } }),
};
