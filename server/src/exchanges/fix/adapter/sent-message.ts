// Looks up one of our sent messages when the exchange rejects it by its number.

import type { Tx } from '../../../platform/database/database.js';
import type { SessionKey } from '../session/config.js';
import { decode } from '../session/message/decode.js';
import { fieldOf } from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import { selectSentMessage } from '../session/store/queries.js';
import type { RefusedMessage } from './order-message.js';

/**
 * Reads the message that was sent with this number since the numbers last restarted at 1; undefined
 * if there is none.
 */
export async function sentMessage(
  tx: Tx,
  key: SessionKey,
  seqNum: number,
): Promise<RefusedMessage | undefined> {
  const row = await selectSentMessage(tx, key, seqNum);
  if (row === undefined) return undefined;
  const sent = { msgType: row.msg_type, clOrdId: row.cl_ord_id ?? undefined };
  if (row.msg_type !== MSG_TYPE.DontKnowTrade) return sent;
  const { message } = decode(row.raw);
  return { ...sent, execId: message && fieldOf(message, TAG.ExecID) };
}
