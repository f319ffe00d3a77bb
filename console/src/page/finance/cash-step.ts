// The steps of a cash transaction after its approval, each with what it says and asks.

import type { MessageId } from '../../language/en/index.js';
import { type Asking, asking } from '../../lib/asking.js';

export interface CashStep {
  readonly name: 'post' | 'cancel' | 'reverse';
  readonly says: MessageId;
  readonly done: MessageId;
  readonly asking: (id: number) => Asking<unknown>;
}

export const POST: CashStep = {
  name: 'post',
  says: 'cash.post.many',
  done: 'cash.posted',
  asking: (id) => asking('put', 'finance/cash-transaction/post/id/{id}', { path: { id } }),
};
export const CANCEL: CashStep = {
  name: 'cancel',
  says: 'cash.cancel.many',
  done: 'cash.cancelled',
  asking: (id) => asking('put', 'finance/cash-transaction/cancel/id/{id}', { path: { id } }),
};
export const REVERSE: CashStep = {
  name: 'reverse',
  says: 'cash.reverse',
  done: 'cash.reverse.asked',
  asking: (id) => asking('put', 'finance/cash-transaction/reverse/id/{id}', { path: { id } }),
};
