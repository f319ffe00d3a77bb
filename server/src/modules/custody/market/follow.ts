// Processes live orders on ex-dates, and applies market effects if a corporate action is approved,
// corrected or cancelled on or after its ex-date.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { closedObject, wireId } from '../../../platform/http/shape/wire.js';
import {
  enqueue,
  isJobUnderWay,
  type JobHandler,
  type JobKind,
  jobHandler,
} from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { removeAdjustment } from '../../market/index.js';
import { cancelAdjusted, enterRecoded, hasMultiplied, hasRecoded } from '../../order/index.js';
import { selectEvent } from '../entitlement/security-queries.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent } from '../record/queries.js';
import { adjustOrdersOf, adjustPrice, correctPrice, eachExDate } from './ex-date.js';
import {
  eventsWithOrdersLeft,
  hasOrdersLeft,
  selectOrdersUnadjusted,
  storeUnmet,
} from './queries.js';
import { changeSecurity, undoSecurityChange } from './security-change.js';

const followed = closedObject({ eventId: wireId({ description: 'The corporate action' }) });

const FOLLOW: JobKind<typeof followed> = {
  name: 'corporate-action.follow-market',
  data: followed,
};

/**
 * Applies market effects after the approval of a version. If the ex-date is in the future, the end
 * of day does the work, even for an event postponed after its ex-date. Orders that the event has
 * already changed are not changed again. A cancelled event no longer adjusts past prices, but the
 * reference price remains. The job cancels orders whose quantity the event has changed.
 */
export async function followApproval(work: Work, event: CorporateActionRow): Promise<void> {
  if (event.status === 'CANCELLED') {
    await removeAdjustment(work.tx, event.name);
    await undoSecurityChange(work, event);
    if (await hasMultiplied(work.tx, event.name)) await askSoon(work, event.id);
    return;
  }
  if (event.ex_date > (await currentBusinessDate(work.tx))) {
    await undoSecurityChange(work, event);
    if (event.price_adjusted_at === null && event.orders_adjusted_at === null) return;
    await removeAdjustment(work.tx, event.name);
    return storeUnmet(work.tx, event.id);
  }
  if (event.price_adjusted_at !== null) return correctPrice(work, event);
  await askSoon(work, event.id);
}

async function askSoon(work: Work, eventId: bigint): Promise<void> {
  await enqueue(work, FOLLOW, { data: { eventId } });
}

/** The job that catches up on the work that the end of day does before an ex-date. */
export const marketFollowJob: JobHandler = jobHandler({
  kind: FOLLOW,
  run: (context, { data }) => followMarket(context, data.eventId),
});

/**
 * Catches up on the work that the end of day does before an event's ex-date. Each part is a
 * separate transaction, so that the events of an ex-date are always locked in the same order.
 */
export async function followMarket(context: Context, eventId: bigint): Promise<void> {
  const event = await selectEvent(context.db, eventId);
  if (event === undefined) return;
  if (event.status === 'CANCELLED') return endOrders(context, event);
  if (event.ex_date > (await currentBusinessDate(context.db))) {
    // If the price is already set, the end of day that begins the ex-date is still running.
    if (event.price_adjusted_at !== null) await followAgain(context, event);
    return;
  }
  const key = { securityId: event.security_id, exDate: event.ex_date };
  await inWork(context, (work) => adjustPrice(work, key));
  await inWork(context, (work) => changeLate(work, eventId));
  for (let round = 0; round < CUSTODY.batchesPerExDateMax; round += 1) {
    if ((await inWork(context, (work) => adjustOrdersOf(work, key))) === 0) break;
  }
  await enterAnew(context, event);
  await followAgain(context, event);
}

// Re-enters orders that were cancelled because of a new code, each in a separate transaction.
async function enterAnew(context: Context, { name }: CorporateActionRow): Promise<void> {
  for (let round = 0; round < CUSTODY.batchesPerExDateMax; round += 1) {
    if (!(await inWork(context, (work) => enterRecoded(work, name)))) break;
  }
}

async function endOrders(context: Context, { id, name }: CorporateActionRow): Promise<void> {
  for (let round = 0; round < CUSTODY.batchesPerExDateMax; round += 1) {
    if ((await inWork(context, (work) => cancelAdjusted(work, name))) === 0) break;
  }
  await inWork(context, async (work) => {
    if (await hasMultiplied(work.tx, name)) await askAgain(work, id);
  });
}

function inWork<Result>(context: Context, run: (work: Work) => Promise<Result>): Promise<Result> {
  return systemWork(context, 'corporate action', run);
}

async function changeLate(work: Work, eventId: bigint): Promise<void> {
  const event = await lockEvent(work.tx, eventId);
  if (event === undefined || event.security_changed_at !== null) return;
  const isInForce = event.status === 'ANNOUNCED' || event.status === 'CONFIRMED';
  if (isInForce && ['CHAN', 'DLST', 'WRTH'].includes(event.kind)) await changeSecurity(work, event);
}

// An order that waits for an answer from the exchange is checked again a little later.
function followAgain(context: Context, { id, name }: CorporateActionRow): Promise<void> {
  return inWork(context, async (work) => {
    const isLeft = (await hasOrdersLeft(work.tx, id)) || (await hasRecoded(work.tx, name));
    if (isLeft) await askAgain(work, id);
  });
}

async function askAgain(work: Work, eventId: bigint): Promise<void> {
  await enqueue(work, FOLLOW, { data: { eventId }, delayMs: CUSTODY.orderFollowMs });
}

/**
 * End-of-day step that adjusts or cancels the live orders that remain in force after an ex-date.
 * The job processes orders that wait for an answer from the exchange. Returns the number of orders.
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
    for (const id of await eventsWithOrdersLeft(work.tx, next)) {
      const isFollowed = await isJobUnderWay(work.tx, [FOLLOW.name], { eventId: id });
      if (!isFollowed) await askAgain(work, id);
    }
  });
  return total;
}
