// Reads items that could not be read right after their acknowledgement, because of a crash or an
// error, or because a receipt arrived before its message.

import { JOB } from '../../../limits.js';
import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context } from '../../../platform/context.js';
import { closedObject } from '../../../platform/http/shape/wire.js';
import { jobHandler } from '../../../platform/jobs/job.js';
import { inBatches } from '../../../platform/jobs/purge.js';
import { endEach } from '../../../platform/stop.js';
import type { Worker } from '../../../platform/worker.js';
import { INBOUND } from '../limits.js';
import { INBOUND_SIGNAL, type Intake } from './intake.js';
import { countItems, deleteOldDeliveries } from './queries.js';

/** Reads waiting items on every node. */
export function inboundWorker(intake: Intake): Worker {
  return {
    name: 'inbound',
    role: 'jobs',
    start: async (context) => {
      const reading = startLoop(context, {
        ...{ name: 'inbound', everyMs: INBOUND.pollIntervalMs, wakeOn: INBOUND_SIGNAL },
        round: () => intake.readDue(context),
      });
      const measuring = startLoop(context, {
        ...{ name: 'inbound-measure', everyMs: INBOUND.measureIntervalMs },
        round: () => measure(context),
      });
      return {
        ready: () => true,
        stop: () => endEach(reading.stop, measuring.stop, intake.end),
      };
    },
  };
}

async function measure({ db, metrics }: Context): Promise<void> {
  const { waiting, parked } = await countItems(db);
  metrics.gauges.set({ name: 'inbound_waiting' }, Number(waiting));
  metrics.gauges.set({ name: 'inbound_parked' }, Number(parked));
}

/** Deletes old deliveries, except those with items that are waiting or parked. */
export const purgeInbound = jobHandler({
  kind: { name: 'inbound.purge', data: closedObject({}) },
  dailyAtUtc: '01:50',
  timeoutMs: INBOUND.purgeTimeoutMs,
  atOnceMax: 1,
  run: async ({ db, metrics }, { signal }) => {
    const removed = await inBatches(signal, () => deleteOldDeliveries(db, JOB.purgeBatchRows));
    metrics.events.inc({ name: 'inbound_purged' }, removed);
  },
});
