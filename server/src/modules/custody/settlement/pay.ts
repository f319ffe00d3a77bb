// Pays events. Books payments, reversals and corrections in idempotent batches.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { together } from '../../../platform/concurrency/together.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../../platform/end-of-day/step.js';
import { systemWork } from '../../../platform/system-work.js';
import { deadlineNow } from '../event/deadline.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, lockEvent, shareEvent } from '../record/queries.js';
import { bookFunded, bookPayments, bookTakeBacks, MoneyUsed } from './booking.js';
import { eventStep } from './event.js';
import { isReceived } from './funding.js';
import type { FundingKey } from './funding-queries.js';
import {
  nextDue,
  type PayRow,
  selectLowered,
  selectPayable,
  selectTakeBacks,
} from './pay-queries.js';
import { isPayable, type Paying, partOf } from './paying.js';
import { prepareFunding, repayAdvances } from './preparation.js';
import { countByState, selectPayingEvents, storeProgress } from './progress-queries.js';
import { receiveFromRegistrar } from './registrar.js';

/** The step that pays entitlements due on the next business date. */
export const payEntitlements: EndOfDayStep = {
  name: 'pay-entitlements',
  run: payDueEvents,
};

async function payDueEvents(
  context: Context,
  { closing, next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (const { id } of await selectPayingEvents(context.db, next)) {
    if (context.config.demo) await receiveFromRegistrar(context, id, next);
    const dateOf = () => Promise.resolve(next);
    const reason = `end-of-day ${closing}`;
    total += await payEvent({ context, eventId: id, reason, dateOf, progress });
  }
  return total;
}

/** A run that pays an event. */
interface PayRun {
  readonly context: Context;
  readonly eventId: bigint;
  readonly reason: string;
  readonly dateOf: (tx: Tx) => Promise<BusinessDate>;
  readonly progress?: StepProgress | undefined;
}

/**
 * Pays the amounts due from an event on a date, and reverses payments that are no longer due. Each
 * batch is one transaction that marks its entitlements, so an interrupted run resumes where it
 * stopped. Reversals come before payments. Returns the number of entitlements.
 */
export async function payEvent(run: PayRun): Promise<number> {
  const most = CUSTODY.paymentsPerBatch;
  const takenBack = await inBatches(run, async (work, paying) => {
    const rows = await selectTakeBacks(work.tx, run.eventId, most);
    await bookTakeBacks(work, paying, rows);
    return rows;
  });
  const lowered = await inBatches(run, async (work, paying, after) => {
    const { event } = paying;
    const rows = isPayable(paying) ? await selectLowered(work.tx, { event, after, most }) : [];
    await bookPayments(work, paying, rows);
    return rows;
  });
  const prepared = await onEvent(run, prepareFunding);
  const parts = prepared ?? [];
  const atOnce = prepared === undefined ? 0 : await payReceived(run, parts.filter(isReceived));
  const short = new Set<string>();
  const paid = await inBatches(run, async (work, paying, after) => {
    if (!isPayable(paying)) return [];
    const funded = parts.filter((part) => !short.has(partOf(part)));
    const batch = { event: paying.event, after, most, funded };
    const rows = await selectPayable(work.tx, batch);
    // Funding rows whose money was used up in the meantime are left out, even if this transaction
    // is retried.
    for (const part of await bookPayments(work, paying, rows)) short.add(part);
    return rows;
  });
  await onEvent(run, finish);
  return takenBack + lowered + atOnce + paid;
}

/**
 * Pays from money that was received in full, several batches at the same time. A small event, and
 * what is left when the money is used up in the meantime, is left to the caller. Returns the number
 * of entitlements that were paid.
 */
async function payReceived(run: PayRun, funded: readonly FundingKey[]): Promise<number> {
  const { paymentsPerBatch: most, batchesAtOnce: ranges } = CUSTODY;
  let total = 0;
  let after = 0n;
  try {
    for (;;) {
      const due = await nextDue(run.context.db, run.eventId, { after, most, ranges });
      const last = due.at(-1);
      if (last === undefined || (due.length === 1 && total === 0)) return total;
      const batches = due.map((through, index) => ({ after: due[index - 1] ?? after, through }));
      for (const paid of await together(batches.map((range) => payRange(run, funded, range)))) {
        total += paid;
      }
      after = last;
    }
  } catch (error) {
    if (error instanceof MoneyUsed) return total;
    throw error;
  }
}

async function payRange(
  run: PayRun,
  funded: readonly FundingKey[],
  range: { readonly after: bigint; readonly through: bigint },
): Promise<number> {
  const paid = await onEvent(
    run,
    async (work, paying) => {
      if (!isPayable(paying)) return 0;
      const most = CUSTODY.paymentsPerBatch;
      const rows = await selectPayable(work.tx, { event: paying.event, ...range, most, funded });
      const booked = await bookFunded(work, paying, rows);
      await run.progress?.count(work.tx, booked);
      return booked;
    },
    shareEvent,
  );
  return paid ?? 0;
}

/**
 * Books the next rows with an id above `after`, and returns them. Returns no rows when all are
 * booked.
 */
type Batch = (work: Work, paying: Paying, after: bigint) => Promise<readonly PayRow[]>;

/**
 * Runs batches, each in its own transaction, until one finds nothing. Returns the number of rows.
 */
async function inBatches(run: PayRun, batch: Batch): Promise<number> {
  let total = 0;
  let after = 0n;
  for (let round = 0; round < CUSTODY.batchesPerStepMax; round += 1) {
    const rows = await onEvent(run, async (work, paying) => {
      const booked = await batch(work, paying, after);
      await run.progress?.count(work.tx, booked.length);
      return booked;
    });
    const last = rows?.at(-1);
    if (rows === undefined || last === undefined) break;
    total += rows.length;
    after = last.id;
  }
  return total;
}

/**
 * Runs work on a locked event. Returns undefined if the event cannot have payments or reversals.
 */
function onEvent<Result>(
  { context, eventId, reason, dateOf }: PayRun,
  piece: (work: Work, paying: Paying) => Promise<Result>,
  lock: typeof lockEvent = lockEvent,
): Promise<Result | undefined> {
  return systemWork(context, reason, async (work) => {
    const event = await lock(work.tx, eventId);
    if (event === undefined || !isOpen(event)) return undefined;
    return piece(work, { event, date: await dateOf(work.tx) });
  });
}

function isOpen({ status, progress }: CorporateActionRow): boolean {
  const pays = status === 'CONFIRMED' || status === 'CANCELLED';
  return pays && progress !== 'OPEN' && progress !== 'CLOSED';
}

/** Repays advances, and stores the progress of the event. */
async function finish(work: Work, paying: Paying): Promise<void> {
  const { event } = paying;
  await repayAdvances(work, paying);
  if (!isPayable(paying)) return;
  const { due, paid } = await countByState(
    work.tx,
    event.id,
    deadlineNow(work.context, paying.date),
  );
  const reached = due ? 'PART_PAID' : 'PAID';
  if (reached === event.progress || (due && !paid)) return;
  const by = { name: work.principal.name, at: work.now };
  await storeProgress(work.tx, { id: event.id, progress: reached }, by);
  if (reached === 'PAID') work.events.push(eventStep('paid', event));
}
