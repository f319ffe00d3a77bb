// Every night, deletes old deliveries and the deliveries of deleted endpoints.

import { JOB } from '../../limits.js';
import { closedObject } from '../../platform/http/shape/wire.js';
import { jobHandler } from '../../platform/jobs/job.js';
import { inBatches } from '../../platform/jobs/purge.js';
import { deleteDeliveriesOfRemoved, deleteOldDeliveries } from './delivery-queries.js';
import { deleteEmptyEndpoints } from './endpoint-queries.js';

/** Deletes deliveries and endpoints that are no longer needed. */
export const purgeDeliveries = jobHandler({
  kind: { name: 'webhook-delivery.purge', data: closedObject({}) },
  dailyAtUtc: '01:30',
  timeoutMs: JOB.purgeTimeoutMs,
  atOnceMax: 1,
  run: async ({ db, metrics }, { signal }) => {
    const old = await inBatches(signal, () => deleteOldDeliveries(db));
    const removed = await inBatches(signal, () => deleteDeliveriesOfRemoved(db));
    await deleteEmptyEndpoints(db);
    metrics.events.inc({ name: 'webhook_delivery_purged' }, old + removed);
  },
});
