// Handles the request to entitle an event's holders now.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { ENTITLE_EVENT, enqueueEventJob } from '../event/job.js';
import { wrongState } from '../event/state.js';
import { lockEvent } from '../record/queries.js';

/**
 * Enqueues the job that entitles an event's holders, or recomputes their entitlements. Refuses with
 * EVENT_WRONG_STATE, giving the progress and the reason: CLOSED, or NOT_DUE before the ex-date.
 */
export async function requestEntitling(work: Work, id: bigint): Promise<Outcome> {
  const event = await lockEvent(work.tx, id);
  if (event === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no corporate action with this id.',
    });
  }
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
  const isDue = event.progress !== 'OPEN' || event.ex_date <= (await currentBusinessDate(work.tx));
  if (!isDue) throw wrongState(event, 'BEFORE_EX_DATE');
  const jobId = await enqueueEventJob(work, ENTITLE_EVENT, event);
  const result = { eventId: id, eventName: event.name, jobId };
  return { msgCode: 'EVENT_ENTITLEMENT_REQUESTED', id, result };
}
