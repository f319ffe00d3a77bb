// The job that pays one event, as the end of day would.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { closedObject, wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { CUSTODY } from '../limits.js';
import { payEvent } from './pay.js';

const paymentData = closedObject({ eventId: wireId() });

const PAY_EVENT: JobKind<typeof paymentData> = {
  name: 'corporate-action.pay',
  data: paymentData,
};

/** Enqueues the job that pays an event. Returns its id, or undefined in a dry run. */
export function enqueuePayment(work: Work, eventId: bigint): Promise<bigint | undefined> {
  return enqueue(work, PAY_EVENT, { data: { eventId } });
}

/** Pays an event on the business date of each batch. */
export const payEventJob: JobHandler = jobHandler({
  kind: PAY_EVENT,
  timeoutMs: CUSTODY.paymentTimeoutMs,
  run: async (context, { data }) => {
    const reason = `payment of event ${data.eventId}`;
    await payEvent({ context, eventId: data.eventId, reason, dateOf: currentBusinessDate });
  },
});
