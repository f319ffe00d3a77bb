// The present exchange order kept within what its order still wants. A fill that is reported late,
// about an exchange order before, is one that the present one must not make again.

import type { Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { isFinal, type OrderStatus } from '../rule/order-state.js';
import { withdrawInstructions } from './queue-queries.js';
import { instructionTopic } from './wake.js';

interface Present {
  readonly order_status: OrderStatus;
  /** Units that the order wants, and that its exchange order works on; null when none is there. */
  readonly wanted: bigint;
  readonly working: bigint | null;
  readonly is_waiting: boolean;
  readonly session_name: string;
}

/**
 * Marks the present exchange order as one to be entered again when it has ended and its order has
 * not. Asks the exchange to reduce or cancel what would fill more than the order wants. What no
 * adapter has taken needs neither: it leaves with the quantity of that moment, or is withdrawn. The
 * order must be locked.
 */
export async function keepWithinOrder(work: Work, orderId: bigint): Promise<void> {
  await work.tx.query(sql`
    with present as (
      update exchange_order x
      set awaits_reentry = x.ended_at is not null and t.order_status in ('BOOKED', 'EXECUTING')
      from trade_order t
      where t.id = ${orderId} and x.order_id = t.id and x.entry_no = t.entry_no
      returning x.order_id, x.entry_no, x.ended_at
    )
    update exchange_instruction i set state = 'WITHDRAWN'
    from present where i.order_id = present.order_id and i.entry_no = present.entry_no
      and i.state = 'QUEUED' and present.ended_at is not null`);
  const [present] = await work.tx.query<Present>(sql`
    select t.order_status, t.quantity - t.quantity_filled as wanted, t.session_name,
      x.quantity - x.quantity_filled as working,
      t.pending_cl_ord_id is not null as is_waiting
    from trade_order t
    left join exchange_order x
      on x.order_id = t.id and x.entry_no = t.entry_no and x.ended_at is null
    where t.id = ${orderId}`);
  if (present === undefined) return;
  const isFilled = present.order_status === 'EXECUTED';
  if (isFilled && present.working === null) return withdrawInstructions(work, [orderId]);
  const isTooMuch = present.working !== null && present.working > present.wanted;
  if (!isTooMuch || present.is_waiting) return;
  if (isFilled) await askToCancel(work, orderId);
  else if (!isFinal(present.order_status)) await askToReduce(work, orderId);
  work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(present.session_name)));
}

async function askToCancel(work: Work, orderId: bigint): Promise<void> {
  await work.tx.query(sql`
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, orig_cl_ord_id, state, created_at)
    select t.exchange_id, t.id, t.entry_no, t.session_name, 'CANCEL',
      t.name || '-' || (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
      t.cl_ord_id, 'QUEUED', ${work.now}
    from trade_order t where t.id = ${orderId}`);
}

// A replacement by the terms that the order has: what it tells of the quantity is less than before.
async function askToReduce(work: Work, orderId: bigint): Promise<void> {
  await work.tx.query(sql`
    with asked as (
      insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
        cl_ord_id, orig_cl_ord_id, state, quantity, limit_price, worst_price, worst_accrued,
        order_term_id, order_end_date, expire_date, trade_dates_max, created_at)
      select t.exchange_id, t.id, t.entry_no, t.session_name, 'REPLACE',
        t.name || '-' || (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
        t.cl_ord_id, 'QUEUED', t.quantity, t.limit_price, t.worst_price, t.worst_accrued,
        t.order_term_id, t.order_end_date, t.expire_date, t.trade_dates_max, ${work.now}
      from trade_order t where t.id = ${orderId}
      returning order_id, cl_ord_id
    )
    update trade_order t set fix_order_status = 'PENDING_REPLACE',
      pending_cl_ord_id = asked.cl_ord_id
    from asked where t.id = asked.order_id`);
}
