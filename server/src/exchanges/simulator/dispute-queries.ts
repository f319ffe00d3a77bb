// SQL for trades that members of the simulated exchange dispute.

import type { Database, Instant, Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { SIMULATOR } from './limits.js';

/** An execution as identified by a member. */
interface NamedExecution {
  readonly exchange: string;
  readonly member: string;
  readonly execId: string;
  readonly orderId: string;
}

/** Returns true if the member's order has this execution. */
export async function hasExecution(tx: Tx, named: NamedExecution): Promise<boolean> {
  const rows = await tx.query(sql`
    select x.order_id from simulator_execution x
    join simulator_order o using (exchange, order_id)
    where x.exchange = ${named.exchange} and x.exec_id = ${named.execId}
      and x.order_id = ${named.orderId} and o.member = ${named.member}`);
  return rows.length > 0;
}

interface NewDispute extends NamedExecution {
  readonly reason: string;
  readonly text: string | null;
  readonly at: Instant;
}

/** Stores a dispute. A second dispute about the same execution changes nothing. */
export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<void> {
  await tx.query(sql`
    insert into simulator_dispute (exchange, member, exec_id, order_id, reason, message_text, at)
    values (${dispute.exchange}, ${dispute.member}, ${dispute.execId}, ${dispute.orderId},
      ${dispute.reason}, ${dispute.text}, ${dispute.at})
    on conflict do nothing`);
}

/** A trade that a member disputes, as shown to the operator. */
export interface Dispute {
  readonly member: string;
  readonly execId: string;
  readonly orderId: string;
  /** DKReason (127). */
  readonly reason: string;
  readonly text: string | null;
  readonly at: Instant;
  /** True if the trade has been busted since the dispute. */
  readonly busted: boolean;
}

/** Reads the disputes at an exchange, newest first. */
export function selectDisputes(db: Database, exchange: string): Promise<Dispute[]> {
  return db.query<Dispute>(sql`
    select d.member, d.exec_id as "execId", d.order_id as "orderId", d.reason,
      d.message_text as "text", d.at, x.busted
    from simulator_dispute d
    join simulator_execution x using (exchange, exec_id)
    where d.exchange = ${exchange}
    order by d.at desc, d.exec_id limit ${SIMULATOR.disputesShownMax}`);
}
