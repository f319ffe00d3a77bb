// End-of-day step that ends rights not taken up, ends elections of cancelled events, and settles
// elections once their units have moved.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { reportEndedRights } from '../../order/index.js';
import { deadlineNow } from '../event/deadline.js';
import { END_ELECTIONS, enqueueEventJob } from '../event/job.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent, selectOptions } from '../record/queries.js';
import { rejectPayments } from '../settlement/settlement.js';
import { rejectAllotments } from './allotment-queries.js';
import { electionEvent } from './event.js';
import { giveBackTakeUps } from './give-back.js';
import { releaseHolds } from './hold.js';
import {
  type EndedPosition,
  type EndedRow,
  lapseRights,
  reviveRights,
  reviveShort,
  selectCarriedOut,
  selectEndedRights,
  selectTakenUp,
  selectToLapse,
  selectWaiting,
  storeSettled,
} from './lapse-queries.js';
import { endElection } from './queries.js';

/** The step that ends elections and rights after the deadline. */
export const lapseElections: EndOfDayStep = { name: 'lapse-elections', run: lapseAll };

async function lapseAll(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  const due = await selectToLapse(context.db, { now: deadlineNow(context, next), next });
  const dateOf = () => Promise.resolve(next);
  let total = 0;
  for (const { id } of due) {
    const run = { context, eventId: id, reason: `end-of-day ${closing}`, dateOf, progress };
    total += await lapseEvent(run);
  }
  return total + (await reportEnded(context, { closing, next }));
}

// A person must resolve positions that remain after the rights have lapsed. Each run reads all of
// them in pages, including those that already have a work item.
export async function reportEnded(
  context: Context,
  { closing, next }: ClosingDay,
  most: number = CUSTODY.portfoliosPerBatch,
): Promise<number> {
  let items = 0;
  let after: EndedPosition | undefined;
  for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
    const page = { now: deadlineNow(context, next), next, most, after };
    const positions = await selectEndedRights(context.db, page);
    if (positions.length > 0) {
      items += await systemWork(context, `end-of-day ${closing}`, (work) =>
        reportEndedRights(work, positions),
      );
    }
    after = positions.at(-1);
    if (positions.length < most) break;
  }
  return items;
}

/** The job that ends the elections of an event as soon as the event is cancelled. */
export const endElectionsJob: JobHandler = jobHandler({
  kind: END_ELECTIONS,
  timeoutMs: CUSTODY.paymentTimeoutMs,
  run: async (context, { data: { eventId } }) => {
    const reason = `elections of event ${eventId}`;
    await lapseEvent({ context, eventId, reason, dateOf: currentBusinessDate });
  },
});

/**
 * If the approved version cancels the event, enqueues the job that ends its elections, and rejects
 * its pending allotments. For a call on rights, also rejects pending payments, because the money is
 * refunded to customers.
 */
export async function endElectionsOf(work: Work, event: CorporateActionRow): Promise<void> {
  if (event.status !== 'CANCELLED' || event.participation === 'MAND') return;
  if (event.kind === 'EXRI') await rejectPayments(work, event.id);
  const reason = 'The corporate action is cancelled.';
  await rejectAllotments(work.tx, { eventId: event.id, reason }, stampOf(work));
  await enqueueEventJob(work, END_ELECTIONS, event);
}

/** A run that ends the elections of an event. */
interface LapseRun {
  readonly context: Context;
  readonly eventId: bigint;
  readonly reason: string;
  /** The date of journals and movements. */
  readonly dateOf: (tx: Tx) => Promise<BusinessDate>;
  readonly progress?: StepProgress | undefined;
}

async function lapseEvent({ context, eventId, ...run }: LapseRun): Promise<number> {
  let total = 0;
  for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
    const count = await systemWork(context, run.reason, async (work) => {
      const done = await lapseBatch(work, eventId, await run.dateOf(work.tx));
      await run.progress?.count(work.tx, done);
      return done;
    });
    total += count;
    if (count === 0) break;
  }
  return total;
}

// Each batch is one transaction, after which its elections and rights are no longer selected.
async function lapseBatch(work: Work, eventId: bigint, date: BusinessDate): Promise<number> {
  const event = await lockEvent(work.tx, eventId);
  if (event === undefined || event.progress === 'CLOSED') return 0;
  const withdrawn = event.status === 'CANCELLED' ? await withdraw(work, event) : 0;
  if (withdrawn > 0) return withdrawn;
  if (event.kind !== 'EXRI') return settle(work, event, date);
  if (event.status === 'CANCELLED') return giveBack(work, event, date);
  const taken = await settleTakenUp(work, event);
  if (taken > 0) return taken;
  if (event.status !== 'CONFIRMED' || event.deadline === null) return 0;
  return deadlineNow(work.context, date) < event.deadline
    ? revive(work, event)
    : lapse(work, event, date);
}

