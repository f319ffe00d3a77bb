// The job that entitles the holders of one event, as the end of day does.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { ENTITLE_EVENT } from '../event/job.js';
import { CUSTODY } from '../limits.js';
import { entitleWithDependents } from './entitle.js';

/** Entitles the holders of an event on the business date of each batch. */
export const entitleEventJob: JobHandler = jobHandler({
  kind: ENTITLE_EVENT,
  timeoutMs: CUSTODY.entitlingTimeoutMs,
  run: async (context, { data }) => {
    const reason = `entitlements of event ${data.eventId}`;
    const { eventId } = data;
    await entitleWithDependents({ context, eventId, reason, dateOf: currentBusinessDate });
  },
});
