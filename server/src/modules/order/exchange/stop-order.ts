// Stop orders: held here until the last price reaches their stop price, then let go, each exactly
// once.

import type { Context, Work } from '../../../platform/context.js';
import type { Worker } from '../../../platform/http/module.js';
import { systemWork } from '../../../platform/system-work.js';
import { ORDER } from '../limits.js';
import { orderEvent } from '../record/order.js';
import { releaseStops } from './stop-queries.js';
import { wakeAdapter } from './wake.js';

/**
 * Lets go of the stop orders whose price the market has reached: a buy when it is at or above, a
 * sell when it is at or below. Prices before the day from which an order may go do not count. A
 * locked order is left for the next look; the mark and the unique ClOrdID make it once.
 */
export async function triggerStops(work: Work): Promise<number> {
  const orders = await releaseStops(work);
  for (const order of orders) {
    work.events.push(orderEvent('trade-order.triggered', order));
    wakeAdapter(work, order.session_name);
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
      running ??= look(context)
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

async function look(context: Context): Promise<void> {
  for (let batch = 0; batch < ORDER.stopBatchesInARowMax; batch += 1) {
    const count = await systemWork(context, 'stop orders', triggerStops);
    if (count < ORDER.stopsPerBatch) return;
  }
}
