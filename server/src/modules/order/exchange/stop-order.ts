// Stop orders: held here until the last price reaches their stop price, then let go, each exactly
// once.

import type { Context, Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { ORDER } from '../limits.js';
import { orderEvent } from '../trade/record.js';
import { instructionTopic } from './port.js';

interface LetGo {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly session_name: string;
}

/**
 * Lets go of the stop orders whose price the market has reached: a buy when it is at or above, a
 * sell when it is at or below. Prices before the day from which an order may go do not count. A
 * locked order is left for the next look; the mark and the unique ClOrdID make it once.
 */
export async function triggerStops(work: Work): Promise<number> {
  const orders = await work.tx.query<LetGo>(sql`
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
  for (const order of orders) {
    work.events.push(orderEvent('trade-order.triggered', order));
    work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(order.session_name)));
  }
  return orders.length;
}

/** Looks at the market again and again, on every node. */
export const stopWorker: Worker = {
  name: 'stop orders',
  role: 'fix',
  start: async (context) => {
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      running ??= poll(context)
        .catch((error: unknown) => context.log.error({ err: error }, 'stop orders not looked at'))
        .finally(() => {
          running = undefined;
        });
    }, ORDER.stopsEveryMs);
    return {
      ready: () => true,
      stop: async () => {
        clearInterval(timer);
        await running;
      },
    };
  },
};

async function poll(context: Context): Promise<void> {
  for (let batch = 0; batch < ORDER.stopBatchesInARowMax; batch += 1) {
    const count = await systemWork(context, 'stop orders', triggerStops);
    if (count < ORDER.stopsPerBatch) return;
  }
}
