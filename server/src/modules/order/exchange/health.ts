// Metrics for the sessions that carry orders: which are logged on, and how many orders wait for the
// others.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import type { Worker } from '../../../platform/worker.js';
import { ORDER } from '../limits.js';
import { type ConnectionState, reachOf } from './connection-queries.js';
import { routedSessions } from './reach.js';

/** Polls periodically on the nodes that run jobs, so that a dead adapter is noticed too. */
export const exchangeHealthWorker: Worker = {
  name: 'exchange-health',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'exchange-health',
      everyMs: ORDER.healthPollIntervalMs,
      round: () => watchExchanges(context),
    }),
};

/** The states in which a session should be logged on, but is not. */
const DOWN: ReadonlySet<ConnectionState> = new Set(['CONNECTING', 'REFUSED', 'STOPPED']);

/** Sets this node's metrics. */
export async function watchExchanges(context: Context): Promise<void> {
  const { gauges } = context.metrics;
  const reach = await reachOf(context.db, routedSessions(context), context.clock.now());
  const away = reach.filter(({ isLoggedOn }) => !isLoggedOn);
  const down = away.filter(({ state }) => DOWN.has(state));
  gauges.set({ name: 'exchange_sessions_down' }, down.length);
  const waiting = away.reduce((sum, each) => sum + Number(each.waiting), 0);
  gauges.set({ name: 'exchange_orders_waiting' }, waiting);
  for (const { sessionName, isLoggedOn } of reach) {
    gauges.set({ name: `exchange_session_up_${sessionName.toLowerCase()}` }, isLoggedOn ? 1 : 0);
  }
}