async function withdraw(work: Work, event: CorporateActionRow): Promise<number> {
  const rows = await selectWaiting(work.tx, event.id, CUSTODY.electionsPerBatch);
  for (const row of rows) {
    await releaseHolds(work, row, event.security_id);
    await endElection(work.tx, { id: row.id, state: 'LAPSED' }, stampOf(work));
    push(work, event, { row, done: 'lapsed' });
  }
  return rows.length;
}

async function giveBack(
  work: Work,
  event: CorporateActionRow,
  date: BusinessDate,
): Promise<number> {
  const rows = await giveBackTakeUps(work, event, date);
  for (const row of rows) push(work, event, { row, done: 'cancelled' });
  return rows.length > 0 ? rows.length : revive(work, event);
}

async function settle(work: Work, event: CorporateActionRow, date: BusinessDate): Promise<number> {
  const batch = { through: date, most: CUSTODY.electionsPerBatch };
  const rows = await selectCarriedOut(work.tx, event.id, batch);
  for (const row of rows) await releaseHolds(work, row, event.security_id);
  const waiting = rows.filter(({ state }) => state === 'INSTRUCTED');
  const isPart = (row: (typeof rows)[number]) => row.taken > 0n && row.taken < row.quantity;
  const states = [
    ['PART_SETTLED', waiting.filter(isPart)],
    [event.status === 'CANCELLED' ? 'LAPSED' : 'SETTLED', waiting.filter((row) => !isPart(row))],
  ] as const;
  for (const [state, ended] of states) {
    const ids = ended.map(({ id }) => id);
    await storeSettled(work.tx, ids, { state, ...stampOf(work) });
    const done = state === 'LAPSED' ? 'lapsed' : 'settled';
    for (const row of ended) push(work, event, { row, done });
  }
  return rows.length;
}

async function settleTakenUp(work: Work, event: CorporateActionRow): Promise<number> {
  const rows = await selectTakenUp(work.tx, event.id, CUSTODY.electionsPerBatch);
  const ids = rows.map(({ id }) => id);
  await storeSettled(work.tx, ids, { state: 'SETTLED', ...stampOf(work) });
  for (const row of rows) push(work, event, { row, done: 'settled' });
  return rows.length;
}

async function revive(work: Work, event: CorporateActionRow): Promise<number> {
  const batch = { ...stampOf(work), most: CUSTODY.portfoliosPerBatch };
  const rows = await reviveRights(work.tx, event.id, batch);
  for (const row of rows) push(work, event, { row, done: 'cancelled' });
  return rows.length;
}

async function lapse(work: Work, event: CorporateActionRow, date: BusinessDate): Promise<number> {
  if ((await selectWaiting(work.tx, event.id, 1)).length > 0) return 0;
  const short = { eventId: event.id, rightId: event.security_id };
  const batch = { ...stampOf(work), most: CUSTODY.portfoliosPerBatch };
  const undone = await reviveShort(work.tx, short, batch);
  for (const row of undone) push(work, event, { row, done: 'cancelled' });
  if (undone.length > 0) return undone.length;
  const options = await selectOptions(work.tx, [event.id]);
  const lapsed = options.find(({ type }) => type === 'LAPS') ?? options[0];
  const share = options.find(({ type }) => type === 'EXER')?.new_security_id ?? null;
  if (lapsed === undefined) return 0;
  const lapsing = {
    eventId: event.id,
    rightId: event.security_id,
    shareId: share,
    option: lapsed.number,
    date,
    most: CUSTODY.portfoliosPerBatch,
  };
  const rows = await lapseRights(work.tx, lapsing, stampOf(work));
  for (const row of rows) push(work, event, { row, done: 'lapsed' });
  return rows.length;
}

function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}

function push(
  work: Work,
  event: CorporateActionRow,
  { row, done }: { readonly row: EndedRow; readonly done: 'lapsed' | 'settled' | 'cancelled' },
): void {
  work.events.push(electionEvent(done, { ...row, event_name: event.name, kind: event.kind }));
}
