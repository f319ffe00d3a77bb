// Settles due instruments in batches at the end of the day, so that one customer without cash does
// not block the others.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Context, Work } from '../../../platform/context.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import { systemWork } from '../../../platform/system-work.js';
import { financeProblems } from '../../finance/index.js';
import { TERM_END_OF_DAY } from '../limits.js';
import { storeOverdue } from './end-of-day-queries.js';
import { termInstrumentEvent } from './event.js';

/** The day being closed, and the step's progress. */
interface Closing {
  readonly day: ClosingDay;
  readonly progress: StepProgress | undefined;
}

/** The batch starts after this instrument, in settlement order. */
interface DuePlace {
  readonly afterLoan: boolean;
  readonly after: bigint;
}

/** A query for the next instruments to settle in one transaction. */
export interface DueBatch extends Closing, DuePlace {
  readonly most: number;
  /** If true, loans are marked overdue instead of settled, because the customer has no cash. */
  readonly withoutCash: boolean;
}

/** A due instrument. Only term instruments can be loans. */
interface DueRow {
  readonly id: bigint;
  readonly office_id: bigint;
  readonly name: string;
  readonly loan_product?: boolean;
}

/** How one kind of due instrument is found and settled. */
interface DueWork<Row extends DueRow> {
  /** Locks and returns the due instruments, in settlement order. */
  readonly lock: (work: Work, batch: DueBatch) => Promise<Row[]>;
  readonly settle: (work: Work, rows: readonly Row[], batch: DueBatch) => Promise<void>;
}

interface Done {
  readonly last: DueRow | undefined;
  readonly settled: number;
}

/**
 * Settles everything that is due, one transaction per batch, and returns the number settled. Loans
 * come last, so that they can use cash that their customers received that day. A loan whose
 * customer lacks the cash stays unsettled: `term-instrument.overdue` is sent, and the loan is
 * retried at the next close. It is tried only once per close, so that an interrupted close has the
 * same outcome as an uninterrupted one.
 */
export async function settleAllDue<Row extends DueRow>(
  context: Context,
  closing: Closing,
  due: DueWork<Row>,
): Promise<number> {
  let total = 0;
  let place: DuePlace = { afterLoan: false, after: 0n };
  // The number of instruments left to settle one by one, after a customer without cash made their
  // batch fail.
  let alone = 0;
  for (let batch = 0; batch < TERM_END_OF_DAY.batchesMax; batch += 1) {
    const from = { ...closing, ...place };
    const settle = alone > 0 ? settleSingly : settleBatched;
    const done = await settle(context, due, from);
    alone = done === undefined ? TERM_END_OF_DAY.settledPerBatch : Math.max(0, alone - 1);
    if (done === undefined) continue;
    if (done.last === undefined) return total;
    total += done.settled;
    place = { afterLoan: done.last.loan_product ?? false, after: done.last.id };
  }
  return total;
}

function settleBatched<Row extends DueRow>(
  context: Context,
  due: DueWork<Row>,
  from: Closing & DuePlace,
): Promise<Done | undefined> {
  const most = TERM_END_OF_DAY.settledPerBatch;
  return unlessShort(() => settleBatch(context, due, { ...from, most, withoutCash: false }));
}

async function settleSingly<Row extends DueRow>(
  context: Context,
  due: DueWork<Row>,
  from: Closing & DuePlace,
): Promise<Done> {
  const one = { ...from, most: 1 };
  return (
    (await unlessShort(() => settleBatch(context, due, { ...one, withoutCash: false }))) ??
    settleBatch(context, due, { ...one, withoutCash: true })
  );
}

async function unlessShort(work: () => Promise<Done>): Promise<Done | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.kind === financeProblems.INSUFFICIENT_FUNDS) {
      return undefined;
    }
    throw error;
  }
}

function settleBatch<Row extends DueRow>(
  context: Context,
  due: DueWork<Row>,
  batch: DueBatch,
): Promise<Done> {
  return systemWork(context, `end-of-day ${batch.day.closing}`, async (work) => {
    const rows = await due.lock(work, batch);
    const overdue = batch.withoutCash ? rows.filter((row) => row.loan_product) : [];
    if (overdue.length > 0) await markOverdue(work, overdue, batch.day.next);
    const payable = rows.filter((row) => !overdue.includes(row));
    if (payable.length > 0) await due.settle(work, payable, batch);
    await batch.progress?.count(work.tx, payable.length);
    return { last: rows.at(-1), settled: payable.length };
  });
}

async function markOverdue(work: Work, rows: readonly DueRow[], next: BusinessDate): Promise<void> {
  await storeOverdue(
    work.tx,
    rows.map((row) => row.id),
    next,
  );
  for (const row of rows) work.events.push(termInstrumentEvent('term-instrument.overdue', row));
}

/**
 * Returns a progress reporter that reports the step but counts no records, for secondary work
 * within the step.
 */
export function withoutCounting(progress: StepProgress | undefined): StepProgress {
  return { count: async (tx) => progress?.count(tx, 0) };
}
