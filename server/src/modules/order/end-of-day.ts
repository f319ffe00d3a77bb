// The order module's end-of-day steps, which expire orders, issue notes and settle trades. Each
// step selects only the work that remains, so running it again, for example after a crash,
// completes the work.

import { assert } from '../../platform/assert.js';
import type { Context, Work } from '../../platform/context.js';
import { countRows } from '../../platform/database/list-query.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../platform/end-of-day/step.js';
import { systemWork } from '../../platform/system-work.js';
import { type JournalDraft, postJournals } from '../finance/index.js';
import {
  countExpiring,
  countUnnoted,
  lockExpiring,
  lockUnnoted,
  storeExpired,
} from './end-of-day-queries.js';
import { withdrawInstructions } from './exchange/queue-queries.js';
import { tradeDaysOf } from './fill/queries.js';
import { ORDER } from './limits.js';
import { settlementJournal } from './note/journal.js';
import { lockForNotes } from './note/lock.js';
import { moveSettlements } from './note/settlement-follow.js';
import { countDue, lockDueNotes, notesDue, storeSettled } from './note/settlement-queries.js';
import { orderEvent } from './record/order.js';
import { isFinal } from './rule/order-state.js';
import { daysWithNews } from './rule/trade-day.js';
import { noteOrder, releaseOrders } from './trade/end-order.js';

/** The steps, in the order in which they run. */
export const orderEndOfDay: readonly EndOfDayStep[] = [
  inBatches('expire-orders', ({ next }) => countExpiring(next), expireOrders),
  inBatches('issue-contract-notes', ({ closing }) => countUnnoted(closing), noteOrders),
  inBatches('settle-trades', ({ next }) => countDue(next), settleTrades),
];

type Batch = (work: Work, day: ClosingDay) => Promise<number>;

/** Creates a step with one transaction per batch; `toDo` counts the records in all batches. */
function inBatches(name: string, toDo: (day: ClosingDay) => Sql, batch: Batch): EndOfDayStep {
  return {
    name,
    expected: async ({ db }, day) => Number(await countRows(db, toDo(day))),
    skipsNone: true,
    run: (context, day, progress) => runBatches({ context, day, batch }, progress),
  };
}

interface Batches {
  readonly context: Context;
  readonly day: ClosingDay;
  readonly batch: Batch;
}

async function runBatches(
  { context, day, batch }: Batches,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < ORDER.batchesPerStepMax; round += 1) {
    const done = await systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      const records = await batch(work, day);
      await progress?.count(work.tx, records);
      return records;
    });
    total += done;
    if (done === 0) break;
  }
  return total;
}

// An order expires here after its last day, even if the exchange has not reported its end. A late
// fill is still booked, because quantities are computed from executions. If an order's term ends on
// a closed day, the order expires after the preceding business day.
async function expireOrders(work: Work, day: ClosingDay): Promise<number> {
  const rows = await lockExpiring(work.tx, day.next);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await releaseOrders(work, rows);
  for (const row of rows) work.events.push(orderEvent('trade-order.expired', row));
  await withdrawInstructions(work, ids);
  await storeExpired(work, ids);
  return rows.length;
}

// Issues notes for live orders, and for ended orders with fills that are not on a note yet, for
// example because their charges depend on day trades.
async function noteOrders(work: Work, day: ClosingDay): Promise<number> {
  const rows = await lockUnnoted(work.tx, day.closing);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const days = await tradeDaysOf(work.tx, ids);
  await lockForNotes(
    work,
    rows.map((order) => ({ order, days: daysWithNews(days.get(order.id)) })),
  );
  for (const row of rows) {
    const after = isFinal(row.order_status) ? 'ENDED' : 'LIVE';
    await noteOrder(work, row, { days: days.get(row.id) ?? [], after, at: 'DAY_END' });
  }
  return rows.length;
}

// After a calendar change, some notes may no longer be due.
async function settleTrades(work: Work, day: ClosingDay): Promise<number> {
  const moved = await moveSettlements(work, notesDue(day.next));
  return moved > 0 ? moved : settleDue(work, day);
}

async function settleDue(work: Work, day: ClosingDay): Promise<number> {
  const notes = await lockDueNotes(work.tx, day.next);
  if (notes.length === 0) return 0;
  const drafts: JournalDraft[] = [];
  for (const note of notes) drafts.push(await settlementJournal(work, note, day.next));
  const journals = await postJournals(work.tx, drafts);
  assert(journals.length === notes.length, 'each note has its journal');
  await storeSettled(
    work,
    notes.map(({ id }) => id),
    journals,
  );
  for (const note of notes) {
    work.events.push({
      type: 'contract-note.settled',
      subjectId: note.id,
      officeId: note.office_id,
    });
  }
  return notes.length;
}
