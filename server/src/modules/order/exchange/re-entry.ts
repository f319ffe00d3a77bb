// Re-entry: if an order lives longer than its exchange keeps orders, its open quantity is entered
// there again on each trading day. One customer order can therefore have many exchange orders.

import { present } from '../../../platform/assert.js';
import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context, Work } from '../../../platform/context.js';
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
import { orderEvent } from '../record/order.js';
import {
  type Due,
  enterAgain,
  holdBack,
  lockCandidates,
  ordersAwaitReentry,
  type Priced,
  selectDue,
} from './re-entry-queries.js';
import { sessionFor } from './session-route.js';
import { wakeAdapter } from './wake.js';

/**
 * Enters orders again, once per trading day, if their current exchange order ended on an earlier
 * day. An order with doubtful fills is skipped until the fills are certain. Fills are doubtful if
 * the exchange has not reported the end, if the exchange's count differs from the booked fills, or
 * if a work item about the order is open. An order whose limit is outside the day's price limits is
 * skipped for that day. A locked order is skipped until the next poll.
 * @returns the number of orders read
 */
export async function reenterOrders(work: Work): Promise<number> {
  if (!(await ordersAwaitReentry(work.tx))) return 0;
  // The orders are locked first and read again afterwards, so that concurrent changes to orders and
  // exchange orders are seen.
  const candidates = await lockCandidates(work.tx);
  if (candidates.length === 0) return 0;
  const locked = await selectDue(work.tx, candidates);
  const due = await holdBackOutside(work, locked);
  const routes = work.context.config.exchangeRoutes;
  if (due.length === 0) return locked.length;
  const sessions = due.map((order) => sessionFor(routes, order) ?? order.session_name);
  await enterAgain(
    work,
    due.map(({ id }, place) => ({
      id,
      sessionName: present(sessions[place], 'each order has a session'),
    })),
  );
  for (const order of due) work.events.push(orderEvent('trade-order.reentered', order));
  for (const session of new Set(sessions)) {
    wakeAdapter(work, session);
  }
  return locked.length;
}

// The exchange would reject an order outside the price limits, and the rejection would end the
// order. The next day's limits may allow it.
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
  await holdBack(work.tx, outside);
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

/** Polls for orders to enter again; runs on every node. */
export const reentryWorker: Worker = {
  name: 're-entry of orders',
  role: 'fix',
  start: async (context) =>
    startLoop(context, {
      name: 'order-reentry',
      everyMs: ORDER.reentryPollIntervalMs,
      round: () => enterAll(context),
    }),
};

async function enterAll(context: Context): Promise<void> {
  for (let batch = 0; batch < ORDER.reentryBatchesInARowMax; batch += 1) {
    const count = await systemWork(context, 're-entry of orders', reenterOrders);
    if (count === 0) return;
  }
}
