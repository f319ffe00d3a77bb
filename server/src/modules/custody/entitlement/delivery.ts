// Deliveries. One person enters the date on which the depository credits an event's new units, and
// another approves it. The units can be sold from that date on.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { systemWork } from '../../../platform/system-work.js';
import { refuseOwnWork } from '../../identity/index.js';
import { wrongState } from '../event/state.js';
import { CUSTODY } from '../limits.js';
import { custodyProblems } from '../problems.js';
import { lockEvent } from '../record/queries.js';
import {
  countDeliveries,
  type DeliveryRow,
  type DeliveryState,
  decideDelivery,
  insertDelivery,
  lockDelivery,
  selectDeliverable,
  selectDeliveries,
  selectDelivery,
  selectPendingUnits,
  storeDelivered,
} from './delivery-queries.js';
import { deliveredEvent } from './event.js';
import { deliverElected, deliverUnits } from './move-queries.js';

/**
 * Proposes a date from which an event's pending units can be delivered. Refuses with
 * EVENT_WRONG_STATE if none are pending or a delivery is in progress, and with EVENT_REFUSED if the
 * date is too early.
 */
export async function proposeDelivery(
  work: Work,
  { id: eventId, date }: { readonly id: bigint; readonly date: BusinessDate },
): Promise<Outcome> {
  const event = await lockEvent(work.tx, eventId);
  if (event === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, {
      detail: 'There is no corporate action with this id.',
    });
  }
  const pending = await selectPendingUnits(work.tx, eventId);
  if (pending.is_proposed) throw wrongState(event, 'DELIVERY_PROPOSED');
  if (pending.units === 0n) throw wrongState(event, 'NOTHING_PENDING');
  const first = [event.ex_date, pending.available_date ?? event.ex_date].toSorted().at(-1);
  if (first !== undefined && date < first) {
    const detail = `must not be before ${first}, when the units become available`;
    throw refuseMember(custodyProblems.EVENT_REFUSED, 'date', detail);
  }
  const id = await work.context.ids.next(work.tx, 'event_delivery_id');
  const creator = { creator_kind: work.principal.kind, creator_id: work.principal.id };
  const row = { id, corporate_action_id: eventId, delivery_date: date, ...creator };
  await insertDelivery(work.tx, row, stampOf(work));
  const { entitlements, units } = pending;
  const outcome = await written(work, id, 'PROPOSED');
  return { ...outcome, result: { ...outcome.result, entitlements, units: String(units) } };
}

/**
 * Approves a delivery. Its maker cannot approve it. If its date is not in the future, a job
 * delivers the units.
 */
export async function approveDelivery(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockUndecided(work, id);
  await decideDelivery(work.tx, { id, state: 'APPROVED', reason }, stampOf(work));
  if (row.delivery_date <= (await currentBusinessDate(work.tx))) {
    await enqueue(work, DELIVER_UNITS, { data: { eventId: row.corporate_action_id } });
  }
  return written(work, id, 'APPROVED');
}

/** Rejects a delivery. Its maker cannot reject it. */
export async function rejectDelivery(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockUndecided(work, id);
  await decideDelivery(work.tx, { id, state: 'REJECTED', reason }, stampOf(work));
  return written(work, id, 'REJECTED');
}

/** Lists deliveries, newest first. */
export async function listDeliveries(
  call: Call,
  state: DeliveryState | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectDeliveries(call.db, state, page), page);
  const count = await countDeliveries(call.db, state);
  return { count, result: rows.map(deliveryRecord), nextAfter };
}

const steps = stateSteps<DeliveryRow, string>({
  lock: async ({ tx }, id) => {
    await lockDelivery(tx, id);
    return selectDelivery(tx, id);
  },
  isVisible: () => true,
  missing: () => 'no such delivery',
  stateOf: ({ state }) => state,
  wrongState: custodyProblems.EVENT_DELIVERY_WRONG_STATE,
  detailOf: ({ state }) => `The delivery is ${state}.`,
});

async function lockUndecided(work: Work, id: bigint): Promise<DeliveryRow> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return row;
}

function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}

async function written(
  work: Work,
  id: bigint,
  done: 'PROPOSED' | 'APPROVED' | 'REJECTED',
): Promise<Outcome> {
  const row = present(await selectDelivery(work.tx, id), 'the delivery was written');
  return {
    msgCode: `EVENT_DELIVERY_${done}`,
    id,
    version: row.version,
    result: deliveryRecord(row),
  };
}

function deliveryRecord(row: DeliveryRow) {
  return {
    id: row.id,
    eventId: row.corporate_action_id,
    eventName: row.event_name,
    kind: row.event_kind,
    securityName: row.security_name,
    date: row.delivery_date,
    state: row.state,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

/** End-of-day step that delivers the units of approved deliveries on their date. */
export const deliverEntitlements: EndOfDayStep = {
  name: 'deliver-entitlements',
  run: async (context, { closing, next }: ClosingDay, progress) => {
    const due = await selectDeliverable(context.db, next);
    return deliverAll({ context, reason: `end-of-day ${closing}`, progress }, due);
  },
};

const data = Type.Object({ eventId: wireId() });
const DELIVER_UNITS: JobKind<typeof data> = { name: 'corporate-action.deliver', data };

/** The job that delivers the units of one event. */
export const deliverUnitsJob: JobHandler = jobHandler({
  kind: DELIVER_UNITS,
  timeoutMs: CUSTODY.entitlingTimeoutMs,
  run: async (context, { data: { eventId } }) => {
    const due = await selectDeliverable(context.db, await currentBusinessDate(context.db), eventId);
    await deliverAll({ context, reason: `delivery of event ${eventId}` }, due);
  },
});

interface DeliveryRun {
  readonly context: Context;
  readonly reason: string;
  readonly progress?: StepProgress | undefined;
}

// Each batch is one transaction; a repeated run delivers the remaining units.
async function deliverAll(run: DeliveryRun, due: readonly DeliveryRow[]): Promise<number> {
  let total = 0;
  for (const delivery of due) {
    for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
      const count = await systemWork(run.context, run.reason, (work) =>
        deliverBatch(work, delivery, run.progress),
      );
      total += count;
      if (count === 0) break;
    }
  }
  return total;
}

async function deliverBatch(
  work: Work,
  { id, corporate_action_id: eventId, delivery_date: date }: DeliveryRow,
  progress: StepProgress | undefined,
): Promise<number> {
  const event = present(await lockEvent(work.tx, eventId), 'the event of a delivery exists');
  const batch = { eventId, most: CUSTODY.portfoliosPerBatch };
  const count =
    (await deliverUnits(work.tx, batch, date)) +
    (await deliverElected(work.tx, batch, { date, ...stampOf(work) }));
  await progress?.count(work.tx, count);
  if (count === 0 && (await storeDelivered(work.tx, id, stampOf(work)))) {
    work.events.push(deliveredEvent(event, date));
  }
  return count;
}
