// What a live order waits for, as people see it: why it has not gone, or that nobody knows what
// became of it until the exchange answers.

import type { Database, Instant } from '../../platform/database/database.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import { ORDER } from './limit.js';

/**
 * STOP_PRICE: held here. SENDING: about to leave. SESSION: the session is not logged on; what is
 * known is as old as that. ANSWER: the exchange has it to answer. NEXT_ENTRY: its exchange order
 * ended, it is entered again on the next trading day. UNKNOWN_FATE: the session broke before the
 * answer came, or a report contradicts what is booked; nothing is taken for granted.
 */
export const ORDER_WAITS = [
  'STOP_PRICE',
  'SENDING',
  'SESSION',
  'ANSWER',
  'NEXT_ENTRY',
  'UNKNOWN_FATE',
] as const;

export type OrderWait = (typeof ORDER_WAITS)[number];

/** What an order `t` of `trade_order` waits for; null for one that works or has ended. */
export function waitOf(now: Instant): Sql {
  return sql`case
    when t.order_status not in ('BOOKED', 'EXECUTING') then null
    when t.stop_price is not null and t.triggered_at is null then 'STOP_PRICE'
    when exists (
      select from unmatched_report u where u.order_id = t.id and not u.resolved
    ) or exists (
      select from exchange_order y
      where y.order_id = t.id and y.ended_at is not null and y.cum_quantity <> y.quantity_filled
    ) then 'UNKNOWN_FATE'
    else (${waitAtExchange(now)}) end`;
}

// An instruction that was sent before the present logon, and not answered, may have been lost.
function waitAtExchange(now: Instant): Sql {
  return sql`
    select case
      when i.state = 'QUEUED' and c.since is null then 'SESSION'
      when i.state = 'QUEUED' then 'SENDING'
      when i.state = 'WITHHELD' and t.fix_order_status = 'PENDING_NEW' then 'UNKNOWN_FATE'
      when t.fix_order_status = 'PENDING_NEW' or t.pending_cl_ord_id is not null then
        case when i.sent_at >= c.since then 'ANSWER' else 'UNKNOWN_FATE' end
      when x.awaits_reentry then 'NEXT_ENTRY'
      when x.ended_at is null and x.last_day < d.business_date then 'UNKNOWN_FATE'
      when c.since is null then 'SESSION'
    end
    from business_day d
    left join lateral (
      select l.state, l.sent_at from exchange_instruction l
      where l.order_id = t.id and l.entry_no = t.entry_no and l.kind <> 'STATUS'
        and l.state <> 'WITHDRAWN'
      order by l.id desc limit 1
    ) i on true
    left join exchange_order x on x.order_id = t.id and x.entry_no = t.entry_no
    left join exchange_connection c on c.session_name = t.session_name and c.logged_on
      and c.seen_at > ${now}::timestamptz - ${ORDER.connectionGoneSeconds} * interval '1 second'`;
}

/** What these orders wait for; those that wait for nothing are left out. */
export async function waitsOf(
  on: Database,
  orderIds: readonly bigint[],
  now: Instant,
): Promise<ReadonlyMap<bigint, OrderWait>> {
  const rows = await on.query<{ id: bigint; wait: OrderWait }>(sql`
    select * from (
      select t.id, ${waitOf(now)} as wait from trade_order t
      where t.id = any(${[...orderIds]}::bigint[])
    ) w where wait is not null`);
  return new Map(rows.map(({ id, wait }) => [id, wait]));
}
