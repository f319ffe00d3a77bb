// Trades that members dispute (Don't Know Trade, 35=Q). They are stored for the exchange's
// operator, who busts or corrects the trade, or explains it to the member.

import type { Instant, Tx } from '../../platform/database/database.js';
import { type FixMessage, fieldOf } from '../fix/session/message/message.js';
import { TAG } from '../fix/session/message/tag.js';
import { hasExecution, insertDispute } from './dispute-queries.js';

/** A member's dispute, received over its session. */
interface Disputing {
  readonly exchange: string;
  readonly member: string;
  readonly message: FixMessage;
  readonly now: Instant;
}

/**
 * Stores a member's dispute about one of its trades. A second dispute about the same execution
 * changes nothing.
 * @returns false if the member has no such execution
 */
export async function noteDispute(tx: Tx, disputing: Disputing): Promise<boolean> {
  const { exchange, member, message, now } = disputing;
  const read = (tag: number) => fieldOf(message, tag) ?? '';
  const execId = read(TAG.ExecID);
  const trade = { exchange, member, execId, orderId: read(TAG.OrderID) };
  if (!(await hasExecution(tx, trade))) return false;
  const text = fieldOf(message, TAG.Text) ?? null;
  await insertDispute(tx, { ...trade, reason: read(TAG.DKReason), text, at: now });
  return true;
}
