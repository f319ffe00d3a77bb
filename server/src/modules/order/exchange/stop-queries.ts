// SQL that releases the stop orders whose price the market has reached.

import type { Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { ORDER } from '../limits.js';

/** A stop order that was released. */
interface ReleasedStop {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly session_name: string;
}

/**
 * Releases a batch of stop orders and queues their instructions. Skips orders that are already
 * locked.
 */
export function releaseStops(work: Work): Promise<ReleasedStop[]> {
  return work.tx.query<ReleasedStop>(sql`
    with reached as (
      select t.id from trade_order t
      join security_price p on p.security_id = t.security_id
      join exchange e on e.id = t.exchange_id
      cross join business_day d
      where t.order_status = 'BOOKED' and t.stop_price is not null and t.triggered_at is null
        and coalesce((t.order_start_date at time zone e.time_zone)::date, d.business_date)
          <= d.business_date
        and case t.order_type when 'BUY' then p.last >= t.stop_price else p.last <= t.stop_price end
      order by t.id limit ${ORDER.stopsPerBatch} for update of t skip locked
    ), gone as (
      update trade_order t set triggered_at = ${work.now}, status_at = ${work.now},
        version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
      from reached where t.id = reached.id
      returning t.id, t.name, t.office_id, t.exchange_id, t.entry_no, t.session_name, t.cl_ord_id
    ), queued as (
      insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
        cl_ord_id, state, created_at)
      select exchange_id, id, entry_no, session_name, 'NEW', cl_ord_id, 'QUEUED', ${work.now}
      from gone order by id
    )
    select id, name, office_id, session_name from gone`);
}
