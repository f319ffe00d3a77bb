// Derives in SQL why live orders wait.

import type { Database } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';
import { isTakenNow, type MarketGate } from './market-queries.js';
import type { OrderWait } from './wait.js';

/**
 * Returns the reason why an order `t` of `trade_order` is waiting; null if it is working, or if it
 * has ended and has no open work item.
 */
export function waitOf(gate: MarketGate): Sql {
  return sql`case
    when t.id in (
      select u.order_id from unmatched_report u where u.order_id is not null and not u.resolved
    ) then 'UNKNOWN_FATE'
    when t.order_status not in ('BOOKED', 'EXECUTING') then null
    when t.stop_price is not null and t.triggered_at is null then 'STOP_PRICE'
    when exists (
      select from exchange_order y
      where y.order_id = t.id and y.ended_at is not null and y.cum_quantity <> y.quantity_filled
    ) then 'UNKNOWN_FATE'
    else (${waitAtExchange(gate)}) end`;
}

// An instruction sent before the current logon and still unanswered may be lost.
function waitAtExchange(gate: MarketGate): Sql {
  return sql`
    select case
      when i.state = 'QUEUED' and not ${isTakenNow(gate)} then 'MARKET'
      when i.state = 'QUEUED' and c.since is null then 'SESSION'
      when i.state = 'QUEUED' then 'SENDING'
      when i.state = 'WITHHELD' and t.fix_order_status = 'PENDING_NEW' then 'UNKNOWN_FATE'
      when t.fix_order_status = 'PENDING_NEW' or t.pending_cl_ord_id is not null then
        case when i.sent_at >= c.since then 'ANSWER' else 'UNKNOWN_FATE' end
      when x.awaits_reentry and x.held_back_on = d.business_date then 'PRICE_LIMITS'
      when x.awaits_reentry then 'NEXT_ENTRY'
      when x.ended_at is null and x.last_day < d.business_date then 'UNKNOWN_FATE'
      when c.since is null then 'SESSION'
    end
    from business_day d
    join exchange e on e.id = t.exchange_id
    left join lateral (
      select l.kind, l.state, l.sent_at, l.order_term_id from exchange_instruction l
      where l.order_id = t.id and l.entry_no = t.entry_no and l.kind <> 'STATUS'
        and l.state <> 'WITHDRAWN'
      order by l.id desc limit 1
    ) i on true
    join order_term ot on ot.id = coalesce(i.order_term_id, t.order_term_id)
    left join exchange_order x on x.order_id = t.id and x.entry_no = t.entry_no
    left join exchange_connection c on c.session_name = t.session_name and c.logged_on
      and c.seen_at > ${gate.now}::timestamptz
        - ${ORDER.connectionGoneSeconds} * interval '1 second'`;
}

/** Reads why the given orders are waiting. Orders that are not waiting are omitted. */
export async function waitsOf(
  on: Database,
  orderIds: readonly bigint[],
  gate: MarketGate,
): Promise<ReadonlyMap<bigint, OrderWait>> {
  const rows = await on.query<{ id: bigint; wait: OrderWait }>(sql`
    select * from (
      select t.id, ${waitOf(gate)} as wait from trade_order t
      where t.id = any(${[...orderIds]}::bigint[])
    ) w where wait is not null`);
  return new Map(rows.map(({ id, wait }) => [id, wait]));
}
