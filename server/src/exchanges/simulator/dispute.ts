// Trades that members dispute (Don't Know Trade, 35=Q): kept for the operator of the exchange, who
// busts or corrects the trade, or explains it to the member.

import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { type FixMessage, fieldOf } from '../fix/session/message/message.js';
import { TAG } from '../fix/session/message/tag.js';
import { SIMULATOR } from './limit.js';

/** A trade that a member disputes, as the operator sees it. */
export interface Dispute {
  readonly member: string;
  readonly execId: string;
  readonly orderId: string;
  /** DKReason (127). */
  readonly reason: string;
  readonly text: string | null;
  readonly at: Instant;
  /** Whether the trade has been taken back since. */
  readonly busted: boolean;
}

/** A member's dispute as the session handed it over. */
interface Disputing {
  readonly exchange: string;
  readonly member: string;
  readonly message: FixMessage;
  readonly now: Instant;
}

/**
 * Keeps the dispute of a trade of the member's; a second one of the same execution adds nothing.
 * @returns false if the member has no such execution
 */
export async function noteDispute(tx: Tx, disputing: Disputing): Promise<boolean> {
  const { exchange, member, message, now } = disputing;
  const read = (tag: number) => fieldOf(message, tag) ?? '';
  const execId = read(TAG.ExecID);
  const [execution] = await tx.query<{ order_id: string }>(sql`
    select x.order_id from simulator_execution x
    join simulator_order o using (exchange, order_id)
    where x.exchange = ${exchange} and x.exec_id = ${execId}
      and x.order_id = ${read(TAG.OrderID)} and o.member = ${member}`);
  if (execution === undefined) return false;
  await tx.query(sql`
    insert into simulator_dispute (exchange, member, exec_id, order_id, reason, message_text, at)
    values (${exchange}, ${member}, ${execId}, ${execution.order_id},
      ${read(TAG.DKReason)}, ${fieldOf(message, TAG.Text) ?? null}, ${now})
    on conflict do nothing`);
  return true;
}

/** The disputes of an exchange, the newest first. */
export function selectDisputes(db: Database, exchange: string): Promise<Dispute[]> {
  return db.query<Dispute>(sql`
    select d.member, d.exec_id as "execId", d.order_id as "orderId", d.reason,
      d.message_text as "text", d.at, x.busted
    from simulator_dispute d
    join simulator_execution x using (exchange, exec_id)
    where d.exchange = ${exchange}
    order by d.at desc, d.exec_id limit ${SIMULATOR.disputesShownMax}`);
}
