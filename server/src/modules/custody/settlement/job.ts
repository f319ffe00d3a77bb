// The job that pays one event, as the end of day does.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { PAY_EVENT } from '../event/job.js';
import { CUSTODY } from '../limits.js';
import { payEvent } from './pay.js';

/** Pays an event on the business date of each batch. */
export const payEventJob: JobHandler = jobHandler({
  kind: PAY_EVENT,
  timeoutMs: CUSTODY.paymentTimeoutMs,
  run: async (context, { data }) => {
    const reason = `payment of event ${data.eventId}`;
    await payEvent({ context, eventId: data.eventId, reason, dateOf: currentBusinessDate });
  },
});
