// Re-entry: an order that outlives what its exchange keeps is entered there again on each trading
// day, with what is left of it, as one customer order over many exchange orders.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context, Work } from '../../../platform/context.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import {
  assetClassOf,
  type MarketRules,
  priceLimits,
  ruleOn,
  rulesOf,
  tickOf,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import { orderEvent } from '../trade/record.js';
import { instructionTopic } from './port.js';
import { sessionFor } from './session-route.js';

interface Due extends Priced {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly exchange_name: string;
  readonly office_name: string;
  readonly session_name: string;
}

/** What decides on whether the price limits of a day take an order. */
interface Priced {
  readonly exchange_id: bigint;
  readonly instrument_type: string;
  readonly limit_price: Decimal | null;
  readonly previous_close: Decimal | null;
  readonly business_date: BusinessDate;
}

/**
 * Enters the orders again whose present exchange order has ended on an earlier day, each once in a
 * trading day. An order whose fills are in doubt is left until its fate is known: the exchange has
 * not said that it works no more, counts other fills than are booked, or a report about it waits
 * for somebody. One whose limit is outside the price limits of the day is held back for that day. A
 * locked one is left for the next look. How many were looked at.
 */
export async function reenterOrders(work: Work): Promise<number> {
  const [found] = await work.tx.query<{ await_reentry: boolean }>(
    sql`select orders_await_reentry() as await_reentry`,
  );
  if (found?.await_reentry !== true) return 0;
  // Locked first and looked at again then, so that what another transaction changed meanwhile, the
  // exchange orders included, is seen.
  const candidates = await work.tx.query<{ id: bigint }>(sql`
    select t.id ${DUE} order by t.id limit ${ORDER.reentriesPerBatch}
    for update of t skip locked`);
  if (candidates.length === 0) return 0;
  const locked = await work.tx.query<Due>(sql`
    select t.id, t.name, t.office_id, t.session_name, e.name as exchange_name,
      o.name as office_name, t.limit_price, t.exchange_id, t.instrument_type, d.business_date,
      (select p.previous_close from security_price p where p.security_id = t.security_id)
    ${DUE} and t.id = any(${candidates.map(({ id }) => id)}::bigint[])`);
  const due = await holdBackOutside(work, locked);
  const routes = work.context.config.exchangeRoutes;
  if (due.length === 0) return locked.length;
  const sessions = due.map((order) => sessionFor(routes, order) ?? order.session_name);
  await work.tx.query(sql`
    with due as (
      select * from unnest(${due.map(({ id }) => id)}::bigint[], ${sessions}::text[])
        as d(id, session_name)
    ), gone as (
      update trade_order t set entry_no = t.entry_no + 1, session_name = due.session_name,
        cl_ord_id = t.name || '-' ||
          (select count(*) + 1 from exchange_instruction n where n.order_id = t.id),
        filled_elsewhere = t.quantity_filled, exchange_order_id = null,
        fix_order_status = 'NA', resting_fix_status = 'NA', status_at = ${work.now},
        version = t.version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
      from due where t.id = due.id
      returning t.id, t.exchange_id, t.entry_no, t.session_name, t.cl_ord_id
    ), followed as (
      update exchange_order x set awaits_reentry = false
      from due where x.order_id = due.id and x.awaits_reentry
    )
    insert into exchange_instruction (exchange_id, order_id, entry_no, session_name, kind,
      cl_ord_id, state, created_at)
    select exchange_id, id, entry_no, session_name, 'NEW', cl_ord_id, 'QUEUED', ${work.now}
    from gone order by id`);
  for (const order of due) work.events.push(orderEvent('trade-order.reentered', order));
  for (const session of new Set(sessions)) {
    work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(session)));
  }
  return locked.length;
}

const DUE: Sql = sql`
    from exchange_order x
    join trade_order t on t.id = x.order_id and t.entry_no = x.entry_no
    join security s on s.id = t.security_id
    join exchange e on e.id = t.exchange_id
    join business_office o on o.id = t.office_id
    cross join business_day d
    where x.awaits_reentry and x.entered_on < d.business_date
      and t.order_status in ('BOOKED', 'EXECUTING') and t.pending_cl_ord_id is null
      and t.expire_date >= d.business_date and t.quantity > t.quantity_filled
      and not exists (
        select from exchange_order y
        where y.order_id = t.id and y.cum_quantity <> y.quantity_filled)
      and not exists (
        select from unmatched_report u where u.order_id = t.id and not u.resolved)
      and s.active and s.status = 'TRADING' and e.active
      and x.held_back_on is distinct from d.business_date`;

// An exchange would reject such an order, which would end it; tomorrow's limits may take it.
async function holdBackOutside(work: Work, orders: readonly Due[]): Promise<Due[]> {
  const inside: Due[] = [];
  const outside: bigint[] = [];
  const known = new Map<bigint, MarketRules>();
  for (const order of orders) {
    const { exchange_id: id } = order;
    const rules = known.get(id) ?? (await rulesOf(work.tx, id));
    known.set(id, rules);
    if (isInside(order, rules)) inside.push(order);
    else outside.push(order.id);
  }
  if (outside.length === 0) return inside;
  await work.tx.query(sql`
    update exchange_order x set held_back_on = d.business_date from business_day d
    where x.order_id = any(${outside}::bigint[]) and x.awaits_reentry`);
  return inside;
}

function isInside(order: Priced, rules: MarketRules): boolean {
  const { limit_price: limit, previous_close: reference, business_date: date } = order;
  const own = rules.classes[assetClassOf(order.instrument_type)];
  const tick = ruleOn(own.PRICE_TICK, date);
  const band = ruleOn(own.PRICE_BAND, date);
  if (limit === null || reference === null || tick === undefined || band === undefined) return true;
  const { low, high } = priceLimits(tickOf(tick, reference), band, reference);
  return limit.greaterThanOrEqualTo(low) && limit.lessThanOrEqualTo(high);
}

/** Looks for orders to enter again, on every node. */
export const reentryWorker: Worker = {
  name: 're-entry of orders',
  role: 'fix',
  start: async (context) =>
    startLoop(context, {
      name: 'order-reentry',
      everyMs: ORDER.reentriesEveryMs,
      round: () => enterAll(context),
    }),
};

async function enterAll(context: Context): Promise<void> {
  for (let batch = 0; batch < ORDER.reentryBatchesInARowMax; batch += 1) {
    const count = await systemWork(context, 're-entry of orders', reenterOrders);
    if (count === 0) return;
  }
}
