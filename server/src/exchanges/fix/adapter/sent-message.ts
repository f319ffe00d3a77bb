// Our own messages as they were sent, looked up when the exchange refuses one by its number.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { SessionKey } from '../session/config.js';
import { decode } from '../session/message/decode.js';
import { fieldOf } from '../session/message/message.js';
import { MSG_TYPE, TAG } from '../session/message/tag.js';
import type { RefusedMessage } from './order-message.js';

interface SentRow {
  readonly msg_type: string;
  readonly cl_ord_id: string | null;
  readonly raw: Buffer;
}

/** The message with this number since both sides last began at 1; undefined when none was sent. */
export async function sentMessage(
  tx: Tx,
  key: SessionKey,
  seqNum: number,
): Promise<RefusedMessage | undefined> {
  const [row] = await tx.query<SentRow>(sql`
    select m.msg_type, m.cl_ord_id, m.raw
    from fix_session s
    join fix_message m on m.session_id = s.id and m.roll = s.roll and m.direction = 'OUT'
    where s.begin_string = ${key.beginString} and s.sender_comp_id = ${key.senderCompId}
      and s.target_comp_id = ${key.targetCompId} and s.qualifier = ${key.qualifier}
      and m.seq_num = ${seqNum}`);
  if (row === undefined) return undefined;
  const sent = { msgType: row.msg_type, clOrdId: row.cl_ord_id ?? undefined };
  if (row.msg_type !== MSG_TYPE.DontKnowTrade) return sent;
  const { message } = decode(row.raw);
  return { ...sent, execId: message && fieldOf(message, TAG.ExecID) };
}
