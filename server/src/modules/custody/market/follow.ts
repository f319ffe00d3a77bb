// Live orders on ex-dates, and the market's side of a corporate action that is approved, corrected
// or cancelled on or after its ex-date.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { closedObject, wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { removeAdjustment } from '../../market/index.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { adjustOrdersOf, adjustPrice, correctPrice, eachExDate } from './ex-date.js';
import { eventsWithOrdersLeft, hasOrdersLeft, selectOrdersUnadjusted } from './queries.js';
import { changeSecurity } from './security-change.js';

const followed = closedObject({ eventId: wireId({ description: 'The corporate action' }) });

const FOLLOW: JobKind<typeof followed> = {
  name: 'corporate-action.follow-market',
  data: followed,
};

/**
 * Reacts to the approval of a version. Before the ex-date, the end of day does the work. A
 * cancelled event no longer changes the prices of the past; the reference price stays.
 */
export async function followApproval(work: Work, event: CorporateActionRow): Promise<void> {
  if (event.status === 'CANCELLED') return removeAdjustment(work.tx, event.name);
  if (event.ex_date > (await currentBusinessDate(work.tx))) return;
  if (event.price_adjusted_at !== null) return correctPrice(work, event);
  await enqueue(work, FOLLOW, { data: { eventId: event.id } });
}

/** The job that does late what the end of day before the ex-date would have done. */
export const marketFollowJob: JobHandler = jobHandler({
  kind: FOLLOW,
  run: (context, { data }) => followMarket(context, data.eventId),
});

/** Does late what the end of day before an event's ex-date would have done to prices and orders. */
export async function followMarket(context: Context, eventId: bigint): Promise<void> {
  for (let round = 0; round < CUSTODY.batchesPerExDateMax; round += 1) {
    const isDone = await systemWork(context, 'corporate action', async (work) => {
      const event = await lockEvent(work.tx, eventId);
      if (event === undefined || event.ex_date > (await currentBusinessDate(work.tx))) return true;
      const key = { securityId: event.security_id, exDate: event.ex_date };
      if (round === 0) {
        await adjustPrice(work, key);
        const isChange = ['CHAN', 'DLST', 'WRTH'].includes(event.kind);
        if (isChange && event.security_changed_at === null) await changeSecurity(work, event);
      }
      if ((await adjustOrdersOf(work, key)) > 0) return false;
      await askAgain(work, eventId);
      return true;
    });
    if (isDone) return;
  }
}

// An order that waits for an answer of the exchange is looked at again a little later.
async function askAgain(work: Work, eventId: bigint): Promise<void> {
  if (!(await hasOrdersLeft(work.tx, eventId))) return;
  await enqueue(work, FOLLOW, { data: { eventId }, delayMs: CUSTODY.orderFollowMs });
}

/**
 * The end-of-day step that adjusts or cancels the live orders that live past an ex-date. Orders
 * that wait for an answer of the exchange are left to the job. Returns the number of orders.
 */
export async function adjustLiveOrders(
  context: Context,
  { next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  await eachExDate(context, await selectOrdersUnadjusted(context.db, next), async (work, key) => {
    const orders = await adjustOrdersOf(work, key);
    await progress?.count(work.tx, orders);
    total += orders;
    return orders === 0;
  });
  await systemWork(context, `ex-dates until ${next}`, async (work) => {
    for (const id of await eventsWithOrdersLeft(work.tx, next)) await askAgain(work, id);
  });
  return total;
}
