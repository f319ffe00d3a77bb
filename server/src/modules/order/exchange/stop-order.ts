// Stop orders. The server keeps each one until the last price reaches its stop price, and then
// releases it exactly once.

import type { Context, Work } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { ORDER } from '../limits.js';
import { orderEvent } from '../record/order.js';
import { releaseStops } from './stop-queries.js';
import { wakeAdapter } from './wake.js';

/**
 * Releases the stop orders whose stop price is reached: a buy if the last price is at or above it,
 * a sell if the last price is at or below it. Prices before an order's start date are ignored. A
 * locked order is skipped until the next poll. The release mark and the unique ClOrdID prevent a
 * second release.
 */
export async function triggerStops(work: Work): Promise<number> {
  const orders = await releaseStops(work);
  for (const order of orders) {
    work.events.push(orderEvent('trade-order.triggered', order));
    wakeAdapter(work, order.session_name);
  }
  return orders.length;
}

/** Compares stop prices with the market periodically; runs on every node. */
export const stopWorker: Worker = {
  name: 'stop orders',
  role: 'fix',
  start: async (context) => {
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      running ??= poll(context)
        .catch((error: unknown) =>
          context.log.error({ err: error }, 'stop orders could not be checked'),
        )
        .finally(() => {
          running = undefined;
        });
    }, ORDER.stopPollIntervalMs);
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
